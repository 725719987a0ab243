import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { eventually } from '../support/eventually.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

test('large integers and sums are numbers, days stay strings, timestamps are dates', async () => {
  const { rows } = await sql`
    select count(*) as count, sum(number) as sum, 9007199254740991 as largest,
      date '2026-11-15' as day, timestamptz '2026-11-15T10:00:00Z' as moment
    from edition`.execute(database.db)
  expect(rows).toEqual([
    {
      count: 1,
      sum: 0,
      largest: Number.MAX_SAFE_INTEGER,
      day: '2026-11-15',
      moment: new Date('2026-11-15T10:00:00Z'),
    },
  ])
})

test('an integer too large for a number fails only its statement', async () => {
  await expect(sql`select 9007199254740992`.execute(database.db)).rejects.toThrow(RangeError)
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('a broken connection is reported to onError, and the next statement works', async () => {
  const onError = vi.fn()
  const { db, close } = connect(database.url, { onError })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)

  await eventually(() => expect(onError).toHaveBeenCalled())
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
})
