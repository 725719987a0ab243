import {
  createStaticHandler,
  type DataRouter,
  type RouteObject,
  RouterContextProvider,
  type StaticHandler,
} from 'react-router'
import type { Read } from '../../contract/public-reads.ts'
import type { BrowserSite, Prepared } from '../browser-site.ts'
import type { PageState } from '../page-state.ts'
import { ROOT_ROUTE_ID, type Site, siteContext } from '../site.ts'

export type Refreshed =
  /** What the page showed and what it shows now; undefined where its code broke. */
  | { kind: 'shown'; edition: number; before: PageState | undefined; after: PageState | undefined }
  /** Something could not be read, so everything stays as it was. */
  | { kind: 'failed' }
  /** The reader went elsewhere meanwhile. */
  | { kind: 'overtaken' }

export type Refresh = () => Promise<Refreshed>

/**
 * Brings what is on the screen up to date behind the reader's back. Everything is loaded beside the router, which
 * learns of it only when all of it came: a failure changes nothing, and nothing waits or jumps meanwhile.
 */
export function quietRefresh(router: DataRouter, routes: RouteObject[], site: BrowserSite): Refresh {
  let handler: StaticHandler | undefined
  return async () => {
    handler ??= createStaticHandler(routes)
    const { location } = router.state
    const prepared = await loadBeside(handler, site, location.pathname + location.search)
    if (prepared === undefined) return { kind: 'failed' }
    const isStillThere = router.state.location === location && router.state.navigation.state === 'idle'
    if (!isStillThere) return { kind: 'overtaken' }

    const before = pageOf(router)
    site.prepare(prepared)
    await router.revalidate()
    return { kind: 'shown', edition: prepared.root.global.edition.number, before, after: pageOf(router) }
  }
}

async function loadBeside(
  handler: StaticHandler,
  site: BrowserSite,
  address: string,
): Promise<Prepared | undefined> {
  try {
    // First of all, so that the page is asked for with the menu and the clouds of today.
    const root = await site.askRoot()
    const reads = countingFailures(site.read)
    const beside: Site = {
      global: () => root.global,
      read: reads.read,
      savedMachineName: site.savedMachineName,
      loadRoot: async () => root,
    }
    const loaded = await handler.query(new Request(new URL(address, window.location.origin)), {
      requestContext: new RouterContextProvider(new Map([[siteContext, beside]])),
    })
    if (loaded instanceof Response) return { address, root, page: loaded }
    const page = loaded.loaderData[loaded.matches.at(-1)?.route.id ?? ''] as PageState | undefined
    // A page may be found with a part of it missing. In the background that counts as a failure, too.
    const isWhole = page !== undefined && loaded.errors === null && reads.failures() === 0
    return isWhole ? { address, root, page } : undefined
  } catch {
    // Whoever failed has told the console (G-21).
    return undefined
  }
}

function countingFailures(read: Read): { read: Read; failures(): number } {
  let failures = 0
  return {
    read: (path, input) =>
      read(path, input).catch((error) => {
        failures++
        throw error
      }),
    failures: () => failures,
  }
}

function pageOf({ state }: DataRouter): PageState | undefined {
  const routeId = state.matches.at(-1)?.route.id
  if (routeId === undefined || routeId === ROOT_ROUTE_ID) return undefined
  return state.loaderData[routeId] as PageState | undefined
}
