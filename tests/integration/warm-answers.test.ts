import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { AnswerCache } from '../../src/edition/answer-cache.ts'
import type { Held } from '../../src/edition/hold-edition.ts'
import { type LoadedEdition, loadEdition } from '../../src/edition/load-edition.ts'
import { filesToWarm, missingPagesToWarm, pagesToWarm } from '../../src/server/answers/addresses-to-warm.ts'
import { makeAnswerAt } from '../../src/server/answers/make-answer-at.ts'
import { type Warming, warmAnswers } from '../../src/server/answers/warm-answers.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { type TestDatabase, testDatabase } from '../cluster/test-database.ts'
import { sized } from '../size.ts'
import { editionOf } from '../support/demo-edition.ts'
import { eventually } from '../support/eventually.ts'
import { publish } from '../support/publish.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { smallEdition } from '../support/small-edition.ts'
import { standingHolder, type TestApp, testApp, testAssets, testConfig } from '../support/test-app.ts'

const ASKED = [
  '/northwall.net',
  '/api/incident?cloud=northwall_net',
  '/rss-feed/incidents?cloud=northwall_net&format=atom',
]

/** Fifteen clouds would take too long. */
const CLOUDS = sized({ short: ['northwall.net'], long: ['northwall.net', 'agent.northwall.net'] })

/** For a busy machine. */
const LONG_ENOUGH_MS = 50_000

let database: TestDatabase
let db: Kysely<DB>
let now: Date
let lines: string[]
let warming: Warming

beforeAll(async () => {
  database = await testDatabase('demo')
  db = database.db
})

beforeEach(() => {
  now = new Date()
  lines = []
  warming = warmAnswers(context())
})

afterEach(() => {
  warming.stop()
  vi.useRealTimers()
})

afterAll(() => database.drop())

test("recently requested answers are ready before the next edition is shown, and before them a published record's page", async () => {
  warming.stop()
  warming = warmAnswers(context(), { readyWithinMs: LONG_ENOUGH_MS })
  const before = await holdNewest()
  await askFor(before, ASKED)
  const id = await anyRecord()
  await publish(db, id, { notifies: false, step: 'updated' })
  const next = await holdNewest(before)
  const made: string[] = []
  const compute = next.answers.compute.bind(next.answers)
  next.answers.compute = (key, ...rest) => {
    made.push(key)
    return compute(key, ...rest)
  }
  await warming.prepare(next, before)
  const record = next.edition.records.byId.get(id)
  const section = record?.kind === 'notification' ? 'notification' : 'posts'
  const pages = next.edition.site.clouds
    .filter((cloud) => record?.clouds.includes(cloud.id))
    .map(({ domain }) => `/${domain}/${section}/${id}`)
  expect(pages).not.toEqual([])
  // Before anything else: what every open page asks for.
  expect(made.slice(0, pages.length + 2)).toEqual(['/api/edition', '/api/global', ...pages])
  for (const page of pages) expect(next.answers.has(page, now.getTime())).toBe(true)
  expect(ASKED.filter((address) => !next.answers.has(address, now.getTime()))).toEqual([])
  expect([...next.answers.interestLeft().keys()]).toEqual(expect.arrayContaining(ASKED))
})

test('answers for missing records are prepared, and again with the next edition', async () => {
  const before = await holdNewest()
  await warming.prepare(before, undefined)
  const wanted = missingPagesToWarm(before.edition.site)
  await eventually(() => expect(wanted.filter((key) => !before.answers.has(key, now.getTime()))).toEqual([]))
  expect(wanted).toContain('404 northwall.net posts')
})

test('the edition is shown after the time limit, and the rest follows', async () => {
  warming.stop()
  warming = warmAnswers(context(), { readyWithinMs: 0 })
  const before = await holdNewest()
  await askFor(before, ASKED)
  const next = await holdNewest(before)
  await warming.prepare(next, before)
  expect(next.answers.entries).toBe(0)
  await eventually(() =>
    expect([...next.answers.interestLeft().keys()]).toEqual(expect.arrayContaining(ASKED)),
  )
})

test('then all menu pages, their data, and files for programs are prepared', async () => {
  const next = await holdNewest()
  await warming.prepare(next, undefined)
  const { site } = next.edition
  const wanted = [
    '/api/global',
    '/api/edition',
    '/api/verdict?cloud=northwall_net',
    ...pagesToWarm(site),
    ...filesToWarm(site),
  ]
  const isThere = (address: string) => next.answers.has(address, now.getTime())
  await vi.waitUntil(() => wanted.every(isThere), { timeout: 50_000, interval: 100 })
  expect(wanted.length).toBeGreaterThan(20)
  // No reader requested any of it, so none of it counts as requested for the next edition.
  expect([...next.answers.interestLeft().keys()]).toEqual([])
  expect(lines).toEqual([])
})

test("a prepared answer is identical to a reader's answer", async () => {
  const held = await holdNewest()
  const { app } = await siteOf(held)
  for (const address of [...ASKED, '/threats.csv?period=7d', '/sitemap.xml', '/northwall.net/cloud-status']) {
    const made = await makeAnswerAt(context(), held, { address, now })
    const { headers, rawPayload } = await app.inject({ url: address, headers: { 'accept-encoding': 'br' } })
    expect(headers.etag, address).toBe(made?.answer.variants[0]?.etag)
    expect(made?.answer.variants[0]?.bytes.equals(rawPayload), address).toBe(true)
  }
  await app.close()
})

test('nothing is cached for a URL that gives a reader something else', async () => {
  const held = await holdNewest()
  for (const address of [
    '/northwall.net?utm_source=mail',
    '/api/incident?cloud=northwall_net&x=1',
    '/api/nothing',
    '/nowhere',
  ]) {
    expect(await makeAnswerAt(context(), held, { address, now }), address).toBeUndefined()
  }
})

test('a newer edition stops the work for the previous one', async () => {
  const first = await holdNewest()
  await warming.prepare(first, undefined)
  await raiseSite(db)
  const second = await holdNewest()
  await warming.prepare(second, first)
  await eventually(() => expect(second.answers.entries).toBeGreaterThan(5))
  const made = first.answers.entries
  await eventually(() => expect(second.answers.entries).toBeGreaterThan(15))
  expect(first.answers.entries).toBeLessThanOrEqual(made + 1)
})

test.each(['/api/dc_map/northwall_net', '/northwall.net/data-center-map'])(
  '%s, valid for this minute and requested, has its successor when the minute is over',
  async (address) => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    warming.stop()
    now = new Date('2026-11-15T10:00:50.000Z')
    warming = warmAnswers(context())
    const held = await holdNewest()
    await askFor(held, [address])
    await warming.prepare(held, undefined)
    await vi.advanceTimersByTimeAsync(5_000)
    await eventually(() => expect(held.answers.keysEndingBy(now.getTime() + 15_000)).toEqual([]))
    expect(held.answers.find(address, now.getTime())?.expiresAt).toBe(Date.parse('2026-11-15T10:01:00.000Z'))
    now = new Date('2026-11-15T10:01:00.000Z')
    expect(held.answers.find(address, now.getTime())?.expiresAt).toBe(Date.parse('2026-11-15T10:02:00.000Z'))
  },
)

test('WARM_ANSWERS=0 prepares nothing', async () => {
  const before = await holdNewest()
  await askFor(before, ASKED)
  const next = await holdNewest(before)
  await warmAnswers({ ...context(), config: testConfig() }).prepare(next, before)
  expect(next.answers.entries).toBe(0)
})

interface HeldNewest extends Held {
  edition: LoadedEdition
}

function context() {
  const log = makeLog({ level: 'warn', to: { write: (line: string) => void lines.push(line) } })
  const config = testConfig({ caches: { ...testConfig().caches, isWarming: true } })
  return { config, assets: testAssets, log, clock: () => now }
}

async function holdNewest(before?: HeldNewest): Promise<HeldNewest> {
  return {
    edition:
      before === undefined
        ? smallEdition(await editionOf(db), CLOUDS)
        : await loadEdition(db, before.edition),
    staleSince: null,
    answers: new AnswerCache({ maxBytes: 128 * 1024 * 1024 }),
  }
}

async function askFor(held: Held, addresses: readonly string[]) {
  const { app } = await siteOf(held)
  for (const url of addresses) expect((await app.inject({ url })).statusCode, url).toBe(200)
  await app.close()
}

function siteOf(held: Held): Promise<TestApp> {
  const holder = { ...standingHolder(now), current: () => held, verifiedAt: () => now }
  return testApp({ holder, clock: () => now })
}

async function anyRecord() {
  const { id } = await db
    .selectFrom('records')
    .innerJoin('record_clouds', 'record_clouds.record_id', 'records.id')
    .innerJoin('clouds', 'clouds.id', 'record_clouds.cloud_id')
    .select('records.id')
    .where('records.state', '=', 'published')
    .where('clouds.domain', 'in', CLOUDS)
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
