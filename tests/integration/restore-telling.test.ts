import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { bareDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type BackupFolder, backUp, backupFolder, putBack } from '../support/backups.ts'
import { at, plannedMaintenance, publicationsOf, stepsOf } from '../support/life.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { testTimetable } from '../support/timetable.ts'

const MADE_AT = at('15T12:00:00')
const RESTORED_AT = at('15T21:00:00')

let folder: BackupFolder
let site: TestDatabase
let restored: TestDatabase

beforeAll(async () => {
  folder = await backupFolder()
})

beforeEach(async () => {
  site = await testDatabase()
  restored = await bareDatabase()
})

afterEach(async () => {
  await site.drop()
  await restored.drop()
})

afterAll(() => folder.remove())

test('promise 3: what waited to be sent is given up, since it may have gone out; what is due only later stays', async () => {
  const states = [
    ['due', '15T11:00:00'],
    ['leased', '15T12:00:50'],
    ['due', '15T20:00:00'],
    ['due', '16T06:00:00'],
    ['sent', '15T10:00:00'],
    ['dead', '15T10:00:00'],
  ] as const
  const ids: number[] = []
  for (const [state, due] of states) ids.push(await addDelivery(state, at(due)))
  const { givenUp } = await goBack()
  expect(givenUp).toBe(3)
  const rows = await restored.db
    .selectFrom('deliveries')
    .select(['id', 'state', 'fence', 'last_error'])
    .orderBy('id')
    .execute()
  const why = expect.stringMatching(/^Not sent: the database was restored from a backup of 20/)
  const given = { state: 'dead', fence: 1, last_error: why }
  const kept = { fence: 0, last_error: null }
  expect(rows).toEqual(
    [
      given,
      given,
      given,
      { state: 'due', fence: 1, last_error: null },
      { ...kept, state: 'sent' },
      { ...kept, state: 'dead' },
    ].map((row, index) => ({ id: ids[index], ...row })),
  )
})

test('a publication whose recipients were still being found finds no more, and mail about accounts is not sent again', async () => {
  await publish(site.db, await addDraft(site.db))
  await addAccountMail()
  await goBack()
  expect(await expandNext(restored.db, { now: RESTORED_AT, sliceUsers: 10 })).toMatchObject({
    kind: 'nothing',
  })
  expect(await restored.db.selectFrom('account_mails').selectAll().execute()).toEqual([])
})

test('--deliver leaves all of it as it was', async () => {
  await publish(site.db, await addDraft(site.db))
  await addAccountMail()
  const id = await addDelivery('due', at('15T11:00:00'))
  await goBack({ isQuiet: false })
  expect(await restored.db.selectFrom('account_mails').select('kind').execute()).toEqual([
    { kind: 'verify-email' },
  ])
  const delivery = restored.db.selectFrom('deliveries').where('id', '=', id)
  expect(await delivery.select(['state', 'fence']).execute()).toEqual([{ state: 'due', fence: 0 }])
  expect(await expandNext(restored.db, { now: RESTORED_AT, sliceUsers: 10 })).toMatchObject({
    kind: 'expanded',
  })
})

test('what came due between the backup and the restore is done, and nobody is told a second time', async () => {
  const id = await plannedMaintenance(site.db)
  await settle(id)
  await goBack()
  const timetable = testTimetable(restored.db)
  await timetable.look('15T21:00:05')
  expect(await stepsOf(restored.db, id)).toEqual(['scheduled', 'started'])
  expect(await waiting()).toEqual([])

  // It ends after the restore: nobody else has told that.
  await timetable.look('15T22:00:02')
  expect(await stepsOf(restored.db, id)).toEqual(['scheduled', 'started', 'completed'])
  expect(await waiting()).toEqual(['completed'])
  expect((await publicationsOf(restored.db, id)).map(({ notifies }) => notifies)).toEqual([true, true, true])
})

test('what staff plan after the restore is told, however late', async () => {
  await goBack()
  const id = await plannedMaintenance(restored.db)
  await settle(id, restored, at('15T21:10:00'))
  await testTimetable(restored.db).look('15T21:10:05')
  expect(await stepsOf(restored.db, id)).toEqual(['scheduled', 'started'])
  expect(await waiting()).toContain('started')
})

async function goBack(of: { isQuiet?: boolean } = {}) {
  const file = folder.file(`${Math.random()}.tar`)
  await backUp(site.url, file, MADE_AT)
  return putBack(restored.url, file, { now: RESTORED_AT, ...of })
}

/** Of a day in the tests' own time. */
async function settle(id: number, { db }: TestDatabase = site, created_at = at('14T00:00:00')) {
  await db.updateTable('records').set({ created_at }).where('id', '=', id).execute()
  await db.updateTable('publications').set({ expanded_at: created_at }).where('record_id', '=', id).execute()
}

/** Publications that recipients will be found for. */
async function waiting() {
  const rows = await restored.db
    .selectFrom('publications')
    .where('expanded_at', 'is', null)
    .select('step')
    .execute()
  return rows.map(({ step }) => step)
}

let users = 0
async function addDelivery(state: 'due' | 'leased' | 'sent' | 'dead', due_at: Date) {
  await publish(site.db, await addDraft(site.db), { notifies: false })
  users++
  const { rows } = await sql<{ id: number }>`
    with person as (insert into users (email) values (${`p${users}@example.com`}) returning id)
    select id from person`.execute(site.db)
  const user_id = rows[0]?.id ?? 0
  const { id: channel_id } = await site.db
    .selectFrom('channels')
    .where('user_id', '=', user_id)
    .select('id')
    .executeTakeFirstOrThrow()
  const { id: publication_id } = await site.db
    .selectFrom('publications')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  const { id } = await site.db
    .insertInto('deliveries')
    .values({
      publication_id,
      user_id,
      channel_id,
      state,
      due_at,
      kind: 'email',
      lane: 'mail',
      priority: 1,
      sent_at: state === 'sent' ? due_at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addAccountMail() {
  const { id: user_id } = await site.db
    .insertInto('users')
    .values({ email: 'new@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await site.db
    .insertInto('account_mails')
    .values({ kind: 'verify-email', email: 'new@example.com', user_id, due_at: MADE_AT, created_at: MADE_AT })
    .execute()
}
