import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

export interface OwnSite {
  url: string
  metricsUrl: string
  db: Kysely<DB>
}

/** A demo site for a group of tests, with its own settings, whose content they may change. */
export function ownSite(env: Record<string, string> = {}): () => OwnSite {
  let database: TestDatabase | undefined
  let site: SiteProcess | undefined
  beforeAll(async () => {
    database = await testDatabase('demo')
    site = await startSiteProcess({ DATABASE_URL: database.url, ...env })
  })
  afterAll(async () => {
    await site?.stop()
    await database?.drop()
  })
  return () => {
    if (site === undefined || database === undefined) throw new Error('The site is there in tests only.')
    return { url: site.url, metricsUrl: site.metricsUrl, db: database.db }
  }
}

/** What files that share a site may change on it, besides their own accounts. */
const SHARED = {
  /** Nothing: readers see the demo. */
  readers: { WEBHOOK_LOCAL: '1' },
  /** Records, templates and series. */
  newsroom: {},
  /** Everything about records and messages: open incidents, publications, deliveries. */
  desk: {},
  /** Clouds, menus, pages and other content, but no records. */
  content: {},
} satisfies Record<string, Record<string, string>>

const shared = new Map<keyof typeof SHARED, Promise<OwnSite>>()

/**
 * A demo site shared by all files of this worker that use the same name: starting one costs more than most test files.
 * It stops with the worker. Files run one after the other, so they see what others left behind, but never run in
 * parallel.
 */
export function sharedSite(name: keyof typeof SHARED): () => OwnSite {
  let site: OwnSite | undefined
  beforeAll(async () => {
    const starting = shared.get(name) ?? startShared(name)
    shared.set(name, starting)
    // The next file tries again.
    site = await starting.catch((error: unknown) => {
      shared.delete(name)
      throw error
    })
    // All browsers share one IP address here: attempts of one file must not count in the next.
    await site.db.deleteFrom('throttles').execute()
  })
  return () => {
    if (site === undefined) throw new Error('The site is there in tests only.')
    return site
  }
}

async function startShared(name: keyof typeof SHARED): Promise<OwnSite> {
  const database = await testDatabase('demo')
  // Passkeys need a hostname, and only readers have passkeys.
  const hostname = name === 'readers' ? 'localhost' : '127.0.0.1'
  const { url, metricsUrl } = await startSiteProcess(
    { DATABASE_URL: database.url, ...SHARED[name] },
    { hostname },
  )
  return { url, metricsUrl, db: database.db }
}

export async function untilEdition({ url }: OwnSite, number: number): Promise<void> {
  await eventually(async () => {
    const edition = (await (await fetch(`${url}/api/edition`)).json()) as { number: number }
    expect(edition.number).toBeGreaterThanOrEqual(number)
  })
}
