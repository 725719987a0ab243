import { type LoaderFunction, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router'
import type { PageState } from './page-state.ts'
import { type ShownSite, siteContext } from './site.ts'

/** The router's own static handler does far more and is as large as a page. */
export async function loadBeside(
  routes: RouteObject[],
  address: string,
  site: ShownSite,
): Promise<PageState | Response | undefined> {
  const url = new URL(address, window.location.origin)
  const match = matchRoutes(routes, url.pathname)?.at(-1)
  if (typeof match?.route.loader !== 'function') return undefined
  const load = match.route.loader as LoaderFunction
  const context = new RouterContextProvider(new Map([[siteContext, site]]))
  try {
    const given = { request: new Request(url), params: match.params, context }
    return (await load(given as Parameters<LoaderFunction>[0])) as PageState | Response
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}
