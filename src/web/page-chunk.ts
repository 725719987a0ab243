import type { Page } from './page.ts'
import type { PageModule } from './page-modules.ts'

/**
 * Page code, fetched when first needed. Not the router's own `lazy`, which never retries a failed chunk and shows
 * nothing in its place.
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
