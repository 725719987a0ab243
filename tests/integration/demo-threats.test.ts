import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import type { DB } from '../../src/db/database.ts'
import { findDemoMark } from '../../src/db/demo.ts'
import { currentEdition } from '../../src/db/edition.ts'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { dayFromName, dayName } from '../../src/domain/calendar/utc-day.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { demoAWeekLater } from '../support/demo-a-week-later.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { addSmallSite } from '../support/small-site.ts'

const made: TestDatabase[] = []

afterAll(() => Promise.all(made.map((database) => database.drop())))

describe('the threats of the demo', () => {
  test('O-05 moved to another day has the figures of one that was loaded that day', async () => {
    const { url, now } = await demoAWeekLater()
    const fresh = connect(url)
    const expected = await figuresIn(fresh.db)
    await fresh.close()
    const { db } = await demoDatabase()
    const before = await currentEdition(db)
    expect(await loadDemo(db, { now })).toBe('moved')
    expect(await figuresIn(db)).toEqual(expected)
    expect((await currentEdition(db)).threatNumber).toBe(before.number + 1)

    const old = await demoOfEarlierVersion()
    expect(await loadDemo(old.db, { now })).toBe('moved')
    expect(await figuresIn(old.db)).toEqual(expected)
    expect(await loadDemo(old.db, { now })).toBe('kept')
  })

  test('O-04, O-05 of an earlier version gets figures and menu items once', async () => {
    const { db, now } = await demoOfEarlierVersion()
    const asLoaded = await demoEdition()
    const before = await loadEdition(db)
    expect(before.site.menu).not.toEqual(asLoaded.site.menu)
    expect(before.threats.counts.cells).toEqual([])

    expect(await loadDemo(db, { now })).toBe('completed')
    const after = await loadEdition(db, before)
    expect(after.site.menu).toEqual(asLoaded.site.menu)
    expect(after.threats).toEqual(asLoaded.threats)
    expect(await loadDemo(db, { now })).toBe('kept')
  })

  test('O-05 leaves alone what staff made of it', async () => {
    const { db, now } = await demoOfEarlierVersion()
    const day = dayName(dayFromName(now.toISOString().slice(0, 10)) - 5)
    const own = { day, category: 'ba' as const, family: 'Ours', region_tid: 2000, blocked: 1 }
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

    expect(await loadDemo(db, { now })).toBe('completed')
    const { main_menu } = (await loadEdition(db)).site.menu
    expect(main_menu.filter(({ id }) => id === 'analytics').map(({ item }) => item)).toEqual(['Ours'])
    expect(main_menu.find(({ id }) => id === 'threats')?.sub_menus?.map(({ id }) => id)).toEqual([
      'threat-map',
    ])
    expect(await db.selectFrom('threat_counts').selectAll().where('day', '=', day).execute()).toEqual([own])
  })

  test('O-05 the content of a real provider gets neither figures nor menu items', async () => {
    const { db } = await emptyDatabase()
    await addSmallSite(db)
    expect(await loadDemo(db, { now: new Date() })).toBe('kept')
    expect(await figuresIn(db)).toEqual([0, null, 0, null])
    expect(await db.selectFrom('menu_items').select('key').execute()).toEqual([])
  })
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase('empty')
  made.push(database)
  return database
}

/** The demo as it was loaded, and a moment of its day. */
async function demoDatabase() {
  const database = await testDatabase('demo')
  made.push(database)
  const { day } = (await findDemoMark(database.db)) ?? { day: '' }
  return { db: database.db, now: new Date(`${day}T12:00:00Z`) }
}

/** As the first release left it: no threats, no menu items for them, and a mark that names no parts. */
async function demoOfEarlierVersion() {
  const { db, now } = await demoDatabase()
  await sql`truncate threat_counts, threat_origins`.execute(db)
  await sql`
    update menu_items set position = position - 1
    where menu = 'main' and parent_id is null
      and position > (select position from menu_items where key = 'threats')`.execute(db)
  await sql`delete from menu_items where key = 'threats'`.execute(db)
  await sql`update settings set value = value - 'parts' where key = 'demo'`.execute(db)
  await sql`update edition set threat_number = 0`.execute(db)
  return { db, now }
}

/** How much there is in both tables, and all of it as one hash each. */
async function figuresIn(db: Kysely<DB>) {
  const { rows } = await sql<{
    counts: number
    hash: string | null
    origins: number
    origin_hash: string | null
  }>`
    select
      (select count(*) from threat_counts) as counts,
      (select md5(string_agg(t::text, ';' order by day, category, family, region_tid)) from threat_counts as t) as hash,
      (select count(*) from threat_origins) as origins,
      (select md5(string_agg(t::text, ';' order by t)) from threat_origins as t) as origin_hash`.execute(db)
  return Object.values(rows[0] ?? {})
}
