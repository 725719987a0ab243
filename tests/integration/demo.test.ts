import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAudit } from '../../src/db/audit.ts'
import { type Connection, connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import { findDemoMark } from '../../src/db/demo.ts'
import { planDemoWorkAgain } from '../../src/db/demo-renewal.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { readSetting } from '../../src/db/site-editing/settings.ts'
import { siteBannerRows } from '../../src/demo/banners.ts'
import { demoContent } from '../../src/demo/demo-content.ts'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { pageRows } from '../../src/demo/pages/pages.ts'
import { PROVIDER } from '../../src/demo/provider.ts'
import { actorNamed, SYSTEM } from '../../src/domain/actor.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { type DemoLoaded, demoAWeekLater } from '../support/demo-a-week-later.ts'
import { demoHistory } from '../support/demo-history.ts'
import { publish } from '../support/publish.ts'

/** Its content, two corrections, and the redaction of what one of them replaced. */
const EDITIONS = 3

const NEW_RECORD = {
  kind: 'incident',
  event_type: 'informational',
  title: 'New',
  alias: 'new',
  status_id: 2,
  severity_tid: 20,
} as const

const made: TestDatabase[] = []
let fresh: DemoLoaded & Connection
let content: ReturnType<typeof demoContent>

beforeAll(async () => {
  const loaded = await demoAWeekLater()
  fresh = { ...loaded, ...connect(loaded.url) }
  content = demoContent({ day: fresh.day })
})

afterAll(async () => {
  await fresh.close()
  await Promise.all(made.map((database) => database.drop()))
})

test('an empty database gets the whole demo', async () => {
  const { db, now } = fresh
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
  const theDayBefore = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)
  expect(open).toMatchObject({
    title: 'Web Security: connections failing in Frankfurt IV and Zürich II',
    from_time: new Date(`${theDayBefore}T22:14:00Z`),
    tags: ['Web Security', 'Connectivity'],
    version: 1,
  })
  expect(await minutesToNextUpdates(db, now)).toEqual([18, 22, 27])
})

test('ten processes that start at the same time load it once', async () => {
  expect(fresh.outcomes.toSorted()).toEqual([...Array(9).fill('kept'), 'loaded'])
  expect(await count(fresh.db, 'records')).toBe(content.records.length)
  expect((await currentEdition(fresh.db)).number).toBe(EDITIONS)
})

test('everything published belongs to the new edition, and every process is notified', async () => {
  const { db, before, now, timesNotified } = fresh
  expect(timesNotified).toBe(EDITIONS)
  const edition = await currentEdition(db)
  expect(edition).toEqual({
    history: before.history,
    number: before.number + EDITIONS,
    siteNumber: before.number + 1,
    threatNumber: before.number + 1,
    publishedAt: now,
  })
  const byState = await db
    .selectFrom('records')
    .select(['state', 'edition'])
    .distinct()
    .orderBy('state')
    .orderBy('edition')
    .execute()
  expect(byState).toEqual([
    { state: 'draft', edition: null },
    { state: 'published', edition: before.number + 1 },
    { state: 'published', edition: before.number + 2 },
    { state: 'scheduled', edition: null },
    { state: 'unpublished', edition: before.number + 1 },
  ])
})

// In the short run, the tests below prove that an older demo is moved to today, and keeps what staff made.
test.skipIf(isShort)(
  'O-01, O-03, O-04, O-05 an older demo gets current texts, the banner, figures and menu items once, except for what staff made; work that the timetable has completed is planned again',
  async () => {
    const { db, now: loadedAt } = await demoOfEarlierVersion()
    const { now, day } = fresh
    const completed = await completeWork(db, loadedAt)
    await sql`delete from site_banners`.execute(db)
    await sql`update settings set value = value - 'update_every_hours' where key = 'provider'`.execute(db)
    await sql`update records set title = title || ' (code)' where state = 'draft'`.execute(db)
    await sql`update pages set body = 'Old.', column_titles = '{}'`.execute(db)
    await sql`update pages set body = 'Ours.', version = 2 where slug = 'faq' and cloud_id is null`.execute(
      db,
    )
    const dayOfStaff = new Date(now.getTime() - 12 * DAY_MS).toISOString().slice(0, 10)
    const own = { day: dayOfStaff, category: 'ba' as const, family: 'Ours', region_tid: 2000, blocked: 1 }
    await db.insertInto('threat_counts').values(own).execute()
    await db
      .insertInto('menu_items')
      .values({
        menu: 'main',
        key: 'analytics',
        label: 'Ours',
        route: '/ours',
        component: 'faq',
        deep_link: true,
      })
      .execute()

    expect(await loadDemo(db, { now })).toBe('moved')
    await expectTextsOf(db, day)
    expect(await count(db, 'site_banners')).toBe(siteBannerRows().length)
    expect((await readSetting(db, 'provider')).value).toEqual(PROVIDER)
    expect(
      await db.selectFrom('records').where('state', '=', 'draft').where('title', 'like', '%(code)').execute(),
    ).toEqual([])
    expect(await minutesToNextUpdates(db, now)).toEqual([18, 22, 27])
    expect(await figuresIn(db, { without: dayOfStaff })).toEqual(
      await figuresIn(fresh.db, { without: dayOfStaff }),
    )
    const ofThatDay = db.selectFrom('threat_counts').selectAll().where('day', '=', dayOfStaff)
    expect(await ofThatDay.execute()).toEqual([own])
    const [menu, menuToday] = [await menuIn(db), await menuIn(fresh.db)]
    const isOther = ({ key }: { key: string }) => key !== 'analytics'
    expect(menu.filter(isOther)).toEqual(menuToday.filter(isOther))
    expect(menuToday.filter(({ parent }) => parent === 'threats').map(({ key }) => key)).toEqual([
      'threat-map',
      'analytics',
    ])
    expect(menu.find(({ key }) => key === 'analytics')).toMatchObject({ label: 'Ours', parent: null })
    await expectPlannedAgain(db, { completed, movedMs: now.getTime() - loadedAt.getTime() })
    expect(await loadDemo(db, { now })).toBe('kept')
  },
)

test('a second start on the same day, or with a clock set back, changes nothing; additions by staff get new IDs', async () => {
  const { db, day, now } = await loadedDemo()
  const before = await allTimes(db)
  expect(await loadDemo(db, { now: new Date(`${day}T23:59:59Z`) })).toBe('kept')
  expect(await loadDemo(db, { now: new Date(now.getTime() - 7 * DAY_MS) })).toBe('kept')
  expect(await allTimes(db)).toEqual(before)
  expect((await currentEdition(db)).number).toBe(EDITIONS)

  const highest = await sql<{ id: number }>`select max(id) as id from records`.execute(db)
  const record = await db.insertInto('records').values(NEW_RECORD).returning('id').executeTakeFirstOrThrow()
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

/** Moving takes seconds, so one copy shows both what is moved and what staff keep. */
describe('a demo that is a week old', () => {
  let db: TestDatabase['db']
  let outcome: string
  let ofStaff: { changed: number; added: number; published: number }
  let timesOfStaff: Awaited<ReturnType<typeof allTimes>>
  let published: Awaited<ReturnType<typeof demoHistory>>

  beforeAll(async () => {
    const loaded = await loadedDemo()
    db = loaded.db
    const added = await db.insertInto('records').values(NEW_RECORD).returning('id').executeTakeFirstOrThrow()
    const [last, beforeLast] = await closedWithUpdates()
    ofStaff = { changed: last ?? 0, added: added.id, published: beforeLast ?? 0 }
    await db.updateTable('records').set({ version: 2 }).where('id', '=', ofStaff.changed).execute()
    await publish(db, ofStaff.published, { now: loaded.now })
    timesOfStaff = (await allTimes(db)).filter((record) => !isOfDemo(record))
    published = (await demoHistory(db)).filter(({ record_id }) => record_id === ofStaff.published)
    outcome = await loadDemo(db, { now: fresh.now })
  })

  async function closedWithUpdates() {
    const records = await db
      .selectFrom('records')
      .where('state', '=', 'published')
      .where('closed_on', 'is not', null)
      .where('id', 'in', (eb) => eb.selectFrom('record_updates').select('record_id'))
      .select('id')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    return records.map(({ id }) => id)
  }

  function isOfDemo({ id }: { id: number }) {
    return !Object.values(ofStaff).includes(id)
  }

  test('O-05 is moved to today and equals one loaded today, including threats', async () => {
    expect(outcome).toBe('moved')
    const [moved, loaded] = await Promise.all([allTimes(db), allTimes(fresh.db)])
    expect(moved.filter(isOfDemo)).toEqual(loaded.filter(isOfDemo))
    expect(await figuresIn(db)).toEqual(await figuresIn(fresh.db))
    expect(await minutesToNextUpdates(db, fresh.now)).toEqual([18, 22, 27])
    // Staff published once before.
    const number = EDITIONS + 2
    expect(await currentEdition(db)).toMatchObject({
      number,
      siteNumber: 1,
      threatNumber: number,
      publishedAt: fresh.now,
    })
    const stale = await db
      .selectFrom('records')
      .where('state', '=', 'published')
      .where('edition', '<', number)
      .select('id')
      .execute()
    expect(stale.filter(isOfDemo)).toEqual([])
    expect(await loadDemo(db, { now: fresh.now })).toBe('kept')
  })

  test('keeps the times of what staff changed or added, and of its updates', async () => {
    expect(timesOfStaff).toHaveLength(3)
    expect((await allTimes(db)).filter((record) => !isOfDemo(record))).toEqual(timesOfStaff)
  })

  test('has the history of one loaded today, and keeps what staff published', async () => {
    const [moved, loaded] = await Promise.all([demoHistory(db), demoHistory(fresh.db)])
    expect(moved.filter(({ record_id }) => record_id === ofStaff.published)).toEqual(published)
    const isMoved = ({ record_id }: { record_id: number }) => isOfDemo({ id: record_id })
    expect(moved.filter(isMoved)).toEqual(loaded.filter(isMoved))
  })
})

test("O-05 a real provider's content is never touched, and gets neither figures nor menu items", async () => {
  const { db, drop } = await testDatabase('empty')
  await db
    .insertInto('settings')
    .values({ key: 'provider', value: JSON.stringify({ name: 'Real' }) })
    .execute()
  expect(await loadDemo(db, { now: new Date() })).toBe('kept')
  for (const table of ['clouds', 'threat_counts', 'threat_origins', 'menu_items'])
    expect(await count(db, table), table).toBe(0)
  expect((await currentEdition(db)).number).toBe(0)
  await drop()
})

function openWorkIn(db: TestDatabase['db']) {
  return db
    .selectFrom('records')
    .where('kind', '=', 'maintenance')
    .where('state', '=', 'published')
    .where('closed_on', 'is', null)
    .select(['id', 'title', 'from_time', 'status_id'])
    .orderBy('title')
    .execute()
}

/** Staff edited the first one, so it is not planned again. */
async function completeWork(db: TestDatabase['db'], now: Date) {
  const before = await openWorkIn(db)
  const ids = before.map(({ id }) => id)
  const completed = { status_id: 6, closed_on: now, version: 3 }
  await db.updateTable('records').set(completed).where('id', 'in', ids).execute()
  const deed = { at: now, action: 'resolve', entity: 'record', before: null, after: null }
  await db.transaction().execute(async (trx) => {
    for (const entityId of ids) {
      const actor = entityId === ids[0] ? actorNamed('Ann') : SYSTEM
      await insertAudit(trx, { ...deed, entityId, actor })
    }
  })
  return before
}

async function expectPlannedAgain(
  db: TestDatabase['db'],
  { completed, movedMs }: { completed: Awaited<ReturnType<typeof openWorkIn>>; movedMs: number },
) {
  const after = await openWorkIn(db)
  expect(after.length).toBeGreaterThan(0)
  expect(after.map(({ id, ...work }) => work)).toEqual(
    completed.slice(1).map(({ id, from_time, ...work }) => ({
      ...work,
      from_time: new Date((from_time?.getTime() ?? 0) + movedMs),
    })),
  )
  const added = after.map(({ id }) => id)
  expect(Math.min(...added)).toBeGreaterThan(Math.max(...completed.map(({ id }) => id)))
  const { rows: acts } = await sql<{ act: string; count: number }>`
    select entry::json ->> 'act' as act, count(*)::integer
    from log_entries
    where (entry::json -> 'record' ->> 'id')::integer = any (${added})
    group by 1`.execute(db)
  expect(acts).toEqual([{ act: 'imported', count: added.length }])
  const rows = demoContent({ day: fresh.day })
  const again = (trx: Transaction<DB>) => planDemoWorkAgain(trx, { rows, edition: 1 })
  expect(await db.transaction().execute(again)).toEqual([])
}

async function loadedDemo() {
  const database = await testDatabase('demo')
  made.push(database)
  const { day } = (await findDemoMark(database.db)) ?? { day: '' }
  return { db: database.db, day, now: new Date(`${day}T10:42:00Z`) }
}

/** As the first release left it: no threats, no menu items for them, and a marker without parts. */
async function demoOfEarlierVersion() {
  const loaded = await loadedDemo()
  const { db } = loaded
  await sql`truncate threat_counts, threat_origins`.execute(db)
  await sql`
    update menu_items set position = position - 1
    where menu = 'main' and parent_id is null
      and position > (select position from menu_items where key = 'threats')`.execute(db)
  await sql`delete from menu_items where key = 'threats'`.execute(db)
  await sql`update settings set value = value - 'parts' where key = 'demo'`.execute(db)
  await sql`update edition set threat_number = 0`.execute(db)
  return loaded
}

async function expectTextsOf(db: TestDatabase['db'], day: string) {
  const pages = await db.selectFrom('pages').select(['slug', 'cloud_id', 'body', 'column_titles']).execute()
  for (const { slug, cloud_id, body, column_titles } of pageRows(day)) {
    const stored = pages.find((page) => page.slug === slug && page.cloud_id === cloud_id)
    const isOfStaff = slug === 'faq' && cloud_id === null
    expect(stored, slug).toMatchObject(isOfStaff ? { body: 'Ours.' } : { body, column_titles })
  }
}

async function menuIn(db: TestDatabase['db']) {
  const { rows } = await sql<{ key: string; label: string; route: string; parent: string | null }>`
    select item.key, item.label, item.route, parent.key as parent
    from menu_items as item left join menu_items as parent on parent.id = item.parent_id
    where item.menu = 'main'
    order by coalesce(parent.position, item.position), item.parent_id nulls first, item.position`.execute(db)
  return rows
}

async function figuresIn(db: TestDatabase['db'], { without = '' }: { without?: string } = {}) {
  const { rows } = await sql`
    select count(*) as counts, md5(string_agg(t::text, ';' order by day, category, family, region_tid)) as hash,
      (select count(*) from threat_origins) as origins,
      (select md5(string_agg(t::text, ';' order by t)) from threat_origins as t) as origin_hash
    from threat_counts as t where day::text <> ${without}`.execute(db)
  return rows
}

/** Of open incidents, in whole minutes. */
async function minutesToNextUpdates(db: TestDatabase['db'], now: Date): Promise<number[]> {
  const open = await db
    .selectFrom('records')
    .where('state', '=', 'published')
    .where('closed_on', 'is', null)
    .select('next_update')
    .execute()
  const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS)
  return open
    .flatMap(({ next_update }) => (next_update === null ? [] : minuteOf(next_update) - minuteOf(now)))
    .sort((a, b) => a - b)
}

async function count(db: TestDatabase['db'], table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(db)
  return rows[0]?.count ?? 0
}

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
