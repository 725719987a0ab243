import { createContext } from 'react-router'
import type { Read } from '../contract/public-reads.ts'
import type { Posted } from '../ui/forms/posted.ts'
import type { RootData, ShownGlobal } from '../ui/root-data.ts'
import type { PageState } from './page-state.ts'

/** Data source of the routes: in process on the server, over the network in a browser. */
export interface ShownSite {
  global(): ShownGlobal
  read: Read
  /** The last chosen cloud. Undefined on the server, whose pages are the same for everyone. */
  savedMachineName(): string | undefined
  loadRoot(): Promise<RootData>
  posted?: Posted | undefined
  /** Data loaded by a background refresh for this address; returned once. */
  takePrepared?(address: string): PageState | Response | undefined
  /**
   * G-20: if a load fails, returns what to show instead: an earlier version of that page, or a redirect back to the
   * page on screen.
   */
  settle?(address: string, state: PageState): PageState | Response | undefined
  /** G-19: where a signed-out browser goes instead of this page. The server checks this earlier. */
  signInInstead?(url: URL): string | undefined
  /** The browser's clouds and menu may be outdated, so the server decides whether a path is missing. */
  askServer?(path: string): Response
}

export const siteContext = createContext<ShownSite>()

export interface Hydration extends RootData {
  page: PageState
}
