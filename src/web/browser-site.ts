import { redirectDocument } from 'react-router'
import { attempt } from './loaded.ts'
import { readByFetch } from './read-by-fetch.ts'
import { savedMachineName } from './saved-cloud.ts'
import type { RootData, Site } from './site.ts'

/** In a browser the global data is read again with every page; when that fails, the last known stays. */
export function browserSite(first: RootData): Site {
  let latest = first
  return {
    global: () => latest.global,
    read: readByFetch,
    savedMachineName,
    async loadRoot() {
      const loaded = await attempt('the global data', readByFetch('/api/global', {}))
      if (loaded.kind === 'loaded') latest = { global: loaded.value, year: new Date().getUTCFullYear() }
      return latest
    },
    askServer: redirectDocument,
  }
}
