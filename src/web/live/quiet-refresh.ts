import type { DataRouter, RouteObject } from 'react-router'
import type { Read } from '../../contract/public-reads.ts'
import { readOfEdition } from '../../ui/account/read-by-fetch.ts'
import { ROOT_ROUTE_ID } from '../../ui/root-data.ts'
import type { BrowserSite, Prepared } from '../browser-site.ts'
import { loadBeside } from '../load-beside.ts'
import type { PageState } from '../page-state.ts'
import type { ShownSite } from '../site.ts'
import { editionShown } from './edition-shown.ts'

type Refreshed =
  /** The page before and after, and the time of the data before. Undefined if its code broke. */
  | {
      kind: 'shown'
      edition: number
      before: PageState | undefined
      shownUntil: string
      after: PageState | undefined
    }
  | { kind: 'failed' }
  /** The reader navigated meanwhile. */
  | { kind: 'overtaken' }

/** `newest` is the edition that the site is known to have. */
export type Refresh = (newest?: number) => Promise<Refreshed>

export function quietRefresh(router: DataRouter, routes: RouteObject[], site: BrowserSite): Refresh {
  return async (newest = 0) => {
    const { location } = router.state
    site.forgetAhead()
    const prepared = await prepareBeside(routes, site, {
      address: location.pathname + location.search,
      newest,
    })
    if (prepared === undefined) return { kind: 'failed' }
    const isStillThere = router.state.location === location && router.state.navigation.state === 'idle'
    if (!isStillThere) return { kind: 'overtaken' }

    const before = pageOf(router)
    const shownUntil = editionShown(site.global()).published_at
    site.prepare(prepared)
    await router.revalidate()
    return {
      kind: 'shown',
      edition: editionShown(prepared.root.global).number,
      before,
      shownUntil,
      after: pageOf(router),
    }
  }
}

async function prepareBeside(
  routes: RouteObject[],
  site: BrowserSite,
  { address, newest }: { address: string; newest: number },
): Promise<Prepared | undefined> {
  try {
    // First, so that the page is loaded with the latest menu and clouds.
    const read = readOfEdition(newest)
    const root = await site.askRoot(read)
    const reads = countingFailures(read)
    const beside: ShownSite = {
      global: () => root.global,
      read: reads.read,
      savedMachineName: site.savedMachineName,
      loadRoot: async () => root,
    }
    const page = await loadBeside(routes, address, beside)
    if (page instanceof Response) return { address, root, page }
    // A page may load with a part missing. In the background that counts as a failure too.
    const isWhole = page !== undefined && reads.failures() === 0
    return isWhole ? { address, root, page } : undefined
  } catch {
    // The failure is already in the console (G-21).
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
