import { redirectDocument } from 'react-router'
import { GlobalLoadFailed } from './global-load-failed.ts'
import { readByFetch } from './read-by-fetch.ts'
import { savedMachineName } from './saved-cloud.ts'
import type { RootData, Site } from './site.ts'

/** In a browser the global data is read again with every page: cloud states and edition are as fresh as the page. */
export function browserSite(first: RootData): Site {
  let latest = first
  return {
    global: () => latest.global,
    read: readByFetch,
    savedMachineName,
    async loadRoot() {
      const global = await readByFetch('/api/global', {}).catch((error) => {
        console.error('Loading the global data failed:', error)
        throw new GlobalLoadFailed()
      })
      latest = { global, year: new Date().getUTCFullYear() }
      return latest
    },
    askServer: redirectDocument,
  }
}
