import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { listenForEditions } from '../../src/db/listen.ts'
import { demoContent } from '../../src/demo/demo-content.ts'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'

const NOW = new Date('2026-11-15T10:42:00Z')
const A_WEEK_LATER = new Date('2026-11-22T00:00:00Z')
const content = demoContent({ day: '2026-11-15' })
const made: TestDatabase[] = []

afterAll(() => Promise.all(made.map((database) => database.drop())))

test('an empty database gets the whole demo', async () => {
  const { db } = await emptyDatabase()
  expect(await loadDemo(db, { now: NOW })).toBe('loaded')

  for (const [table, rows] of Object.entries(content)) {
    const extra = table === 'settings' ? 1 : 0
    expect(await count(db, table), table).toBe(rows.length + extra)
  }
  const stored = await db
    .selectFrom('records')
    .selectAll()
    .where('event_type', '=', 'service_disruption')
    .execute()
  const open = stored.find(({ closed_on, state }) => closed_on === null && state === 'published')
  expect(open).toMatchObject({
    title: 'Web Security: connections failing in Frankfurt IV and Zürich II',
    from_time: new Date('2026-11-14T22:14:00Z'),
    tags: ['Web Security', 'Connectivity'],
    version: 1,
  })
})

test('O-01, O-03 a demo of an earlier version gets the texts of today and the banner, but for what staff wrote', async () => {
  const { db } = await emptyDatabase()
  await loadDemo(db, { now: NOW })
  await sql`update settings set value = value - 'parts' where key = 'demo'`.execute(db)
  await sql`delete from site_banners`.execute(db)
  await sql`update pages set body = 'Old.', column_titles = '{}'`.execute(db)
  await sql`update pages set body = 'Ours.', version = 2 where slug = 'faq' and cloud_id is null`.execute(db)

  expect(await loadDemo(db, { now: NOW })).toBe('completed')
  const pages = await db.selectFrom('pages').select(['slug', 'cloud_id', 'body', 'column_titles']).execute()
  for (const { slug, cloud_id, body, column_titles } of content.pages) {
    const stored = pages.find((page) => page.slug === slug && page.cloud_id === cloud_id)
    const isOfStaff = slug === 'faq' && cloud_id === null
    expect(stored, slug).toMatchObject(isOfStaff ? { body: 'Ours.' } : { body, column_titles })
  }
  expect(await count(db, 'site_banners')).toBe(content.site_banners.length)
  expect(await loadDemo(db, { now: NOW })).toBe('kept')
})

test('everything published belongs to the new edition, and every process is told', async () => {
  const { db, url } = await emptyDatabase()
  let timesTold = 0
  const listener = await listenForEditions(url, { onEdition: () => timesTold++, onLost: () => {} })
  const before = await currentEdition(db)
  await loadDemo(db, { now: NOW })
  await vi.waitFor(() => expect(timesTold).toBe(1))
  await listener.stop()

  const edition = await currentEdition(db)
  expect(edition).toEqual({
    history: before.history,
    number: before.number + 1,
    siteNumber: before.number + 1,
    threatNumber: before.number + 1,
    publishedAt: NOW,
  })
  const byState = await db
    .selectFrom('records')
    .select(['state', 'edition'])
    .distinct()
    .orderBy('state')
    .execute()
  expect(byState).toEqual([
    { state: 'draft', edition: null },
    { state: 'published', edition: edition.number },
    { state: 'scheduled', edition: null },
    { state: 'unpublished', edition: edition.number },
  ])
})

test('what staff add afterwards gets numbers of its own', async () => {
  const { db } = await emptyDatabase()
  await loadDemo(db, { now: NOW })
  const highest = await sql<{ id: number }>`select max(id) as id from records`.execute(db)
  const record = await db
    .insertInto('records')
    .values({
      kind: 'incident',
      event_type: 'informational',
      title: 'New',
      alias: 'new',
      status_id: 2,
      severity_tid: 20,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(record.id).toBe((highest.rows[0]?.id ?? 0) + 1)

  const region = await db
    .insertInto('regions')
    .values({ title: 'Antarctica' })
    .returning('tid')
    .executeTakeFirstOrThrow()
  const term = content.notification_terms.at(-1)
  expect(region.tid).toBe(Number(term?.tid) + 1)
  for (const table of ['products', 'menu_items', 'pages', 'compliance_rows', 'schedule_regions']) {
    const { rows } = await sql<{ next: number; highest: number }>`
      select nextval(pg_get_serial_sequence(${table}, 'id')) as next, (select max(id) from ${sql.table(table)}) as highest
    `.execute(db)
    expect(rows[0]?.next, table).toBe((rows[0]?.highest ?? 0) + 1)
  }
})

test('ten processes that start at once load it once', async () => {
  const { db, url } = await emptyDatabase()
  const connections = Array.from({ length: 10 }, () => connect(url))
  const outcomes = await Promise.all(connections.map((connection) => loadDemo(connection.db, { now: NOW })))
  await Promise.all(connections.map(({ close }) => close()))

  expect(outcomes.toSorted()).toEqual([...Array(9).fill('kept'), 'loaded'])
  expect(await count(db, 'records')).toBe(content.records.length)
  expect((await currentEdition(db)).number).toBe(1)
})

test('a second start on the same day keeps everything as it is', async () => {
  const { db } = await emptyDatabase()
  await loadDemo(db, { now: NOW })
  const before = await allTimes(db)
  expect(await loadDemo(db, { now: new Date('2026-11-15T23:59:59Z') })).toBe('kept')
  expect(await allTimes(db)).toEqual(before)
  expect((await currentEdition(db)).number).toBe(1)
})

test('a demo kept for a week is moved to today and equals one loaded today', async () => {
  const { db } = await emptyDatabase()
  const fresh = await emptyDatabase()
  await loadDemo(db, { now: NOW })
  expect(await loadDemo(db, { now: A_WEEK_LATER })).toBe('moved')
  await loadDemo(fresh.db, { now: A_WEEK_LATER })

  expect(await allTimes(db)).toEqual(await allTimes(fresh.db))
  const edition = await currentEdition(db)
  expect(edition).toMatchObject({ number: 2, siteNumber: 1, threatNumber: 2, publishedAt: A_WEEK_LATER })
  const stale = await db
    .selectFrom('records')
    .where('state', '=', 'published')
    .where('edition', '<', 2)
    .select('id')
    .execute()
  expect(stale).toEqual([])
  expect(await loadDemo(db, { now: A_WEEK_LATER })).toBe('kept')
})

test('a record that somebody changed, its updates, and records that staff added are not moved', async () => {
  const { db } = await emptyDatabase()
  await loadDemo(db, { now: NOW })
  const touched = await db
    .selectFrom('record_updates')
    .select('record_id')
    .orderBy('record_id', 'desc')
    .executeTakeFirstOrThrow()
  await db.updateTable('records').set({ version: 2 }).where('id', '=', touched.record_id).execute()
  const added = await db
    .insertInto('records')
    .values({
      kind: 'incident',
      event_type: 'informational',
      title: 'Ours',
      alias: 'ours',
      status_id: 2,
      severity_tid: 20,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mine = [touched.record_id, added.id]
  const before = (await allTimes(db)).filter(({ id }) => mine.includes(id))

  expect(await loadDemo(db, { now: A_WEEK_LATER })).toBe('moved')
  expect((await allTimes(db)).filter(({ id }) => mine.includes(id))).toEqual(before)
})

test('a clock that went back changes nothing', async () => {
  const { db } = await emptyDatabase()
  await loadDemo(db, { now: A_WEEK_LATER })
  expect(await loadDemo(db, { now: NOW })).toBe('kept')
  expect((await currentEdition(db)).number).toBe(1)
})

test('the content of a real provider is never touched', async () => {
  const { db } = await emptyDatabase()
  await db
    .insertInto('settings')
    .values({ key: 'provider', value: JSON.stringify({ name: 'Real' }) })
    .execute()
  expect(await loadDemo(db, { now: NOW })).toBe('kept')
  expect(await count(db, 'clouds')).toBe(0)
  expect((await currentEdition(db)).number).toBe(0)
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase('empty')
  made.push(database)
  return database
}

async function count(db: TestDatabase['db'], table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Every time of every record, with those of its updates and internal fields. */
async function allTimes(db: TestDatabase['db']) {
  const { rows } = await sql<{ id: number }>`
    select id, created_at, publish_at, posted_on, closed_on, from_time, to_time, actual_from_time, actual_to_time,
      updated_on, next_update,
      (select array_agg(posted_on order by u.id) from record_updates u where record_id = records.id) as updates,
      (select updated_at from record_internals where record_id = records.id) as internals
    from records
    order by id`.execute(db)
  return rows
}
