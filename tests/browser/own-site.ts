import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { type Connection, connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'
import type { AskedForSite, LentSite, WantedSite } from './lend-sites.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

export interface OwnSite {
  url: string
  metricsUrl: string
  db: Kysely<DB>
}

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

/**
 * A demo site shared by all files that use the same name, one after the other: they see what others left behind, but
 * never use it at the same time.
 */
export function sharedSite(name: keyof typeof SHARED): () => OwnSite {
  return borrowedSite(name, async () => ({
    databaseUrl: (await testDatabase('demo')).url,
    facts: null,
    env: SHARED[name],
    // Passkeys need a hostname, and only readers have passkeys.
    hostname: name === 'readers' ? 'localhost' : '127.0.0.1',
  }))
}

/** `facts` are about what `make` put into the database besides the demo. */
export function borrowedSite(
  name: string,
  make: () => Promise<WantedSite>,
): () => OwnSite & { facts: unknown } {
  let lent: LentSite | undefined
  let connection: Connection | undefined
  beforeAll(async () => {
    lent = await borrowSite(name, make)
    connection = connect(lent.databaseUrl)
    // All browsers share one IP address here: attempts made by one file must not count in the next.
    await connection.db.deleteFrom('throttles').execute()
  })
  afterAll(async () => {
    await connection?.close()
    if (lent !== undefined) await askForSite({ kind: 'give-back', site: lent })
  })
  return () => {
    if (lent === undefined || connection === undefined) throw new Error('The site is there in tests only.')
    const { url, metricsUrl, facts } = lent
    return { url, metricsUrl, facts, db: connection.db }
  }
}

const lastOnes = new Map<string, string>()

async function borrowSite(name: string, make: () => Promise<WantedSite>): Promise<LentSite> {
  const found = await askForSite({ kind: 'take', name, last: lastOnes.get(name) })
  const site = found ?? (await askForSite({ kind: 'start', name, ...(await make()) }))
  if (site === null) throw new Error('The site did not start.')
  lastOnes.set(name, site.url)
  return site
}

async function askForSite(asked: AskedForSite): Promise<LentSite | null> {
  const response = await fetch(inject('lentSitesUrl'), { method: 'POST', body: JSON.stringify(asked) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as LentSite | null
}

export async function untilEdition({ url }: OwnSite, number: number): Promise<void> {
  await eventually(async () => {
    const edition = (await (await fetch(`${url}/api/edition`)).json()) as { number: number }
    expect(edition.number).toBeGreaterThanOrEqual(number)
  })
}
