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
  /** The database of the main site. */
  db: Kysely<DB>
}

/** O-06: the demo on a backup site that reads a folder with an active writer. */
export function recoverySite(): () => RecoverySite {
  let database: TestDatabase | undefined
  let writer: TestWriter | undefined
  const site = siteOfFolder(async (folder) => {
    database = await testDatabase('demo')
    const { db, url } = database
    writer = testWriter({ db, url, target: { kind: 'folder', path: folder } })
  })
  afterAll(async () => {
    await writer?.stop()
    await database?.drop()
  })
  return () => {
    if (database === undefined) throw new Error('The site is there in tests only.')
    return { url: site().url, db: database.db }
  }
}

/** One demo cloud on a backup site whose folder has not been written for this long. */
export function silentRecoverySite(silentForMs: number): () => Pick<RecoverySite, 'url'> {
  return siteOfFolder((folder) => writeOnce(folder, new Date(Date.now() - silentForMs)))
}

function siteOfFolder(fill: (folder: string) => Promise<void>): () => Pick<RecoverySite, 'url'> {
  let folder: string
  let site: SiteProcess | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-editions-'))
    await fill(folder)
    site = await startSiteProcess({
      TRUST_DR: '1',
      EDITION_SOURCE: folder,
      EDITION_PUBLIC_KEY: KEYS.publicKey,
    })
  })
  afterAll(async () => {
    await site?.stop()
    await rm(folder, { recursive: true, force: true })
  })
  return () => {
    if (site === undefined) throw new Error('The site is there in tests only.')
    return { url: site.url }
  }
}

async function writeOnce(folder: string, verifiedAt: Date) {
  const edition = smallEdition(await demoEdition(), ['northwall.net'])
  const { name, file, head } = await written(edition, { verifiedAt })
  await writeFile(join(folder, name), file)
  await writeFile(join(folder, 'head.json'), head)
}
