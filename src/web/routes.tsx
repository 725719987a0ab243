import { useEffect } from 'react'
import { type RouteObject, type RouterContextProvider, redirect, useRouteError } from 'react-router'
import {
  FOLLOW_CONFIRM_PATH,
  FOLLOW_MANAGE_PATH,
  FOLLOW_PATH,
  FOLLOW_REFUSE_PATH,
} from '../domain/follow-choice.ts'
import { informingPath } from '../domain/informing/informing-address.ts'
import { ipRangesPath } from '../domain/ip-ranges/ip-ranges-query.ts'
import { versionsPath } from '../domain/log/past-address.ts'
import { forMachinesPath, LOG_PATH } from '../domain/machine-paths.ts'
import { defaultPath, type Menu, pagesOfMenu, type SubMenuItem } from '../domain/menu.ts'
import { availabilityPath, placePath } from '../domain/place-address.ts'
import { searchPath } from '../domain/search-words.ts'
import { selectCloud } from '../domain/select-cloud.ts'
import { ROOT_ROUTE_ID } from '../ui/root-data.ts'
import { loadPage, nowhere } from './load-page.ts'
import { loadChunk } from './page-chunk.ts'
import { moduleOfComponent, type PageModule, pageModules } from './page-modules.ts'
import { PageView } from './page-view.tsx'
import { NotFound } from './pages/fallback-page.tsx'
import styles from './shell/failed-page.module.css'
import { Shell } from './shell/shell.tsx'
import { type ShownSite, siteContext } from './site.ts'

export function routesOf(menu: Pick<Menu, 'main_menu'>): RouteObject[] {
  return [
    {
      id: ROOT_ROUTE_ID,
      Component: Shell,
      ErrorBoundary: CrashedPage,
      loader: ({ context }) => siteOf(context).loadRoot(),
      shouldRevalidate: () => true,
      children: [...menuRoutes(menu), ...fixedRoutes()],
    },
  ]
}

/** G-04, G-05: the menu defines the routes; a cloud always has a home page. */
function menuRoutes({ main_menu }: Pick<Menu, 'main_menu'>): RouteObject[] {
  const routes = pagesOfMenu(main_menu).map((item) =>
    pageRoute(moduleOfComponent(item.component), { path: routePath(item), name: item.id, item }),
  )
  const hasHome = routes.some(({ path }) => path === '/:cloud')
  return hasHome ? routes : [...routes, pageRoute(pageModules.home, { path: '/:cloud', name: 'home' })]
}

function routePath({ route, deep_link }: SubMenuItem) {
  if (!deep_link) return route
  return route === '/' ? '/:cloud' : `/:cloud${route}`
}

function fixedRoutes(): RouteObject[] {
  const page = (path: string, module: PageModule) => pageRoute(module, { path, name: path })
  return [
    toSelectedCloud('/'),
    toSelectedCloud('/posts/:id'),
    page('/:cloud/posts/:id', pageModules.post),
    page('/:cloud/notification/:id', pageModules.notification),
    page('/notification/:id', pageModules.notification),
    page(versionsPath('/:cloud/posts/:id'), pageModules.versions),
    page(versionsPath('/:cloud/notification/:id'), pageModules.versions),
    page(placePath(':cloud', 'service', ':name'), pageModules.place),
    page(placePath(':cloud', 'data-center', ':name'), pageModules.place),
    page(availabilityPath(':cloud'), pageModules.availability),
    page(informingPath(':cloud'), pageModules.informing),
    page(forMachinesPath(':cloud'), pageModules.forMachines),
    page(searchPath(':cloud'), pageModules.search),
    page(ipRangesPath(':cloud'), pageModules.ipRanges),
    page(LOG_PATH, pageModules.log),
    page('/sign-in', pageModules.signIn),
    page('/sign-up', pageModules.signUp),
    page('/sign-out', pageModules.signOut),
    page('/subscribe', pageModules.subscribe),
    page('/unsubscribe', pageModules.unsubscribe),
    page(FOLLOW_PATH, pageModules.follow),
    page(FOLLOW_CONFIRM_PATH, pageModules.followConfirm),
    page(FOLLOW_MANAGE_PATH, pageModules.followManage),
    page(FOLLOW_REFUSE_PATH, pageModules.followRefuse),
    page('/thank-you', pageModules.thankYou),
    page('/user/second-step', pageModules.secondStep),
    page('/user/password', pageModules.password),
    page('/user/password/reset', pageModules.passwordReset),
    page('/user/verify', pageModules.verifyEmail),
    page('/user/email/confirm', pageModules.confirmEmail),
    page('/user/staff-link', pageModules.staffLink),
    page('/user/:uid/edit', pageModules.settings),
    page('/account-settings', pageModules.ownSettings),
    toAdminArea(),
    page('/privacy-compliance/cookie-policy', pageModules.cookiePolicy),
    anyOtherPath(),
  ]
}

function pageRoute(
  module: PageModule,
  { path, name, item }: { path: string; name: string; item?: SubMenuItem },
): RouteObject {
  return {
    id: routeIdOf(module, name),
    path,
    caseSensitive: true,
    handle: { module } satisfies PageHandle,
    ErrorBoundary: CrashedPage,
    loader: async ({ request, params, context }) => {
      const url = new URL(request.url)
      const instead = siteOf(context).signInInstead?.(url)
      if (instead !== undefined) throw redirect(instead)
      const state = await loadPage(() => loadChunk(module), { url, params, item }, siteOf(context))
      return siteOf(context).settle?.(url.pathname + url.search, state) ?? state
    },
    element: <PageView module={module} item={item} />,
  }
}

/** G-11: paths without a cloud that redirect to the selected one. */
function toSelectedCloud(path: string): RouteObject {
  return {
    id: routeIdOf(pageModules.fallback, path),
    path,
    Component: NotFound,
    loader: ({ request, context }) => {
      const site = siteOf(context)
      const url = new URL(request.url)
      const from = { path: url.pathname, savedMachineName: site.savedMachineName() }
      const cloud = selectCloud(site.global().clouds, from)
      if (cloud === undefined) return nowhere(site, url)
      const target = url.pathname === '/' ? defaultPath(cloud) : `/${cloud.domain}${url.pathname}`
      return redirect(target + url.search)
    },
  }
}

/** The admin area is a separate bundle from the server. */
function toAdminArea(): RouteObject {
  return {
    id: routeIdOf(pageModules.fallback, '/admin/*'),
    path: '/admin/*',
    Component: NotFound,
    loader: ({ request, context }) => {
      const { pathname, search } = new URL(request.url)
      return siteOf(context).askServer?.(pathname + search) ?? nowhere(siteOf(context), new URL(request.url))
    },
  }
}

/** G-13 */
function anyOtherPath(): RouteObject {
  return {
    id: routeIdOf(pageModules.fallback, '*'),
    path: '*',
    Component: NotFound,
    loader: ({ request, context }) => nowhere(siteOf(context), new URL(request.url)),
  }
}

function siteOf(context: RouterContextProvider): ShownSite {
  return context.get(siteContext)
}

function routeIdOf(module: PageModule, name: string) {
  return `${module.source}#${name}`
}

export function sourceOfRouteId(routeId: string): string {
  return routeId.slice(0, routeId.indexOf('#'))
}

interface PageHandle {
  module: PageModule
}

export function moduleOfRoute({ handle }: RouteObject): PageModule | undefined {
  return (handle as PageHandle | undefined)?.module
}

/** The code of a page is unavailable or broken: reloading may bring a newer release. */
function CrashedPage() {
  const error = useRouteError()
  useEffect(() => console.error('Showing the page failed:', error), [error])
  return (
    <section className={styles.failed}>
      <h1>We can’t show this page right now.</h1>
      <p className={styles.reason}>Something went wrong on our side. Reloading often helps.</p>
      <p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Retry
        </button>
      </p>
    </section>
  )
}
