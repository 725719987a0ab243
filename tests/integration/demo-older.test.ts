import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { currentEdition } from '../../src/db/edition.ts'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { pageRows } from '../../src/demo/pages/pages.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { demoHistory } from '../support/demo-history.ts'

const databases: TestDatabase[] = []

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop()
})

// In the short run, demo.test.ts proves that an older demo is moved to today, and keeps what staff made.
test.skipIf(isShort)(
  'CSAF: an older demo gets IP ranges and the facts of advisories once, except of those that staff changed',
  async () => {
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
    // A process with the previous edition gets them, too.
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
  },
)

test.skipIf(isShort)(
  'O-01 a demo of the same day gets the history and the texts of a new one, and keeps the IP ranges and the texts of staff',
  async () => {
    const { db, day } = await demoOfEarlierVersion()
    const { publishedAt: now } = await currentEdition(db)
    const before = await demoHistory(db)
    await sql`delete from publications`.execute(db)
    await sql`update pages set body = 'Old.', column_titles = '{}'`.execute(db)
    await sql`update pages set body = 'Ours.', version = 2 where slug = 'faq' and cloud_id is null`.execute(
      db,
    )
    const { tid } = await db.selectFrom('data_centers').select('tid').executeTakeFirstOrThrow()
    const own = { data_center_tid: tid, range: '192.0.2.0/24', note: 'Ours', added_on: now }
    await db.insertInto('ip_ranges').values(own).execute()
    expect(await loadDemo(db, { now })).toBe('completed')
    expect((await loadEdition(db)).site.ipRanges).toMatchObject([{ prefix: '192.0.2.0/24', note: 'Ours' }])
    expect(await demoHistory(db)).toEqual(before)
    expect(before.length).toBeGreaterThan(500)
    const pages = await db.selectFrom('pages').select(['slug', 'cloud_id', 'body', 'column_titles']).execute()
    for (const { slug, cloud_id, body, column_titles } of pageRows(day)) {
      const stored = pages.find((page) => page.slug === slug && page.cloud_id === cloud_id)
      const isOfStaff = slug === 'faq' && cloud_id === null
      expect(stored, slug).toMatchObject(isOfStaff ? { body: 'Ours.' } : { body, column_titles })
    }
  },
)

/** Without IP ranges, and as if advisories had no facts, and with marks of texts and history missing. */
async function demoOfEarlierVersion() {
  const database = await testDatabase('demo')
  databases.push(database)
  const { db } = database
  await sql`truncate ip_ranges restart identity`.execute(db)
  const { rows } = await sql<{ day: string }>`
    update settings set value = jsonb_set(value, '{parts}', (value -> 'parts') - '{ip-ranges,advisory-facts,texts-of-accounts,history-of-telling}'::text[])
    where key = 'demo' returning value ->> 'day' as day`.execute(db)
  const day = rows[0]?.day ?? ''
  return { db, day, now: new Date(`${day}T12:00:00Z`) }
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
