import '../ui/styles/tokens.css'
import '../ui/styles/fonts.css'
import '../ui/styles/base.css'
import './styles/print.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ROOT_ROUTE_ID } from '../ui/root-data.ts'
import { announceFailedTakeOver, bootElement, restoreForReact } from './boot/take-over.ts'
import { type BrowserSite, browserSite } from './browser-site.ts'
import { quietRefresh } from './live/quiet-refresh.ts'
import { RefreshContext } from './live/refresh-context.ts'
import { loadBeside } from './load-beside.ts'
import { loadChunk } from './page-chunk.ts'
import { isWorthPrefetching, type NetworkInformation } from './prefetch/is-worth-prefetching.ts'
import { moduleOfRoute, routesOf } from './routes.tsx'
import { SCROLL_POSITIONS_NAME } from './shell/shell.tsx'
import { type Hydration, type ShownSite, siteContext } from './site.ts'

/** A pointer just passing over is gone by then. */
const INTENT_AFTER_MS = 65

function prefetchOnIntent(routes: RouteObject[], site: BrowserSite) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let approached: HTMLAnchorElement | null = null

  function approach(event: Event) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === approached) return
    leave()
    if (link === null || !isPrefetched(link) || !isPage(routes, link)) return
    approached = link
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
    // A failure will show when the reader actually goes there.
    loadBeside(routes, pathname + search, beside).catch(() => {})
  }

  for (const intent of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(intent, approach, { passive: true })
}

function isPrefetched(link: HTMLAnchorElement): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation }
  return isWorthPrefetching(link, { here: location, connection })
}

/** Feeds and files are on this origin too. */
function isPage(routes: RouteObject[], { pathname }: HTMLAnchorElement): boolean {
  const route = matchRoutes(routes, pathname)?.at(-1)?.route
  return route !== undefined && moduleOfRoute(route) !== undefined
}

function besideOf(site: BrowserSite): ShownSite {
  const read: ShownSite['read'] = (path, input) =>
    // A failing load logs to the console. For a prefetch, never settling is better.
    site.readAhead(path, input).catch(() => new Promise<never>(() => {}))
  return {
    global: site.global,
    read,
    savedMachineName: site.savedMachineName,
    loadRoot: async () => ({ global: await read('/api/global', {}), year: new Date().getUTCFullYear() }),
  }
}

const root = document.getElementById('root')
const data = document.getElementById('candor-data')

if (root === null || data === null)
  console.error('Loading the content of the site failed: the server sent nothing.')
else takeOver(root, JSON.parse(data.textContent ?? '') as Hydration).catch(announceFailedTakeOver)

async function takeOver(element: HTMLElement, hydration: Hydration) {
  const { page, ...rootData } = hydration
  const site = browserSite(hydration, {
    hashAhead: () => (router.state.navigation.location ?? router.state.location).hash,
    shown: () => router.state.location,
  })
  const routes = routesOf(rootData.global.menu)
  const matches = matchRoutes(routes, location) ?? []
  // The router would show nothing while it fetches the code of the page already on screen.
  const module = matches.flatMap(({ route }) => moduleOfRoute(route) ?? []).at(-1)
  if (module !== undefined) await loadChunk(module)

  const pageId = matches.at(-1)?.route.id ?? ROOT_ROUTE_ID
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[siteContext, site]])),
    hydrationData: { loaderData: { [pageId]: page, [ROOT_ROUTE_ID]: rootData } },
  })
  if (bootElement() !== null) forgetScrollPosition(router.state.location.key)
  restoreForReact()
  // A transition hydrates in slices, so that a long page responds to input meanwhile.
  startTransition(() => {
    hydrateRoot(
      element,
      <RefreshContext value={quietRefresh(router, routes, site)}>
        <RouterProvider router={router} />
      </RefreshContext>,
    )
  })
  prefetchOnIntent(routes, site)
}

/** The router would restore the position of an earlier visit, though the reader has moved on meanwhile. */
function forgetScrollPosition(key: string) {
  try {
    const positions = JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS_NAME) ?? '{}') as object
    sessionStorage.setItem(SCROLL_POSITIONS_NAME, JSON.stringify({ ...positions, [key]: undefined }))
  } catch {
    // Without storage, no position is restored either.
  }
}
