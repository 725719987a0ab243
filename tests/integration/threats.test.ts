import { type Kysely, sql } from 'kysely'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ThreatFlowsResponse,
  ThreatsResponse,
  type ThreatsResponse as ThreatsResponseValue,
} from '../../src/contract/threats.ts'
import type { DB } from '../../src/db/database.ts'
import { findDemoMark } from '../../src/db/demo.ts'
import { currentEdition, type EditionChange, raiseEdition } from '../../src/db/edition.ts'
import { loadDemo } from '../../src/demo/load-demo.ts'
import { dayFromName, dayName } from '../../src/domain/calendar/utc-day.ts'
import { THREAT_CATEGORIES } from '../../src/domain/threats/threat-category.ts'
import { DAY_MS } from '../../src/domain/time-units.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { addSmallSite } from '../support/small-site.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const CLOUD = 'northwall.net'

let edition: Edition
let holder: StandingHolder
let site: TestApp
const made: TestDatabase[] = []

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  holder.hold(edition)
  site = await testApp({ holder })
})

afterAll(async () => {
  await site.app.close()
  await Promise.all(made.map((database) => database.drop()))
})

describe('GET /api/threats', () => {
  const isContract = Compile(ThreatsResponse)

  test('O-05 the parts add up to the total, for every category, period and region', async () => {
    const { regions } = await threats('')
    expect(regions.map(({ title }) => title)).toContain('Europe')
    for (const category of [undefined, ...THREAT_CATEGORIES]) {
      for (const period of ['7d', '90d', '365d']) {
        for (const region of [undefined, regions[2]?.tid]) {
          const answer = await threats(queryOf({ category, period, region }))
          expect(isContract.Check(answer)).toBe(true)
          expect(answer.total).toBeGreaterThan(0)
          expect(sum(answer.by_category)).toBe(answer.total)
          expect(sum(answer.by_category.flatMap(({ families }) => families))).toBe(answer.total)
          expect(sum(answer.series.flatMap(({ points }) => points))).toBe(answer.total)
          expect(answer.series.map((line) => line.category)).toEqual(
            category === undefined ? [...THREAT_CATEGORIES] : [category],
          )
        }
      }
    }
  })

  test('O-05 regions add up to all, and 30 days is what is usual', async () => {
    const all = await threats('')
    const ofRegions = await Promise.all(all.regions.map(({ tid }) => threats(`?region=${tid}`)))
    expect(ofRegions.reduce((total, answer) => total + answer.total, 0)).toBe(all.total)
    expect(await threats('?period=30d')).toEqual(all)
    expect(all.period).toMatchObject({ name: '30d', to: all.as_of })
    expect(all.series[0]?.points).toHaveLength(30)
  })

  test('O-05 a year goes by weeks', async () => {
    const year = await threats('?period=365d')
    expect(year.step).toBe('week')
    expect(year.series[0]?.points).toHaveLength(52)
  })

  test('O-05 a region that does not exist has nothing', async () => {
    expect(await threats('?region=99')).toMatchObject({ total: 0 })
  })

  test.each([
    'category=virus',
    'category=',
    'period=1d',
    'region=x',
    'region=0',
    'region=0x10',
    'category=malware&category=ba',
  ])('O-05 %s is refused', async (query) => {
    for (const path of ['/api/threats', '/threats.csv']) {
      expect((await get(`${path}?${query}`)).statusCode, path).toBe(400)
    }
  })
})

describe('GET /api/threat-flows', () => {
  test('O-04 the largest flows of the newest day, from places to data centers', async () => {
    const answer = (await get('/api/threat-flows')).json()
    expect(Compile(ThreatFlowsResponse).Check(answer)).toBe(true)
    expect(answer.flows).toHaveLength(300)
    expect(answer.day).toBe((await threats('')).as_of)
    const sizes = answer.flows.map(({ blocked }: { blocked: number }) => blocked)
    expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a))
    const [points] = (await threats('')).series.map((line) => line.points.at(-1))
    expect(answer.total).toBeGreaterThan(points?.blocked ?? Number.POSITIVE_INFINITY)
  })

  test('O-04 a country without a known place is in the total alone', async () => {
    const { db } = await smallDatabase()
    const { tid } = await db.selectFrom('data_centers').select('tid').executeTakeFirstOrThrow()
    const flow = { day: '2026-11-14', data_center_tid: tid, category: 'ba' as const, family: 'X' }
    await db
      .insertInto('threat_origins')
      .values([
        { ...flow, country_code: 'BR', blocked: 5 },
        { ...flow, country_code: 'ZZ', blocked: 7 },
        { ...flow, day: '2026-11-13', country_code: 'BR', blocked: 100 },
      ])
      .execute()
    await raise(db, 'threats')
    const { app } = await siteOf(await loadEdition(db))
    const answer = (await app.inject('/api/threat-flows')).json()
    expect(answer).toMatchObject({
      day: '2026-11-14',
      total: 12,
      flows: [{ country: 'BR', country_name: 'Brazil', blocked: 5, data_center: { tid } }],
    })
    expect(answer.flows).toHaveLength(1)
  })
})

describe('GET /threats.csv', () => {
  test('O-05 is a file of exactly what is asked for', async () => {
    const { as_of, total } = await threats('?category=ba&period=7d&region=2002')
    const file = await get('/threats.csv?category=ba&period=7d&region=2002')
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="threats-ba-${dayName(dayFromName(as_of ?? '') - 6)}-to-${as_of}.csv"`,
      'cache-control': 'public, no-cache',
      etag: expect.stringMatching(/^"/),
    })
    const [head, ...lines] = file.body.trimEnd().split('\r\n')
    expect(head).toBe('Day,Category,Family,Region,Blocked')
    expect(lines.every((line) => line.includes(',Behavioral analysis,') && line.includes(',Europe,'))).toBe(
      true,
    )
    expect(lines.reduce((all, line) => all + Number(line.split(',').at(-1)), 0)).toBe(total)
  })

  test('O-05 is kept under its canonical address, and known to who has it', async () => {
    const held = holder.hold(edition)
    const first = await get('/threats.csv?utm_source=mail&period=30d')
    expect(held.answers.entries).toBe(1)
    const again = await get('/threats.csv', { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(held.answers.entries).toBe(1)
  })

  test('O-05 a region that no id can have is refused', async () => {
    expect((await get('/threats.csv?region=9999999999')).statusCode).toBe(400)
  })
})

describe('the analytics page', () => {
  test('O-05 says what the figures say, and has both charts and both tables', async () => {
    const { body, statusCode } = await get(`/${CLOUD}/analytics?region=2002&category=malware&x=1`)
    expect(statusCode).toBe(200)
    expect(body).toMatch(/Europe: [\d.]+ million threats blocked as malware in 30.days/)
    expect(body).toContain(
      `<link rel="canonical" href="https://trust.northwall.example/${CLOUD}/analytics?category=malware&amp;region=2002">`,
    )
    expect(body).toContain('href="/threats.csv?category=malware&amp;region=2002"')
    expect(body).toMatch(/<th scope="row">(?:<svg.*?<\/svg>)?Emotet<\/th>/)
    expect(body.match(/<path [^>]*data-category="malware"/g)).toHaveLength(1)
    expect(body).not.toMatch(/\sstyle="/)
  })

  test('O-05 is hidden on government, beta and agent clouds', async () => {
    for (const cloud of ['northwall-gov.net', 'northwallbeta.net', 'agent.northwall.net']) {
      expect((await get(`/${cloud}/analytics`)).statusCode, cloud).toBe(302)
    }
  })

  test('O-05 without any figures says so and stands', async () => {
    const { db } = await smallDatabase()
    await db.insertInto('menu_items').values(ANALYTICS_ITEM).execute()
    await raise(db, 'site')
    const { app } = await siteOf(await loadEdition(db))
    const { body, statusCode } = await app.inject('/alpha.example/analytics?category=ba')
    expect(statusCode).toBe(200)
    expect(body).toContain('There are no threat figures yet.')
    expect((await app.inject('/api/threats')).json()).toMatchObject({ as_of: null, total: 0, regions: [] })
    expect((await app.inject('/api/threat-flows')).json()).toEqual({ day: null, total: 0, flows: [] })
    expect((await app.inject('/threats.csv')).body).toBe('Day,Category,Family,Region,Blocked\r\n')
  })
})

describe('loading', () => {
  test('O-05 threats are read when they changed, and not when records or menus did', async () => {
    const { db } = await smallDatabase()
    const region = await db.selectFrom('regions').select('tid').executeTakeFirstOrThrow()
    const count = (day: string, blocked: number) =>
      db
        .insertInto('threat_counts')
        .values({ day, category: 'malware', family: 'Emotet', region_tid: region.tid, blocked })
        .execute()
    await count('2026-11-14', 3)
    await raise(db, 'threats')
    const first = await loadEdition(db)
    expect(first.threats.counts.cells).toHaveLength(1)

    await count('2026-11-13', 4)
    for (const change of ['records', 'site'] as const) {
      await raise(db, change)
      expect((await loadEdition(db, first)).threats).toBe(first.threats)
    }
    const before = await loadEdition(db, first)
    await raise(db, 'threats')
    const after = await loadEdition(db, before)
    expect(after.site).toBe(before.site)
    expect([...(after.threats.counts.cells[0]?.blocked ?? [])]).toEqual([4, 3])
    expect(after).toEqual(await loadEdition(db))
  })

  test('O-05 a year is held, and nothing older', async () => {
    const { db } = await smallDatabase()
    await sql`
      insert into threat_counts (day, category, family, region_tid, blocked)
      select '2026-11-14'::date - ago, 'ba', 'X', (select min(tid) from regions), 1
      from generate_series(0, 800) as ago`.execute(db)
    await raise(db, 'threats')
    const { counts } = (await loadEdition(db)).threats
    expect(counts.hasFigures).toHaveLength(366)
    expect(dayName(counts.firstDay)).toBe('2025-11-14')
  })
})

describe('the demo', () => {
  test('O-05 moved to another day has the figures of one that was loaded that day', async () => {
    const { db, now } = await demoDatabase()
    const before = await currentEdition(db)
    expect(await loadDemo(db, { now: daysAfter(now, 5) })).toBe('moved')
    const fresh = await emptyDatabase()
    await loadDemo(fresh.db, { now: daysAfter(now, 5) })
    expect(await figuresIn(db)).toEqual(await figuresIn(fresh.db))
    expect((await currentEdition(db)).threatNumber).toBe(before.number + 1)

    const old = await demoOfEarlierVersion()
    expect(await loadDemo(old.db, { now: daysAfter(now, 5) })).toBe('moved')
    expect(await figuresIn(old.db)).toEqual(await figuresIn(fresh.db))
    expect(await loadDemo(old.db, { now: daysAfter(now, 5) })).toBe('kept')
  })

  test('O-04, O-05 of an earlier version gets figures and menu items once', async () => {
    const { db, now } = await demoOfEarlierVersion()
    const before = await loadEdition(db)
    expect(before.site.menu).not.toEqual(edition.site.menu)
    expect(before.threats.counts.cells).toEqual([])

    expect(await loadDemo(db, { now })).toBe('completed')
    const after = await loadEdition(db, before)
    expect(after.site.menu).toEqual(edition.site.menu)
    expect(after.threats).toEqual(edition.threats)
    expect(await loadDemo(db, { now })).toBe('kept')
  })

  test('O-05 leaves alone what staff made of it', async () => {
    const { db, now } = await demoOfEarlierVersion()
    const day = dayName(dayFromName(now.toISOString().slice(0, 10)) - 5)
    const own = { day, category: 'ba' as const, family: 'Ours', region_tid: 2000, blocked: 1 }
    await db.insertInto('threat_counts').values(own).execute()
    await db
      .insertInto('menu_items')
      .values({ ...ANALYTICS_ITEM, label: 'Ours', route: '/ours', component: 'faq' })
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
    const { db } = await smallDatabase()
    expect(await loadDemo(db, { now: new Date() })).toBe('kept')
    expect(await figuresIn(db)).toEqual([0, null, 0, null])
    expect(await db.selectFrom('menu_items').select('key').execute()).toEqual([])
  })
})

const ANALYTICS_ITEM = {
  menu: 'main' as const,
  key: 'analytics',
  label: 'Analytics',
  route: '/analytics',
  component: 'analytics',
  deep_link: true,
}

function get(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url, headers })
}

async function threats(query: string): Promise<ThreatsResponseValue> {
  return (await get(`/api/threats${query}`)).json()
}

function queryOf(given: Record<string, string | number | undefined>) {
  const known = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return `?${new URLSearchParams(known)}`
}

function sum(parts: readonly { blocked: number | null }[]) {
  return parts.reduce((total, { blocked }) => total + (blocked ?? 0), 0)
}

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase('empty')
  made.push(database)
  return database
}

async function smallDatabase() {
  const database = await emptyDatabase()
  await addSmallSite(database.db)
  await raise(database.db, 'site')
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

function daysAfter(moment: Date, days: number) {
  return new Date(moment.getTime() + days * DAY_MS)
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

function raise(db: Kysely<DB>, changes: EditionChange) {
  return db.transaction().execute((trx) => raiseEdition(trx, { at: new Date(), changes }))
}

async function siteOf(held: Edition): Promise<TestApp> {
  const own = standingHolder(new Date())
  own.hold(held)
  return testApp({ holder: own })
}
