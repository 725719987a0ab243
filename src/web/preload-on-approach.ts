import { matchRoutes, type RouteObject } from 'react-router'
import { loadChunk } from './page-chunk.ts'
import { moduleOfRoute } from './routes.tsx'

/** Fetches a page's code while the pointer or the focus is on its way to a link. */
export function preloadOnApproach(routes: RouteObject[]) {
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null || link.origin !== location.origin || link.target === '_blank') return
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      const module = moduleOfRoute(route)
      // A failure shows when the reader really goes there.
      if (module !== undefined) loadChunk(module).catch(() => {})
    }
  }
  document.addEventListener('pointerover', preload, { passive: true })
  document.addEventListener('focusin', preload, { passive: true })
}
