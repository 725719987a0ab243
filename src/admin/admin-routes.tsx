import type { ComponentType } from 'react'
import { type RouteObject, redirect, useRouteError } from 'react-router'
import { readByFetch } from '../ui/account/read-by-fetch.ts'
import { ROOT_ROUTE_ID, type RootData } from '../ui/root-data.ts'
import { AdminShell } from './shell/admin-shell.tsx'
import { MissingScreen } from './shell/missing-screen.tsx'
import styles from './shell/screen.module.css'
import { LoadingFrame } from './shell/staff-gate.tsx'

/** shell/nav-for.ts decides which roles see a screen. */
export const adminRoutes: RouteObject[] = [
  {
    id: ROOT_ROUTE_ID,
    path: '/admin',
    Component: AdminShell,
    ErrorBoundary: BrokenScreen,
    HydrateFallback: LoadingFrame,
    loader: loadRoot,
    children: [
      { index: true, element: null, loader: () => redirect('/admin/dashboard') },
      screen('dashboard', async () => (await import('./dashboard/dashboard-screen.tsx')).DashboardScreen),
      screen('records', async () => (await import('./records/records-screen.tsx')).RecordsScreen),
      screen('records/trash', async () => (await import('./records/trash-screen.tsx')).TrashScreen),
      screen('records/new', async () => (await import('./editor/new-record-screen.tsx')).NewRecordScreen),
      screen('records/:id', async () => (await import('./editor/record-screen.tsx')).RecordScreen),
      screen(
        'records/:id/post-mortem',
        async () => (await import('./post-mortem/post-mortem-screen.tsx')).PostMortemScreen,
      ),
      screen(
        'records/:id/log',
        async () => (await import('./records/logged-versions-screen.tsx')).LoggedVersionsScreen,
      ),
      screen('templates', async () => (await import('./templates/templates-screen.tsx')).TemplatesScreen),
      screen('templates/:id', async () => (await import('./templates/template-screen.tsx')).TemplateScreen),
      screen('series', async () => (await import('./series/series-screen.tsx')).SeriesScreen),
      screen('series/:id', async () => (await import('./series/one-series-screen.tsx')).OneSeriesScreen),
      screen('site', async () => (await import('./site/site-screen.tsx')).SiteScreen),
      screen('site/:part', async () => (await import('./site/site-part-screen.tsx')).SitePartScreen),
      screen('site/:part/:id', async () => (await import('./site/site-part-screen.tsx')).SitePartScreen),
      screen('deliveries', async () => (await import('./deliveries/deliveries-screen.tsx')).DeliveriesScreen),
      screen('figures', async () => (await import('./figures/figures-screen.tsx')).FiguresScreen),
      screen(
        'subscribers',
        async () => (await import('./subscribers/subscribers-screen.tsx')).SubscribersScreen,
      ),
      screen(
        'subscribers/:uid',
        async () => (await import('./subscribers/subscriber-screen.tsx')).SubscriberScreen,
      ),
      screen('people', async () => (await import('./people/people-screen.tsx')).PeopleScreen),
      screen('people/:uid', async () => (await import('./people/person-screen.tsx')).PersonScreen),
      screen('tokens', async () => (await import('./tokens/tokens-screen.tsx')).TokensScreen),
      screen('senders', async () => (await import('./senders/senders-screen.tsx')).SendersScreen),
      screen('senders/:id', async () => (await import('./senders/sender-screen.tsx')).SenderScreen),
      screen('audit', async () => (await import('./audit/audit-screen.tsx')).AuditScreen),
      screen('imports', async () => (await import('./imports/imports-screen.tsx')).ImportsScreen),
      { path: '*', Component: MissingScreen },
    ],
  },
]

function screen(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, ErrorBoundary: BrokenScreen, lazy: async () => ({ Component: await load() }) }
}

async function loadRoot(): Promise<RootData> {
  return { global: await readByFetch('/api/global', {}), year: new Date().getUTCFullYear() }
}

function BrokenScreen() {
  const error = useRouteError()
  console.error('A screen broke:', error)
  return (
    <div className={styles.screen}>
      <h1>We can’t show this screen</h1>
      <p className={styles.lead}>
        The site may be unreachable, or a newer version was just started. What you typed is saved in this
        browser.
      </p>
      <p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </div>
  )
}
