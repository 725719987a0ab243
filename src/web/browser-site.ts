import { redirectDocument } from 'react-router'
import { signInInstead } from '../domain/account/protected-page.ts'
import { currentSession } from './account/session.ts'
import { GlobalLoadFailed } from './global-load-failed.ts'
import type { PageState } from './page-state.ts'
import { readByFetch } from './read-by-fetch.ts'
import { savedMachineName } from './saved-cloud.ts'
import type { RootData, Site } from './site.ts'

export interface BrowserSite extends Site {
  /** Global data as the server has it now; what is on the screen does not change by it. */
  askRoot(): Promise<RootData>
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
  let latest = first
  let preparedRoot: RootData | undefined
  let preparedPage: Pick<Prepared, 'address' | 'page'> | undefined
  return {
    global: () => latest.global,
    read: readByFetch,
    savedMachineName,
    async loadRoot() {
      const prepared = preparedRoot
      preparedRoot = undefined
      latest = prepared ?? (await askRoot())
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

async function askRoot(): Promise<RootData> {
  const global = await readByFetch('/api/global', {}).catch((error) => {
    console.error('Loading the global data failed:', error)
    throw new GlobalLoadFailed()
  })
  return { global, year: new Date().getUTCFullYear() }
}
