import type { ComponentType } from 'react'
import type { Global } from '../contract/global.ts'
import type { Read } from '../contract/public-reads.ts'
import type { Cloud } from '../domain/cloud.ts'
import type { SubMenuItem } from '../domain/menu.ts'
import type { Posted } from '../ui/forms/posted.ts'
import type { HeadMeta } from './page-state.ts'

/** A page, read top to bottom: its data, what search engines and tabs say of it, what is shown. */
export interface Page<Data> {
  load(context: PageContext): Promise<PageOutcome<Data>>
  meta(data: Data, context: PageContext): HeadMeta
  Content: ComponentType<{ data: Data; context: PageContext }>
}

export interface PageContext {
  global: Global
  /** The cloud of the path; on a path without one, the first. */
  cloud: Cloud
  /** The menu item that led here, for pages that the menu routes. */
  item: SubMenuItem | undefined
  params: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  path: string
  read: Read
  /** The page's form came without scripts, and was refused. */
  posted?: Posted | undefined
}

export type PageOutcome<Data> =
  /** `status` when the answer is a page and still not a success: a text that says nothing was found. */
  /** `nowhere` where no cloud has what the path asks for: such pages of a cloud with this name are the same to the byte. */
  | { kind: 'found'; data: Data; status?: number; nowhere?: string }
  | { kind: 'missing' }
  | { kind: 'moved'; to: string }

/** Keeps a page's data type between `load` and `Content`, and forgets it for the router. */
export function definePage<Data>(page: Page<Data>): Page<unknown> {
  return page as Page<unknown>
}

export function found<Data>(data: Data): PageOutcome<Data> {
  return { kind: 'found', data }
}
