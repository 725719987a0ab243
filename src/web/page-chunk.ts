import type { Page } from './page.ts'
import type { PageModule } from './page-modules.ts'

/**
 * The code of a page, fetched when it is first needed. The router has a way of its own for this (`lazy`),
 * but it never tries a failed chunk again and shows nothing at all in its place.
 */
export async function loadChunk(module: PageModule): Promise<Page<unknown>> {
  const page = await module.load()
  loaded.set(module, page)
  return page
}

export function loadedPage(module: PageModule): Page<unknown> {
  const page = loaded.get(module)
  if (page === undefined) throw new Error(`The code of ${module.source} was not loaded before it was shown.`)
  return page
}

const loaded = new Map<PageModule, Page<unknown>>()
