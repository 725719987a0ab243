import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackup } from '../../src/backup/file/read-backup-file.ts'
import { buildSchema } from '../../src/db/backup/replace-schema.ts'
import { withSteadyClient } from '../../src/db/backup/steady-client.ts'
import { migrationState } from '../../src/db/migration-state.ts'
import { migrations } from '../../src/db/migrations/migrations.ts'
import { schemaSql } from '../../src/db/schema-sql.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { type BackupFolder, backUp, backupFolder, putBack } from '../support/backups.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'

const NAMES = Object.keys(migrations)

let folder: BackupFolder
let today: TestDatabase

beforeAll(async () => {
  folder = await backupFolder()
  today = await testDatabase()
})

afterAll(async () => {
  await folder.remove()
  await today.drop()
})

/** The oldest, to which every later migration is applied; 0005 has its own test below, with content. */
const BEFORE = NAMES.slice(0, -1).map((name, index) => ({ name, upTo: index + 1 }))

// In the short run, the test below proves that a backup with an older schema gets the current one.
test.skipIf(isShort).each(BEFORE)(
  'a backup made at $name restores to the current schema',
  async ({ upTo }) => {
    const old = await databaseAt(NAMES.slice(0, upTo))
    const target = await bareDatabase()
    const file = folder.file(`${upTo}.tar`)
    await backUp(old.url, file)
    expect((await openBackup(file)).manifest.migrations).toEqual(NAMES.slice(0, upTo))
    await putBack(target.url, file)
    expect(await migrationState(target.db)).toBe('ready')
    expect(await schemaSql(target.db)).toBe(await schemaSql(today.db))
    await old.drop()
    await target.drop()
  },
)

test('content published with 0005 is restored, and the site continues from it', async () => {
  const old = await databaseAt(NAMES.filter((name) => name <= '0005-newsroom'))
  const { alpha } = await addSmallSite(old.db)
  const id = await addDraft(old.db, { clouds: [alpha], title: 'From before' })
  // As that release did: today's program needs columns of today.
  const at = new Date('2026-01-01T00:00:00Z')
  const edition = await old.db.transaction().execute(async (trx) => {
    const { number } = await trx
      .updateTable('edition')
      .set((eb) => ({ number: eb('number', '+', 1), published_at: at }))
      .returning('number')
      .executeTakeFirstOrThrow()
    const published = { state: 'published', edition: number, posted_on: at } as const
    await trx.updateTable('records').set(published).where('id', '=', id).execute()
    return number
  })
  const file = folder.file('content.tar')
  await backUp(old.url, file)
  expect((await openBackup(file)).manifest.edition).toMatchObject({ number: edition, history: null })

  const target = await testDatabase()
  await addSmallSite(target.db)
  await putBack(target.url, file, { mayReplace: true })
  expect(await schemaSql(target.db)).toBe(await schemaSql(today.db))
  const loaded = await loadEdition(target.db)
  expect([...loaded.records.byId.values()].map(({ title }) => title)).toEqual(['From before'])
  expect(loaded.history).toMatch(/^[0-9a-f-]{36}$/)
  await publish(target.db, id, { step: 'updated' })
  await old.drop()
  await target.drop()
})

async function databaseAt(names: readonly string[]): Promise<TestDatabase> {
  const database = await bareDatabase()
  await withSteadyClient(database.url, (client) => buildSchema(client, names))
  return database
}
