import { matchRoutes, type RouteObject } from 'react-router'
import type { BrowserSite } from '../browser-site.ts'
import { loadBeside } from '../load-beside.ts'
import { moduleOfRoute } from '../routes.tsx'
import type { Site } from '../site.ts'
import { isWorthPrefetching, type NetworkInformation } from './is-worth-prefetching.ts'

/** A pointer on its way elsewhere is gone by then. */
const INTENT_AFTER_MS = 65

/** Fetches the next page, its code and its data, while the reader is about to go there. */
export function prefetchOnIntent(routes: RouteObject[], site: BrowserSite) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let approached: HTMLAnchorElement | null = null

  function approach(event: Event) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === approached) return
    leave()
    if (link === null || !isPrefetched(link) || !isPage(routes, link)) return
    approached = link
    // A finger that is down has decided.
    if (event.type === 'touchstart') prefetch(link)
    else timer = setTimeout(() => prefetch(link), INTENT_AFTER_MS)
  }

  function leave() {
    clearTimeout(timer)
    approached = null
  }

  function prefetch({ pathname, search }: HTMLAnchorElement) {
    const beside = besideOf(site)
    void beside.loadRoot()
    // A failure shows when the reader really goes there.
    loadBeside(routes, pathname + search, beside).catch(() => {})
  }

  for (const intent of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(intent, approach, { passive: true })
}

function isPrefetched(link: HTMLAnchorElement): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation }
  return isWorthPrefetching(link, { here: location, connection })
}

/** Feeds and files have addresses of this site, too. */
function isPage(routes: RouteObject[], { pathname }: HTMLAnchorElement): boolean {
  const route = matchRoutes(routes, pathname)?.at(-1)?.route
  return route !== undefined && moduleOfRoute(route) !== undefined
}

/** Loads as the router would, and changes nothing. */
function besideOf(site: BrowserSite): Site {
  const read: Site['read'] = (path, input) =>
    // A load that fails tells the console. One that nobody has asked for had better never end.
    site.readAhead(path, input).catch(() => new Promise<never>(() => {}))
  return {
    global: site.global,
    read,
    savedMachineName: site.savedMachineName,
    loadRoot: async () => ({ global: await read('/api/global', {}), year: new Date().getUTCFullYear() }),
  }
}
