import type { LoadFailed } from '../ui/account/loaded.ts'
import type { Posted } from '../ui/forms/posted.ts'
import type { PageMeta } from './pages/page-meta.ts'

export interface HeadMeta extends PageMeta {
  noindex?: boolean
  /** Feed with the same content; formats are appended. */
  feedPath?: string
  /** Address with the same content, if different from this one. */
  canonicalPath?: string
  /** The list that a record is in; the menu highlights it. */
  listPath?: string | undefined
}

/** Serializable as JSON. */
export type PageState = {
  /** Machine name of the page's cloud; empty if no cloud is published. */
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
