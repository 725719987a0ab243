import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { RestoreWish } from '../../src/backup/restore-backup.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { catchUpLog } from '../../src/db/edition.ts'
import { openLogKey } from '../../src/db/log/read-log.ts'
import { SYSTEM } from '../../src/domain/actor.ts'
import type { LogEntry } from '../../src/domain/log/log-entry.ts'
import type { GetBytes } from '../../src/domain/log/read-site-log.ts'
import { type SeenLog, verifySite } from '../../src/domain/log/verify-site.ts'
import { makePrivateKey } from '../../src/edition/file/edition-keys.ts'
import { type EditionTarget, placeOf } from '../../src/edition/file/edition-targets.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { copyLogTo } from '../../src/edition/log/log-beside-editions.ts'
import { logOfDatabase } from '../../src/edition/log/public-log.ts'
import { redactFaces } from '../../src/publishing/log/redact-faces.ts'
import { logCopyAt } from '../../src/server/commands/log-copy.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { backUp, putBack } from '../support/backups.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft, addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { testAccounts } from '../support/test-accounts.ts'
import { standingHolder, testApp } from '../support/test-app.ts'

/*
 * A restore from yesterday's backup, with and without a copy of the public log: `candor verify`, which saw the newest
 * entries before, either finds that the log only grew, or is told that a new one has begun.
 */
const folder = mkdtempSync(join(tmpdir(), 'candor-restore-log-'))
const backup = join(folder, 'yesterday.tar')
const target: EditionTarget = { kind: 'folder', path: join(folder, 'editions') }
const { signal } = new AbortController()
let lived: TestDatabase
let cloud: SmallCloud
let seen: SeenLog
/** As of yesterday: unchanged since, corrected since, withdrawn since, a draft that is published since. */
let records: { same: number; corrected: number; withdrawn: number; draft: number; redacted: number }
/** Not in the backup at all. */
let since: number
const opened: TestDatabase[] = []

beforeAll(async () => {
  lived = await testDatabase()
  const { db } = lived
  cloud = (await addSmallSite(db)).alpha
  await openLogKey(db, OPEN_VAULT, { make: makePrivateKey, host: 'trust.northwall.example' })
  const add = (title: string) => addDraft(db, { title, clouds: [cloud] })
  records = {
    same: await add('The same'),
    corrected: await add('As of yesterday'),
    withdrawn: await add('Withdrawn since'),
    draft: await add('Published since'),
    redacted: await add('Jane Doe'),
  }
  for (const name of ['same', 'corrected', 'withdrawn', 'redacted'] as const) await publish(db, records[name])
  await retitle(records.redacted, 'Somebody')
  await backUp(lived.url, backup)

  await retitle(records.corrected, 'As of today')
  await unpublish(db, records.withdrawn)
  await publish(db, records.draft)
  since = await add('New since')
  await publish(db, since)
  await redactFirstVersion(records.redacted)
  await copyLog(lived)
  seen = (await verify(lived)).seen
})

afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})

afterAll(async () => {
  await lived.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function retitle(id: number, title: string, { db } = lived) {
  await db.updateTable('records').set({ title }).where('id', '=', id).execute()
  await publish(db, id, { step: 'corrected' })
}

async function redactFirstVersion(id: number) {
  await redactFaces(lived.db, {
    of: { record: id },
    limit: null,
    reason: 'It named a person',
    actor: SYSTEM,
    now: new Date(),
  })
}

const publicUrl = 'https://trust.northwall.example'

async function copyLog({ db }: TestDatabase) {
  // A checkpoint is signed once a second at most.
  const publicLog = logOfDatabase({ db, vault: OPEN_VAULT, publicUrl, clock: () => new Date() })
  const copying = copyLogTo({ db, publicLog, place: placeOf(target, signal) })
  expect(await copying.copy(await loadEdition(db), { mayWrite: () => true })).toBe('done')
}

async function verify({ db }: TestDatabase, of: { seen?: SeenLog; mayBeNew?: boolean } = {}) {
  const holder = standingHolder(new Date())
  holder.hold(await loadEdition(db))
  const { app } = await testApp({ holder, accounts: testAccounts(db, {}) })
  const get: GetBytes = async (path) => {
    const answer = await app.inject({ url: path })
    return answer.statusCode === 200 ? answer.rawPayload : undefined
  }
  try {
    const editionAt = () => undefined
    const pause = async () => {}
    return await verifySite({ get, editionAt, pause, mayBeNew: false, isWhole: true, now: new Date(), ...of })
  } finally {
    await app.close()
  }
}

async function restored(wish: Partial<RestoreWish> = {}) {
  const database = await bareDatabase()
  opened.push(database)
  return restoreInto(database, wish)
}

async function restoreInto(database: TestDatabase, wish: Partial<RestoreWish>) {
  const lines: string[] = []
  const outcome = await putBack(database.url, backup, { report: (line) => lines.push(line), ...wish })
  const before = await entriesOf(database)
  const caughtUp = await catchUpLog(database.db, { now: new Date() })
  return { database, lines, caughtUp, edition: outcome.edition, entries: before }
}

async function entriesOf({ db }: TestDatabase): Promise<LogEntry[]> {
  const { rows } = await sql<{ entry: string }>`
    select entry from log_entries where log_id = (select log_id from log_head) order by index`.execute(db)
  return rows.map(({ entry }) => JSON.parse(entry) as LogEntry)
}

const newestCopy = (isNewest: boolean) => logCopyAt(undefined, { target, isNewest, signal })

/** The log went on, and says what the restore did. */
async function expectSetBack({ database, caughtUp, entries }: Awaited<ReturnType<typeof restored>>) {
  expect(caughtUp).toBe('kept')
  const added = entries.slice(seen.size)
  expect(added.map(({ act, record }) => [act, record?.id])).toEqual([
    ['set-back', undefined],
    ['withdrawn', records.draft],
    ['withdrawn', since],
    ['set-back', records.corrected],
    ['set-back', records.withdrawn],
  ])
  const verified = await verify(database, { seen })
  expect(verified).toMatchObject({ before: seen.size, newLog: undefined, records: 4, redacted: 1 })
  const { rows } = await sql`select from log_faces where face like '%Jane Doe%'`.execute(database.db)
  expect(rows).toEqual([])
  // The next publication is an entry like any other, and nobody gets the ID of what was lost.
  await publish(database.db, records.draft)
  expect(await addDraft(database.db)).toBeGreaterThan(since)
  expect((await verify(database, { seen: verified.seen })).before).toBe(verified.seen.size)
}

test('into an empty database, with a copy that is known to be the newest: the log goes on', async () => {
  const result = await restored({ logCopy: newestCopy(true) })
  expect(result.lines).toEqual([
    expect.stringMatching(/^\d+ entries of the public log, the last of .* were taken back in/),
  ])
  await expectSetBack(result)
})

test('into an empty database, with a copy that may lack the last entries: it is kept, and a new log names its end', async () => {
  const { database, lines, caughtUp } = await restored({ logCopy: newestCopy(false) })
  expect(lines.at(-1)).toMatch(/^A new log begins, because that copy may lack/)
  expect(caughtUp).toBe('caught-up')
  expect((await entriesOf(database))[0]).toMatchObject({
    act: 'began',
    began: { reason: 'restored', before: { size: seen.size, root: seen.root } },
  })
  // The page about the log says so, too.
  expect((await loadEdition(database.db)).log?.before).toMatchObject({ size: seen.size, root: seen.root })
  // What was redacted in the log before counts, too: its versions are still at their addresses.
  expect((await loadEdition(database.db)).log?.redacted).toBe(1)
  await expect(verify(database, { seen })).rejects.toThrow('names exactly the log that you have seen')
  expect(await verify(database, { seen, mayBeNew: true })).toMatchObject({ records: 4 })
  // The new log is the one that the next restore goes on with.
  const again = await restoreInto(database, { mayReplace: true })
  expect(again.caughtUp).toBe('kept')
  await expect(verify(database, { seen })).rejects.toThrow('names exactly the log that you have seen')
})

test('into an empty database, without a copy: a new log begins, and what readers saw since is said to be lost', async () => {
  const { database, lines } = await restored()
  expect(lines).toEqual([expect.stringContaining('redact them again')])
  await expect(verify(database, { seen })).rejects.toThrow(/so \d+ that you have seen are lost/)
})

test('a second restore before the site starts knows no more than the first: a new log begins', async () => {
  const database = await bareDatabase()
  opened.push(database)
  await putBack(database.url, backup)
  const { caughtUp, lines } = await restoreInto(database, { mayReplace: true })
  expect({ caughtUp, lines }).toEqual({ caughtUp: 'caught-up', lines: [] })
  await expect(verify(database, { seen })).rejects.toThrow(/so \d+ that you have seen are lost/)
})

test('a copy that is damaged, or of another log, is not used', async () => {
  const read = newestCopy(true)?.get as GetBytes
  const copyWith = (get: GetBytes) => ({ where: 'there', isNewest: true, get })
  const lineOf = async (get: GetBytes) => (await restored({ logCopy: copyWith(get) })).lines[0]
  expect(
    await lineOf(async (path) => {
      const bytes = await read(path)
      return path.startsWith('/log/faces/')
        ? Buffer.from(String(bytes).replace('As of today', 'Never'))
        : bytes
    }),
  ).toMatch(/can’t be used: What is at \/log\/faces\/\w+ is not what was logged\./)
  expect(
    await lineOf(async (path) => {
      const bytes = await read(path)
      return path.includes('/tile/entries/')
        ? Buffer.from(
            Buffer.from(bytes ?? [])
              .toString('latin1')
              .replace('withdrawn', 'published'),
            'latin1',
          )
        : bytes
    }),
  ).toMatch(/can’t be used: It does not continue the log in the backup\./)
  expect(await lineOf(async () => undefined)).toMatch(/can’t be used: There is no checkpoint/)
})

test('over the database that it replaces: everything published since is taken back in, and the log goes on', async () => {
  await expectSetBack(await restoreInto(lived, { mayReplace: true }))
})
