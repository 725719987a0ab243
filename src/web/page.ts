import type { ComponentType } from 'react'
import type { Read } from '../contract/public-reads.ts'
import type { Cloud } from '../domain/cloud.ts'
import type { SubMenuItem } from '../domain/menu.ts'
import type { Posted } from '../ui/forms/posted.ts'
import type { ShownGlobal } from '../ui/root-data.ts'
import type { HeadMeta } from './page-state.ts'

export interface Page<Data> {
  load(context: PageContext): Promise<PageOutcome<Data>>
  meta(data: Data, context: PageContext): HeadMeta
  Content: ComponentType<{ data: Data; context: PageContext }>
}

export interface PageContext {
  global: ShownGlobal
  /** The cloud of the path, or the first one. */
  cloud: Cloud
  item: SubMenuItem | undefined
  params: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  path: string
  read: Read
  /** Set if the page's form was sent without scripts and refused. */
  posted?: Posted | undefined
}

export type PageOutcome<Data> =
  /** `status` is for pages that are not a success, such as "nothing found". */
  /** `nowhere` is set if no cloud has the requested path: such pages of a cloud with the same value are identical. */
  | { kind: 'found'; data: Data; status?: number; nowhere?: string }
  | { kind: 'missing' }
  | { kind: 'moved'; to: string }

/** Checks the data type between `load` and `Content`, and erases it for the router. */
export function definePage<Data>(page: Page<Data>): Page<unknown> {
  return page as Page<unknown>
}

export function found<Data>(data: Data): PageOutcome<Data> {
  return { kind: 'found', data }
}
