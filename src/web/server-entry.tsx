// The lead's seam between server and web; the shell's author fills it in.
import type { Global } from '../contract/global.ts'
import type { Read } from '../contract/public-reads.ts'
import type { PageMeta } from '../domain/page-meta.ts'

export interface PageRequest {
  /** Path and canonical query, already decoded and checked by the edge. */
  url: URL
  global: Global
  read: Read
}

export type PageResult =
  | { kind: 'redirect'; status: number; location: string }
  | {
      kind: 'page'
      status: number
      /** Names the route that matched: what preloads to send, and under which key a missing page is kept. */
      routeId: string
      meta: PageMeta & { noindex?: boolean }
      /** What the browser needs to take over, as a value that JSON can carry. */
      hydration: unknown
      /** Rendering costs far more than finding out the status, so it waits until it is asked for. */
      render(): string
    }

export declare function preparePage(request: PageRequest): Promise<PageResult>
