import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { bareDatabase, copyDatabase, type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { type BackupFolder, backUp, backupFolder, putBack } from '../support/backups.ts'
import { at, plannedMaintenance, publicationsOf, stepsOf } from '../support/life.ts'
import { publish } from '../support/publish.ts'
import { addDraft, addSmallSite } from '../support/small-site.ts'
import { testTimetable } from '../support/timetable.ts'

const MADE_AT = at('15T12:00:00')
const RESTORED_AT = at('15T21:00:00')

const STATES = [
  ['due', '15T11:00:00'],
  ['leased', '15T12:00:50'],
  ['due', '15T20:00:00'],
  ['due', '16T06:00:00'],
  ['sent', '15T10:00:00'],
  ['dead', '15T10:00:00'],
] as const

let folder: BackupFolder
let site: TestDatabase
/** The restored backup: by default, a copy for later events, and with --deliver. */
let restored: TestDatabase
let living: TestDatabase
let loud: TestDatabase
let outcome: Awaited<ReturnType<typeof putBack>>
let deliveries: number[]
let maintenance: number

beforeAll(async () => {
  ;[folder, site, restored, loud] = await Promise.all([
    backupFolder(),
    testDatabase(),
    bareDatabase(),
    bareDatabase(),
  ])
  deliveries = []
  for (const [state, due] of STATES) deliveries.push(await addDelivery(state, at(due)))
  maintenance = await plannedMaintenance(site.db)
  await settle(maintenance)
  await publish(site.db, await addDraft(site.db))
  await addAccountMail()
  await addImport()
  const file = folder.file('waiting.tar')
  await backUp(site.url, file, MADE_AT)
  outcome = await putBack(restored.url, file, { now: RESTORED_AT })
  living = await copyDatabase(restored.url)
  await putBack(loud.url, file, { now: RESTORED_AT, isQuiet: false })
})

afterAll(async () => {
  for (const database of [site, restored, living, loud]) await database.drop()
  await folder.remove()
})

test('promise 3: imports of subscribers that were under way are given up, since they may have ended or been canceled', async () => {
  const stateIn = async ({ db }: TestDatabase) => ({
    ...(await db.selectFrom('subscriber_imports').select('state').executeTakeFirstOrThrow()),
    slices: (await db.selectFrom('subscriber_import_slices').select('position').execute()).length,
  })
  expect(await stateIn(restored)).toEqual({ state: 'canceled', slices: 0 })
  expect(await stateIn(loud)).toEqual({ state: 'running', slices: 1 })
})

test('promise 3: queued messages are given up, since they may have been sent; those due later stay', async () => {
  expect(outcome.givenUp).toBe(3)
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
    ].map((row, index) => ({ id: deliveries[index], ...row })),
  )
})

test('an unfinished expansion finds no more recipients, and account mails are not sent again', async () => {
  expect(await expandNext(restored.db, { now: RESTORED_AT, sliceUsers: 10 })).toMatchObject({
    kind: 'nothing',
  })
  expect(await restored.db.selectFrom('account_mails').selectAll().execute()).toEqual([])
})

test.each(['quiet', 'loud'])(
  'links in mails do not sign in again, because they may have been used since (%s)',
  async (which) => {
    const { db } = which === 'quiet' ? restored : loud
    const open = await db.selectFrom('deliveries').where('managed_at', 'is', null).select('id').execute()
    expect(open).toEqual([])
  },
)

test('--deliver keeps all of it', async () => {
  expect(await loud.db.selectFrom('account_mails').select('kind').execute()).toEqual([
    { kind: 'verify-email' },
  ])
  const rows = await loud.db.selectFrom('deliveries').select(['id', 'state', 'fence']).orderBy('id').execute()
  expect(rows).toEqual(STATES.map(([state], index) => ({ id: deliveries[index], state, fence: 0 })))
  expect(await expandNext(loud.db, { now: RESTORED_AT, sliceUsers: 10 })).toMatchObject({
    kind: 'expanded',
  })
})

test('events between backup and restore happen without notifying again', async () => {
  const timetable = testTimetable(living.db)
  await timetable.look('15T21:00:05')
  expect(await stepsOf(living.db, maintenance)).toEqual(['scheduled', 'started'])
  expect(await waitingOf(maintenance)).toEqual([])

  // It ends after the restore, so no one was notified of that yet.
  await timetable.look('15T22:00:02')
  expect(await stepsOf(living.db, maintenance)).toEqual(['scheduled', 'started', 'completed'])
  expect(await waitingOf(maintenance)).toEqual(['completed'])
  const published = await publicationsOf(living.db, maintenance)
  expect(published.map(({ notifies }) => notifies)).toEqual([true, true, true])
})

test('events planned after the restore notify, however late', async () => {
  const id = await plannedMaintenance(living.db)
  await settle(id, living, at('15T21:10:00'))
  await testTimetable(living.db).look('15T21:10:05')
  expect(await stepsOf(living.db, id)).toEqual(['scheduled', 'started'])
  expect(await waitingOf(id)).toContain('started')
})

/** A date in the tests' own time. */
async function settle(id: number, { db }: TestDatabase = site, created_at = at('14T00:00:00')) {
  await db.updateTable('records').set({ created_at }).where('id', '=', id).execute()
  await db.updateTable('publications').set({ expanded_at: created_at }).where('record_id', '=', id).execute()
}

async function waitingOf(id: number) {
  const rows = await living.db
    .selectFrom('publications')
    .where('record_id', '=', id)
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

async function addImport() {
  const { alpha } = await addSmallSite(site.db)
  const { id: import_id } = await site.db
    .insertInto('subscriber_imports')
    .values({
      plan: 'plan',
      cloud_id: alpha.id,
      file_name: 'people.csv',
      are_confirmed: false,
      state: 'running',
      people: 1,
      actor: 'staff@example.com',
      created_at: MADE_AT,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await site.db
    .insertInto('subscriber_import_slices')
    .values({ import_id, position: 0, people: JSON.stringify([{ email: 'new@example.com' }]) })
    .execute()
}
