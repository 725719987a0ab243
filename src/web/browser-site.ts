import { redirectDocument, replace } from 'react-router'
import type { Read } from '../contract/public-reads.ts'
import { signInInstead } from '../domain/account/protected-page.ts'
import { readByFetch } from '../ui/account/read-by-fetch.ts'
import { savedMachineName } from '../ui/account/saved-cloud.ts'
import { currentSession } from '../ui/account/session.ts'
import type { RootData } from '../ui/root-data.ts'
import { failedLoad } from './live/failed-load.ts'
import type { PageState } from './page-state.ts'
import { readingAhead } from './prefetch/reading-ahead.ts'
import type { Hydration, ShownSite } from './site.ts'

/** Pages that a reader may come back to without a connection. */
const SEEN_AT_MOST = 20

export interface BrowserSite extends ShownSite {
  /** Global data as the server has it now; what is on the screen does not change by it. */
  askRoot(read: Read): Promise<RootData>
  /** Reads what a page will ask for when the reader goes there; the answer is kept for a few seconds. */
  readAhead: Read
  /** There is news: what was read ahead may be old. */
  forgetAhead(): void
  /** Lets the next loads of this address come to what was loaded already. */
  prepare(prepared: Prepared): void
}

export interface Prepared {
  /** Path and query. */
  address: string
  root: RootData
  /** A response where the page sends the reader elsewhere. */
  page: PageState | Response
}

/**
 * In a browser the global data is read again with every page: cloud states and edition are as fresh as the page. The
 * router tells its loaders of an address without the hash, which counts where the reader comes back to it.
 */
export function browserSite(
  { page, ...first }: Hydration,
  {
    hashAhead,
    shown,
  }: { hashAhead: () => string; shown: () => Pick<Location, 'pathname' | 'search' | 'hash'> },
): BrowserSite {
  const seen = new Map([[addressOf(window.location), page]])
  const ahead = readingAhead(readByFetch, { clock: Date.now })
  let latest = first
  let preparedRoot: RootData | undefined
  let preparedPage: Pick<Prepared, 'address' | 'page'> | undefined
  return {
    global: () => latest.global,
    read: ahead.read,
    readAhead: ahead.readAhead,
    forgetAhead: ahead.forget,
    savedMachineName,
    async loadRoot() {
      const prepared = preparedRoot
      preparedRoot = undefined
      // Without news of menu and clouds the ones on screen stay.
      latest = prepared ?? (await askRoot(ahead.read).catch(() => latest))
      return latest
    },
    settle(address, state) {
      if (state.kind !== 'failed') {
        const before = seen.get(address)
        // A part that fails now does not replace the same part that was loaded before.
        const kept = hasFailedPart(state) && before !== undefined && isWorthKeeping(before) ? before : state
        seen.delete(address)
        seen.set(address, kept)
        if (seen.size > SEEN_AT_MOST) seen.delete([...seen.keys()][0] ?? '')
        // Coming back to the page on screen is no answer to what the reader asked for.
        if (address !== addressOf(shown()) || address === failedLoad.get()?.address) failedLoad.clear()
        return kept
      }
      if (state.isRefused) return undefined
      const onScreen = addressOf(shown())
      if (seen.get(onScreen)?.kind !== 'found') return undefined
      // The way back to the page on screen may fail, too; what the reader asked for stays the same.
      if (address !== onScreen || failedLoad.get() === undefined)
        failedLoad.set({ address, reason: state.message })
      const before = seen.get(address)
      if (before !== undefined) return before
      // The way back to the page on screen loads nothing, since that could fail as well.
      preparedRoot = latest
      preparedPage = { address: onScreen, page: seen.get(onScreen) as PageState }
      return replace(onScreen + shown().hash)
    },
    signInInstead({ pathname, search }) {
      const instead = signInInstead({ path: pathname, search, hash: hashAhead() })
      if (instead === undefined || latest.global.isTrustDR) return undefined
      return currentSession().kind === 'signed-in' ? undefined : instead
    },
    askServer: redirectDocument,
    askRoot,
    prepare({ root, ...page }) {
      preparedRoot = root
      preparedPage = page
    },
    takePrepared(address) {
      const prepared = preparedPage
      preparedPage = undefined
      return prepared?.address === address ? prepared.page : undefined
    },
  }
}

function addressOf({ pathname, search }: { pathname: string; search: string }) {
  return pathname + search
}

/** A page that failed, or is missing, or lacks a part, is not kept over a later one. */
function isWorthKeeping(state: PageState | undefined) {
  return state?.kind === 'found' && !hasFailedPart(state)
}

/** Some pages load their parts separately and show the ones that arrive (G-20). */
function hasFailedPart(state: PageState): boolean {
  if (state.kind !== 'found' || typeof state.data !== 'object' || state.data === null) return false
  return Object.values(state.data).some((part) => (part as { kind?: unknown } | null)?.kind === 'failed')
}

async function askRoot(read: Read): Promise<RootData> {
  const global = await read('/api/global', {}).catch((error) => {
    console.error('Loading the global data failed:', error)
    throw error
  })
  return { global, year: new Date().getUTCFullYear() }
}
