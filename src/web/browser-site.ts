import { redirectDocument, replace } from 'react-router'
import type { Read } from '../contract/public-reads.ts'
import { signInInstead } from '../domain/account/protected-page.ts'
import type { Loaded } from '../ui/account/loaded.ts'
import { readNotingEdition } from '../ui/account/read-by-fetch.ts'
import { savedMachineName } from '../ui/account/saved-cloud.ts'
import { currentSession } from '../ui/account/session.ts'
import type { RootData } from '../ui/root-data.ts'
import { failedLoad } from './live/failed-load.ts'
import { loadedEdition } from './live/following.ts'
import type { PageState } from './page-state.ts'
import { readingAhead } from './prefetch/reading-ahead.ts'
import type { Hydration, ShownSite } from './site.ts'

/** Pages cached for going back while offline. */
const SEEN_AT_MOST = 20

export interface BrowserSite extends ShownSite {
  /** Loads the latest global data without changing what is on screen. */
  askRoot(read: Read): Promise<RootData>
  readAhead: Read
  forgetAhead(): void
  /** The next load of this address gets this instead. */
  prepare(prepared: Prepared): void
}

export interface Prepared {
  address: string
  root: RootData
  page: PageState | Response
}

/** Router loaders see the address without its hash, which matters when the reader comes back to it. */
export function browserSite(
  { page, ...first }: Hydration,
  {
    hashAhead,
    shown,
  }: { hashAhead: () => string; shown: () => Pick<Location, 'pathname' | 'search' | 'hash'> },
): BrowserSite {
  const seen = new Map([[addressOf(window.location), page]])
  /** The session in which these pages were loaded. Pages of staff contain internal fields. */
  let seenIn: string | undefined
  function forgetOthers() {
    const session = currentSession()
    const now = session.kind === 'signed-in' ? session.security : ''
    if (seenIn !== undefined && seenIn !== now) seen.clear()
    seenIn = now
  }
  const ahead = readingAhead(readNotingEdition(loadedEdition), { clock: Date.now })
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
      latest = prepared ?? (await askRoot(ahead.read).catch(() => latest))
      return latest
    },
    settle(address, given) {
      const state = lostWhole(given) ?? given
      forgetOthers()
      if (state.kind !== 'failed') {
        const before = seen.get(address)
        const best = hasFailedPart(state) && before !== undefined && isWorthKeeping(before) ? before : state
        seen.delete(address)
        seen.set(address, best)
        if (seen.size > SEEN_AT_MOST) seen.delete([...seen.keys()][0] ?? '')
        // Coming back to the page on screen doesn't resolve the failed navigation.
        if (address !== addressOf(shown()) || address === failedLoad.get()?.address) failedLoad.clear()
        return best
      }
      if (state.isRefused) return undefined
      const onScreen = addressOf(shown())
      if (seen.get(onScreen)?.kind !== 'found') return undefined
      // The way back may fail too; keep the address that the reader asked for.
      if (address !== onScreen || failedLoad.get() === undefined)
        failedLoad.set({ address, reason: state.message })
      const before = seen.get(address)
      if (before !== undefined) return before
      // Going back to the page on screen must not load anything, since that could fail as well.
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

function isWorthKeeping(state: PageState | undefined) {
  return state?.kind === 'found' && !hasFailedPart(state)
}

function hasFailedPart(state: PageState): boolean {
  return partsOf(state).some(({ kind }) => kind === 'failed')
}

/** If no part arrives, the whole page failed: nothing of it is worth replacing the page on screen. */
function lostWhole(state: PageState): PageState | undefined {
  const parts = partsOf(state)
  const failed = parts.filter((part) => part.kind === 'failed')
  const [first] = failed
  if (first === undefined || parts.length === 1 || failed.length < parts.length) return undefined
  return { ...first, cloud: state.cloud, meta: state.meta }
}

function partsOf(state: PageState): Loaded<unknown>[] {
  if (state.kind !== 'found' || typeof state.data !== 'object' || state.data === null) return []
  return Object.values(state.data as Record<string, { kind?: unknown } | null>).filter(
    (part): part is Loaded<unknown> => part?.kind === 'loaded' || part?.kind === 'failed',
  )
}

async function askRoot(read: Read): Promise<RootData> {
  const global = await read('/api/global', {}).catch((error) => {
    console.error('Loading the global data failed:', error)
    throw error
  })
  return { global, year: new Date().getUTCFullYear() }
}
