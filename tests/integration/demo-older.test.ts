import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { loadDemo } from '../../src/demo/load-demo.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { demoEdition } from '../support/demo-edition.ts'

const databases: TestDatabase[] = []

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop()
})

test('CSAF: an older demo gets IP ranges and the facts of advisories once, except of those that staff changed', async () => {
  const { db, now } = await demoOfEarlierVersion()
  const before = await demoEdition()
  const facts = factsOf(before)
  const [own = 0] = facts.keys()
  await sql`
    update records set advisory = null, cve_ids = '{}', cvss_score = null, cvss_vector = null
    where kind = 'advisory'`.execute(db)
  await sql`update records set version = 2 where id = ${own}`.execute(db)
  const held = await loadEdition(db)
  expect(held.site.ipRanges).toEqual([])
  expect(await loadDemo(db, { now })).toBe('completed')
  // A process that holds the previous edition gets them, too.
  const after = await loadEdition(db, held)
  expect(after.site.ipRanges).toEqual(before.site.ipRanges)
  expect(after.site.ipRanges).not.toEqual([])
  const factsAfter = factsOf(after)
  expect(facts.size).toBeGreaterThan(100)
  expect(factsAfter.get(own)).toMatchObject({ advisory: null, cve_ids: [] })
  facts.delete(own)
  factsAfter.delete(own)
  expect(factsAfter).toEqual(facts)
  expect(await loadDemo(db, { now })).toBe('kept')
})

test('an older demo keeps the IP ranges of staff', async () => {
  const { db, now } = await demoOfEarlierVersion()
  const { tid } = await db.selectFrom('data_centers').select('tid').executeTakeFirstOrThrow()
  const own = { data_center_tid: tid, range: '192.0.2.0/24', note: 'Ours', added_on: now }
  await db.insertInto('ip_ranges').values(own).execute()
  expect(await loadDemo(db, { now })).toBe('completed')
  expect((await loadEdition(db)).site.ipRanges).toMatchObject([{ prefix: '192.0.2.0/24', note: 'Ours' }])
})

/** Without IP ranges, and as if advisories had no facts. */
async function demoOfEarlierVersion() {
  const database = await testDatabase('demo')
  databases.push(database)
  const { db } = database
  await sql`truncate ip_ranges restart identity`.execute(db)
  const { rows } = await sql<{ day: string }>`
    update settings set value = jsonb_set(value, '{parts}', (value -> 'parts') - '{ip-ranges,advisory-facts}'::text[])
    where key = 'demo' returning value ->> 'day' as day`.execute(db)
  return { db, now: new Date(`${rows[0]?.day}T12:00:00Z`) }
}

function factsOf({ records }: Edition) {
  const advisories = [...records.byId.values()].filter(({ kind }) => kind === 'advisory')
  return new Map(
    advisories.map(({ id, body, advisory, cve_ids, cvss_score, cvss_vector }) => [
      id,
      { body, advisory, cve_ids, cvss_score, cvss_vector },
    ]),
  )
}
