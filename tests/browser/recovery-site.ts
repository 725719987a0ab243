import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { KEYS, type TestWriter, testWriter } from '../support/edition-writer.ts'
import { type SiteProcess, startSiteProcess } from './site-process.ts'

export function recoverySite(): () => string {
  let folder: string
  let database: TestDatabase | undefined
  let writer: TestWriter | undefined
  let site: SiteProcess | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'candor-editions-'))
    database = await testDatabase('demo')
    const { db, url } = database
    writer = testWriter({ db, url, target: { kind: 'folder', path: folder } })
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
    if (site === undefined) throw new Error('The site is there in tests only.')
    return site.url
  }
}
