import '../ui/styles/tokens.css'
import '../ui/styles/fonts.css'
import '../ui/styles/base.css'
import './styles/print.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ROOT_ROUTE_ID } from '../ui/root-data.ts'
import { browserSite } from './browser-site.ts'
import { quietRefresh } from './live/quiet-refresh.ts'
import { RefreshContext } from './live/refresh-context.ts'
import { loadChunk } from './page-chunk.ts'
import { prefetchOnIntent } from './prefetch/prefetch-on-intent.ts'
import { moduleOfRoute, routesOf } from './routes.tsx'
import { type Hydration, siteContext } from './site.ts'

const root = document.getElementById('root')
const data = document.getElementById('candor-data')

if (root === null || data === null)
  console.error('Loading the content of the site failed: the server sent none.')
else void takeOver(root, JSON.parse(data.textContent ?? '') as Hydration)

/** Brings the server's page to life without changing a thing on it. */
async function takeOver(element: HTMLElement, hydration: Hydration) {
  const { page, ...rootData } = hydration
  const site = browserSite(hydration, {
    hashAhead: () => (router.state.navigation.location ?? router.state.location).hash,
    shown: () => router.state.location,
  })
  const routes = routesOf(rootData.global.menu)
  const matches = matchRoutes(routes, location) ?? []
  // The router would show nothing while it fetches the code of a page that is already on the screen.
  const module = matches.flatMap(({ route }) => moduleOfRoute(route) ?? []).at(-1)
  if (module !== undefined) await loadChunk(module)

  const pageId = matches.at(-1)?.route.id ?? ROOT_ROUTE_ID
  const router = createBrowserRouter(routes, {
    getContext: () => new RouterContextProvider(new Map([[siteContext, site]])),
    hydrationData: { loaderData: { [pageId]: page, [ROOT_ROUTE_ID]: rootData } },
  })
  // In slices, between which the reader's own doing comes first: in one piece a long page would not answer meanwhile.
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
