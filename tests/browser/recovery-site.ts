import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { KEYS, type TestWriter, testWriter } from '../support/edition-writer.ts'
import { smallEdition } from '../support/small-edition.ts'
import { written } from '../support/written-edition.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

export interface RecoverySite {
  url: string
  /** Of the site that it stands in for. */
  db: Kysely<DB>
}

/**
 * O-06: the demo on a stand-in site that reads a folder: one that is written to all the time, or one cloud of it where
 * nothing was written for so long.
 */
export function recoverySite({ silentForMs }: { silentForMs?: number } = {}): () => RecoverySite {
  let folder: string
  let database: TestDatabase | undefined
  let writer: TestWriter | undefined
  let site: SiteProcess | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-editions-'))
    database = await testDatabase('demo')
    const { db, url } = database
    if (silentForMs === undefined) writer = testWriter({ db, url, target: { kind: 'folder', path: folder } })
    else await writeOnce(folder, new Date(Date.now() - silentForMs))
    site = await startSiteProcess({
      TRUST_DR: '1',
      EDITION_SOURCE: folder,
      EDITION_PUBLIC_KEY: KEYS.publicKey,
    })
  })
  afterAll(async () => {
    await site?.stop()
    await writer?.stop()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })
  return () => {
    if (site === undefined || database === undefined) throw new Error('The site is there in tests only.')
    return { url: site.url, db: database.db }
  }
}

async function writeOnce(folder: string, verifiedAt: Date) {
  const edition = smallEdition(await demoEdition(), ['northwall.net'])
  const { name, file, head } = await written(edition, { verifiedAt })
  await writeFile(join(folder, name), file)
  await writeFile(join(folder, 'head.json'), head)
}
