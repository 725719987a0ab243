import { redirect } from 'react-router'
import type { Cloud } from '../domain/cloud.ts'
import { defaultPath, menuPath, pagesOfMenu, type SubMenuItem, visibleMenu } from '../domain/menu.ts'
import { cloudOfPath, selectCloud } from '../domain/select-cloud.ts'
import { attempt, type LoadFailed } from '../ui/account/loaded.ts'
import type { ShownGlobal } from '../ui/root-data.ts'
import type { Page, PageContext } from './page.ts'
import type { PageState } from './page-state.ts'
import { fallbackMeta } from './pages/fallback-page.tsx'
import { pageTitle } from './pages/page-meta.ts'
import type { ShownSite } from './site.ts'

export interface PageAsked {
  url: URL
  params: Readonly<Record<string, string | undefined>>
  item: SubMenuItem | undefined
}

/** Throws a redirect if needed. The code may have to be fetched first, which can fail too. */
export async function loadPage(
  loadCode: () => Promise<Page<unknown>>,
  { url, params, item }: PageAsked,
  site: ShownSite,
): Promise<PageState> {
  const prepared = takePrepared(site, url)
  if (prepared !== undefined) {
    await loadCode()
    return prepared
  }
  const global = site.global()
  const path = url.pathname
  const cloud = cloudOf(global, path, params.cloud, site.savedMachineName())
  if (cloud === undefined) return nowhere(site, url)

  if (item !== undefined && !isOnCloud(global, item, cloud)) {
    const instead = pathInsteadOfHidden(global, cloud)
    return instead === undefined || instead === path ? missing(global, path) : goTo(instead)
  }

  const context: PageContext = { global, cloud, item, params, query: url.searchParams, path, read: site.read }
  const loaded = await attempt(path, askPage(loadCode, context))
  if (loaded.kind === 'failed') return failed(loaded, context)
  const { page, outcome } = loaded.value
  switch (outcome.kind) {
    case 'missing':
      return missing(global, path)
    case 'moved':
      return goTo(outcome.to)
    case 'found': {
      const { data, status, nowhere: what } = outcome
      const meta = page.meta(data, context)
      const title = pageTitle(meta.title, { ...global, cloud: cloudOfPath(global.clouds, path) })
      const state = { kind: 'found' as const, cloud: cloud.machine_name, meta: { ...meta, title }, data }
      if (site.posted !== undefined) return { ...state, status: site.posted.status, posted: site.posted }
      return {
        ...state,
        ...(status !== undefined && { status }),
        ...(what !== undefined && { nowhere: what }),
      }
    }
  }
}

function takePrepared(site: ShownSite, { pathname, search }: URL): PageState | undefined {
  const prepared = site.takePrepared?.(pathname + search)
  if (prepared instanceof Response) throw prepared
  return prepared
}

/** Async, so that a synchronous throw fails like a later one. */
async function askPage(loadCode: () => Promise<Page<unknown>>, context: PageContext) {
  const page = await loadCode()
  return { page, outcome: await page.load(context) }
}

/** G-11: an unknown first segment must not show another cloud's page. */
function cloudOf(global: ShownGlobal, path: string, domain: string | undefined, saved: string | undefined) {
  if (domain !== undefined) return global.clouds.find((cloud) => cloud.domain === domain)
  return selectCloud(global.clouds, { path, savedMachineName: saved })
}

function isOnCloud(global: ShownGlobal, item: SubMenuItem, cloud: Cloud) {
  return pagesOf(global, cloud).some(({ id }) => id === item.id)
}

function pagesOf(global: ShownGlobal, cloud: Cloud) {
  return pagesOfMenu(visibleMenu(global.menu.main_menu, cloud))
}

/** G-06 */
function pathInsteadOfHidden(global: ShownGlobal, cloud: Cloud): string | undefined {
  const reachable = pagesOf(global, cloud).map((item) => menuPath(item, cloud))
  return [defaultPath(cloud), `/${cloud.domain}`].find((path) => reachable.includes(path))
}

function goTo(path: string): never {
  throw redirect(path)
}

/** The path is unknown here; the server may have newer routes or clouds. */
export function nowhere(site: ShownSite, url: URL): PageState {
  const prepared = takePrepared(site, url)
  if (prepared !== undefined) return prepared
  const answer = site.askServer?.(url.pathname + url.search)
  if (answer !== undefined) throw answer
  return missing(site.global(), url.pathname)
}

function missing(global: ShownGlobal, path: string): PageState {
  const cloud = cloudOfPath(global.clouds, path)
  return {
    kind: 'missing',
    cloud: (cloud ?? global.clouds[0])?.machine_name ?? '',
    meta: { ...fallbackMeta, title: pageTitle(fallbackMeta.title, { ...global, cloud }) },
  }
}

function failed(failure: LoadFailed, { global, cloud, path, item }: PageContext): PageState {
  const title = pageTitle(item?.item ?? 'Page not loaded', {
    ...global,
    cloud: cloudOfPath(global.clouds, path),
  })
  return {
    ...failure,
    cloud: cloud.machine_name,
    meta: { title, description: 'This page could not be loaded.', noindex: true },
  }
}
