import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOrNothing } from '../../src/publishing/site/verbs/all-or-nothing.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase('demo')
})
afterAll(() => database.drop())

test('Z-03 a change of the site that stands in each other’s way with another begins again', async () => {
  const { db } = database
  const [one, two] = await db.selectFrom('clouds').select('id').orderBy('id').limit(2).execute()
  if (one === undefined || two === undefined) throw new Error('Two clouds are needed.')
  const hold = (on: typeof db, { id }: { id: number }) =>
    on.selectFrom('clouds').where('id', '=', id).select('id').forUpdate().execute()
  let attempts = 0
  let change: Promise<string> | undefined
  await db.transaction().execute(async (trx) => {
    await hold(trx, two)
    // It waits first, so it is the one that PostgreSQL ends.
    change = allOrNothing<string>(db, async (own) => {
      attempts++
      await hold(own, one)
      await hold(own, two)
      return 'saved'
    })
    await eventually(async () => expect(await isSomebodyWaiting()).toBe(true))
    await hold(trx, one)
  })
  expect([await change, attempts]).toEqual(['saved', 2])
})

async function isSomebodyWaiting() {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    database.db,
  )
  return rows.length > 0
}
