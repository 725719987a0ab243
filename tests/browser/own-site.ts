import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

export interface OwnSite {
  url: string
  db: Kysely<DB>
}

/** The demo on a site of its own for a group of tests, with settings of its own, whose content they may change. */
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
    return { url: site.url, db: database.db }
  }
}

/** Waits until the site shows an edition. */
export async function untilEdition({ url }: OwnSite, number: number): Promise<void> {
  await eventually(async () => {
    const edition = (await (await fetch(`${url}/api/edition`)).json()) as { number: number }
    expect(edition.number).toBeGreaterThanOrEqual(number)
  })
}
