import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadDemo } from '../../src/demo/load-demo.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'

let database: TestDatabase

// A fresh database per attempt: the test deletes what it compares with.
beforeEach(async () => {
  database = await testDatabase('demo')
})

afterEach(() => database.drop())

test('CSAF: advisories of an older demo get their facts once, except those that staff changed', async () => {
  const { db } = database
  const before = factsOf(await loadEdition(db))
  const [own] = before.keys()
  await sql`
    update records set advisory = null, cve_ids = '{}', cvss_score = null, cvss_vector = null
    where kind = 'advisory'`.execute(db)
  await sql`update records set version = 2 where id = ${own}`.execute(db)
  const { rows } = await sql<{ day: string }>`
    update settings set value = jsonb_set(value, '{parts}', (value -> 'parts') - 'advisory-facts')
    where key = 'demo' returning value ->> 'day' as day`.execute(db)
  const now = new Date(`${rows[0]?.day}T12:00:00Z`)
  const held = await loadEdition(db)
  expect(await loadDemo(db, { now })).toBe('completed')
  // A process that holds the previous edition gets them, too.
  const after = factsOf(await loadEdition(db, held))
  expect(before.size).toBeGreaterThan(100)
  expect(after.get(own as number)).toMatchObject({ advisory: null, cve_ids: [] })
  before.delete(own as number)
  after.delete(own as number)
  expect(after).toEqual(before)
  expect(await loadDemo(db, { now })).toBe('kept')
})

function factsOf({ records }: Edition) {
  const advisories = [...records.byId.values()].filter(({ kind }) => kind === 'advisory')
  return new Map(
    advisories.map(({ id, body, advisory, cve_ids, cvss_score, cvss_vector }) => [
      id,
      { body, advisory, cve_ids, cvss_score, cvss_vector },
    ]),
  )
}
