import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOrNothing } from '../../src/publishing/site/verbs/all-or-nothing.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { addSmallSite } from '../support/small-site.ts'
import { untilSomeoneWaits } from '../support/until-someone-waits.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await addSmallSite(database.db)
})
afterAll(() => database.drop())

test('Z-03 a site change that hits a deadlock is retried', async () => {
  const { db } = database
  const [one, two] = await db.selectFrom('clouds').select('id').orderBy('id').limit(2).execute()
  if (one === undefined || two === undefined) throw new Error('Two clouds are needed.')
  const hold = (on: typeof db, { id }: { id: number }) =>
    on.selectFrom('clouds').where('id', '=', id).select('id').forUpdate().execute()
  let attempts = 0
  const meet = async () => {
    let change: Promise<string> | undefined
    attempts = 0
    const other = db.transaction().execute(async (trx) => {
      await hold(trx, two)
      change = allOrNothing<string>(db, async (own) => {
        attempts++
        await hold(own, one)
        await hold(own, two)
        return 'saved'
      })
      await untilSomeoneWaits(database.db)
      await hold(trx, one)
    })
    const isOtherEnded = await other.then(() => false, isDeadlock)
    expect(await change).toBe('saved')
    return isOtherEnded ? 'the other was ended' : 'the change was ended'
  }
  // The change waits first, so PostgreSQL usually aborts it; on a busy machine it may abort the other.
  while ((await meet()) === 'the other was ended') expect(attempts).toBe(1)
  expect(attempts).toBeGreaterThan(1)
})

function isDeadlock(error: { code?: string }) {
  if (error.code !== '40P01') throw error
  return true
}
