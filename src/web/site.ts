import { createContext } from 'react-router'
import type { Global } from '../contract/global.ts'
import type { Read } from '../contract/public-reads.ts'
import type { Posted } from '../ui/forms/posted.ts'
import type { RootData } from '../ui/root-data.ts'
import type { PageState } from './page-state.ts'

/** Where the routes get what they show: in-process on the server, over the network in a browser. */
export interface ShownSite {
  global(): Global
  read: Read
  /** The cloud that the reader chose last. The server's pages are the same for everyone, so it knows of none. */
  savedMachineName(): string | undefined
  loadRoot(): Promise<RootData>
  /** What came with the request, when the form of its page was refused. */
  posted?: Posted | undefined
  /** What a refresh in the background has loaded for this address already; given once. */
  takePrepared?(address: string): PageState | Response | undefined
  /**
   * G-20: a page that is on screen stays when a later load fails. Gives what to show instead of a failure: an earlier
   * version of that page, or the way back to the one on screen.
   */
  settle?(address: string, state: PageState): PageState | Response | undefined
  /** G-19: where a browser goes instead of this page while nobody is signed in. The server has judged that before. */
  signInInstead?(url: URL): string | undefined
  /** What a browser knows of clouds and menu may be old, so a path that leads nowhere is the server's to judge. */
  askServer?(path: string): Response
}

/** By it the router hands the site to every loader. */
export const siteContext = createContext<ShownSite>()

/** What the server puts into the document for the browser to take over. */
export interface Hydration extends RootData {
  page: PageState
}
