import type { Kysely } from 'kysely'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ThreatFlowsResponse,
  ThreatsResponse,
  type ThreatsResponse as ThreatsResponseValue,
} from '../../src/contract/threats.ts'
import type { DB } from '../../src/db/database.ts'
import { type EditionChange, nothingMore, raiseEdition } from '../../src/db/edition.ts'
import { THREAT_CATEGORIES } from '../../src/domain/threats/threat-category.ts'
import { dayFromName, dayName } from '../../src/domain/time.ts'
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
          const points = sum(answer.series.flatMap((line) => line.points))
          if (answer.step === 'day') expect(points).toBe(answer.total)
          else expect(points).toBeLessThan(answer.total)
          const families = sum(answer.family_series.flatMap((line) => line.points))
          expect(families).toBe(category === undefined ? 0 : points)
          expect(answer.series.map((line) => line.category)).toEqual(
            category === undefined ? [...THREAT_CATEGORIES] : [category],
          )
        }
      }
    }
  })

  test('O-05 regions add up to the total, and 30 days is the default', async () => {
    const all = await threats('')
    const ofRegions = await Promise.all(all.regions.map(({ tid }) => threats(`?region=${tid}`)))
    expect(ofRegions.reduce((total, answer) => total + answer.total, 0)).toBe(all.total)
    expect(await threats('?period=30d')).toEqual(all)
    expect(all.period).toMatchObject({ name: '30d', to: all.as_of })
    expect(all.series[0]?.points).toHaveLength(30)
  })

  test('O-05 a year is shown by week', async () => {
    const year = await threats('?period=365d')
    expect(year.step).toBe('week')
    expect(year.series[0]?.points).toHaveLength(52)
    expect(year.series[0]?.points.every(({ days }) => days === 7)).toBe(true)
  })

  test('O-05 an unknown region is not found', async () => {
    const { statusCode, body } = await get('/api/threats?region=99')
    expect([statusCode, JSON.parse(body)]).toEqual([404, { message: 'There is no region 99.' }])
  })

  test.each([
    'category=virus',
    'category=',
    'period=1d',
    'region=x',
    'region=0',
    'region=0x10',
    'category=malware&category=ba',
  ])('O-05 %s is rejected', async (query) => {
    for (const path of ['/api/threats', '/threats.csv']) {
      expect((await get(`${path}?${query}`)).statusCode, path).toBe(400)
    }
  })
})

describe('GET /api/threat-flows', () => {
  test('O-04 has the largest flows of the newest day, from countries to data centers', async () => {
    const answer = (await get('/api/threat-flows')).json()
    expect(Compile(ThreatFlowsResponse).Check(answer)).toBe(true)
    expect(answer.flows).toHaveLength(200)
    expect(answer.day).toBe((await threats('')).as_of)
    const sizes = answer.flows.map(({ blocked }: { blocked: number }) => blocked)
    expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a))
    const [points] = (await threats('')).series.map((line) => line.points.at(-1))
    expect(answer.total).toBeGreaterThan(points?.blocked ?? Number.POSITIVE_INFINITY)
  })

  test('O-04 totals by category cover the whole day, not only the flows', async () => {
    const { total, totals, flows } = (await get('/api/threat-flows')).json()
    const { series } = await threats('')
    for (const { category, points } of series) {
      expect(totals[category]).toBe(points.at(-1)?.blocked)
      expect(totals[category]).toBeGreaterThanOrEqual(
        sum(flows.filter((flow: { category: string }) => flow.category === category)),
      )
    }
    expect(Object.values<number>(totals).reduce((all, blocked) => all + blocked, 0)).toBe(total)
    expect(total).toBeGreaterThan(sum(flows))
  })

  test('O-04 a country without a known location counts only in the total', async () => {
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
      totals: { malware: 0, threat: 0, sandbox: 0, ba: 12 },
      flows: [{ country: 'BR', country_name: 'Brazil', blocked: 5, data_center: { tid } }],
    })
    expect(answer.flows).toHaveLength(1)
  })
})

describe('GET /threats.csv', () => {
  test('O-05 is a file of exactly what was requested', async () => {
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

  test('O-05 is cached under its canonical URL, with an ETag', async () => {
    const held = holder.hold(edition)
    const first = await get('/threats.csv?utm_source=mail&period=30d')
    expect(held.answers.entries).toBe(1)
    const again = await get('/threats.csv', { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(held.answers.entries).toBe(1)
  })

  test('O-05 a region ID out of range is rejected', async () => {
    expect((await get('/threats.csv?region=9999999999')).statusCode).toBe(400)
  })
})

describe('the analytics page', () => {
  test('O-05 states the figures, and has both charts and both tables', async () => {
    const { body, statusCode } = await get(`/${CLOUD}/analytics?region=2002&category=malware&x=1`)
    expect(statusCode).toBe(200)
    expect(body).toMatch(/Europe: [\d.]+ million threats blocked as malware in 30.days/)
    expect(body).toContain(
      `<link rel="canonical" href="https://trust.northwall.example/${CLOUD}/analytics?category=malware&amp;region=2002">`,
    )
    expect(body).toContain('href="/threats.csv?category=malware&amp;region=2002"')
    expect(body).toMatch(/<th scope="row">(?:<svg.*?<\/svg>)?Emotet<\/th>/)
    expect(body.match(/<path [^>]*data-category="malware"/g)).toHaveLength(6)
    expect(body).not.toMatch(/\sstyle="/)
  })

  test('O-05 is hidden on government, beta and agent clouds', async () => {
    for (const cloud of ['northwall-gov.net', 'northwallbeta.net', 'agent.northwall.net']) {
      expect((await get(`/${cloud}/analytics`)).statusCode, cloud).toBe(302)
    }
  })

  test('O-05 works without figures and says so', async () => {
    const { db } = await smallDatabase()
    await db.insertInto('menu_items').values(ANALYTICS_ITEM).execute()
    await raise(db, 'site')
    const { app } = await siteOf(await loadEdition(db))
    const { body, statusCode } = await app.inject('/alpha.example/analytics?category=ba')
    expect(statusCode).toBe(200)
    expect(body).toContain('There are no threat figures yet.')
    expect((await app.inject('/api/threats')).json()).toMatchObject({ as_of: null, total: 0, regions: [] })
    expect((await app.inject('/api/threat-flows')).json()).toEqual({
      day: null,
      total: 0,
      totals: { malware: 0, threat: 0, sandbox: 0, ba: 0 },
      flows: [],
    })
    expect((await app.inject('/threats.csv')).body).toBe('Day,Category,Family,Region,Blocked\r\n')
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

function raise(db: Kysely<DB>, changes: EditionChange) {
  return db.transaction().execute((trx) => raiseEdition(trx, { at: new Date(), changes }, nothingMore))
}

async function siteOf(held: Edition): Promise<TestApp> {
  const own = standingHolder(new Date())
  own.hold(held)
  return testApp({ holder: own })
}
