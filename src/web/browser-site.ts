import { redirectDocument } from 'react-router'
import type { Read } from '../contract/public-reads.ts'
import { signInInstead } from '../domain/account/protected-page.ts'
import { currentSession } from './account/session.ts'
import { GlobalLoadFailed } from './global-load-failed.ts'
import type { PageState } from './page-state.ts'
import { readingAhead } from './prefetch/reading-ahead.ts'
import { readByFetch } from './read-by-fetch.ts'
import { savedMachineName } from './saved-cloud.ts'
import type { RootData, Site } from './site.ts'

export interface BrowserSite extends Site {
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
export function browserSite(first: RootData, { hashAhead }: { hashAhead: () => string }): BrowserSite {
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
      latest = prepared ?? (await askRoot(ahead.read))
      return latest
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

async function askRoot(read: Read): Promise<RootData> {
  const global = await read('/api/global', {}).catch((error) => {
    console.error('Loading the global data failed:', error)
    throw new GlobalLoadFailed()
  })
  return { global, year: new Date().getUTCFullYear() }
}
