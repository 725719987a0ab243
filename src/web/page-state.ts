import type { LoadFailed } from '../ui/account/loaded.ts'
import type { Posted } from '../ui/forms/posted.ts'
import type { PageMeta } from './pages/page-meta.ts'

export interface HeadMeta extends PageMeta {
  noindex?: boolean
  /** Where programs find the same as a feed; formats are added to it. */
  feedPath?: string
  /** Where the same is told at an address of its own, when that is another than this one. */
  canonicalPath?: string
  /** The list that a record is in, which the menu marks while the record is read. */
  listPath?: string | undefined
}

/** What a page's load came to, as a value that JSON can carry from server to browser. */
export type PageState = {
  /** Machine name of the cloud that was asked; empty while no cloud is published. */
  cloud: string
  meta: HeadMeta
} & (
  | { kind: 'found'; data: unknown; status?: number; posted?: Posted; nowhere?: string }
  | { kind: 'missing' }
  | LoadFailed
)

export function statusOf(state: PageState): number {
  switch (state.kind) {
    case 'found':
      return state.status ?? 200
    case 'missing':
      return 404
    case 'failed':
      return 503
  }
}
