import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { demoEdition } from '../support/demo-edition.ts'

const databases: TestDatabase[] = []

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop()
})

test('an older demo gets IP ranges once, and keeps those of staff', async () => {
  const { db, now } = await demoOfEarlierVersion()
  expect((await loadEdition(db)).site.ipRanges).toEqual([])
  expect(await loadDemo(db, { now })).toBe('completed')
  expect((await loadEdition(db)).site.ipRanges).toEqual((await demoEdition()).site.ipRanges)
  expect(await loadDemo(db, { now })).toBe('kept')

  const other = await demoOfEarlierVersion()
  const { tid } = await other.db.selectFrom('data_centers').select('tid').executeTakeFirstOrThrow()
  const own = { data_center_tid: tid, range: '192.0.2.0/24', note: 'Ours', added_on: now }
  await other.db.insertInto('ip_ranges').values(own).execute()
  expect(await loadDemo(other.db, { now })).toBe('completed')
  expect((await loadEdition(other.db)).site.ipRanges).toMatchObject([
    { prefix: '192.0.2.0/24', note: 'Ours' },
  ])
})

async function demoOfEarlierVersion() {
  const database = await testDatabase('demo')
  databases.push(database)
  const { db } = database
  await sql`truncate ip_ranges restart identity`.execute(db)
  const { rows } = await sql<{ day: string }>`
    update settings set value = jsonb_set(value, '{parts}', (value -> 'parts') - 'ip-ranges')
    where key = 'demo' returning value ->> 'day' as day`.execute(db)
  return { db, now: new Date(`${rows[0]?.day}T12:00:00Z`) }
}
