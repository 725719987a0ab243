import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecordInformed } from '../../src/contract/informing.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/time.ts'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { EMPTY_SHELF, nextShelf } from '../../src/edition/record-shelf.ts'
import { correctUpdate } from '../../src/publishing/life/correct-update.ts'
import { postUpdate } from '../../src/publishing/life/post-update.ts'
import { reopenRecord } from '../../src/publishing/life/reopen-record.ts'
import { resolveRecord } from '../../src/publishing/life/resolve-record.ts'
import { knownRead, readAsked } from '../../src/server/answers/make-read.ts'
import { testDatabase } from '../cluster/test-database.ts'
import { isShort } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { at, EDITOR, openIncident, recordOf, updatesOf } from '../support/life.ts'
import { plainRecord } from '../support/plain-record.ts'
import { addSmallSite } from '../support/small-site.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const BEGAN = Date.UTC(2026, 9, 5, 8)

let demo: Edition
let cloud: SiteCloud
let holder: StandingHolder
let site: TestApp
let now = NOW

beforeAll(async () => {
  demo = await demoEdition()
  const [first] = demo.site.clouds
  if (first === undefined) throw new Error('The demo has clouds.')
  cloud = first
  holder = standingHolder(NOW)
  site = await testApp({ holder, clock: () => now })
})

afterAll(() => site.app.close())

beforeEach(() => {
  now = NOW
})

function incident(
  id: number,
  {
    published = 8,
    promises = [],
    began = BEGAN,
    ...change
  }: {
    published?: number
    promises?: readonly (readonly [minute: number, promisedFor: number | null])[]
    began?: number
  } & Partial<EditionRecord> = {},
): EditionRecord {
  const moments = [...promises.map(([moment]) => moment)]
  if (moments.length === 0) moments.push(published)
  const ms = (minutes: number) => began + minutes * MINUTE_MS
  return plainRecord({
    id,
    clouds: [cloud.id],
    from_time: new Date(began),
    posted_on: new Date(ms(moments[0] ?? published)),
    notices: {
      record_id: id,
      at: moments.map(ms),
      promised_for: moments.map((_, index) => {
        const promised = promises[index]?.[1] ?? null
        return promised === null ? null : ms(promised)
      }),
      is_news: moments.map(() => true),
      is_told: moments.map(() => true),
      is_closed: moments.map(() => false),
    },
    ...change,
  })
}

function publish(records: readonly EditionRecord[], change: Partial<Edition> = {}) {
  holder.hold({
    ...demo,
    number: demo.number + ++published,
    publishedAt: NOW,
    records: nextShelf(EMPTY_SHELF, { changed: records, withdrawn: [] }),
    messageTimes: new Map(
      records.map(({ id, posted_on }) => [
        id,
        {
          record_id: id,
          messages: 120,
          first_sent_at: new Date((posted_on?.getTime() ?? 0) + MINUTE_MS),
          most_sent_at: new Date((posted_on?.getTime() ?? 0) + 3 * MINUTE_MS),
          is_final: true,
          all_failed: false,
        },
      ]),
    ),
    ...change,
  })
}
let published = 0

async function page(query = '') {
  return (await site.app.inject(`/api/how-we-inform?cloud=${cloud.machine_name}${query}`)).json().data
}

async function informed(id: number): Promise<RecordInformed> {
  return (await site.app.inject(`/api/posts/${id}?cloud=${cloud.machine_name}`)).json().data.informed
}

describe('what readers learn about an incident', () => {
  test('are its facts, and a promise breaks by time alone', async () => {
    const promisedFor = new Date(NOW.getTime() + 5 * MINUTE_MS)
    const began = NOW.getTime() - 60 * MINUTE_MS
    publish([
      incident(1, {
        began,
        promises: [
          [8, 40],
          [30, 65],
        ],
      }),
    ])
    expect(await informed(1)).toEqual({
      began: new Date(began).toISOString(),
      published: new Date(began + 8 * MINUTE_MS).toISOString(),
      is_history: false,
      messages: {
        state: 'sent',
        first: new Date(began + 9 * MINUTE_MS).toISOString(),
        most: new Date(began + 11 * MINUTE_MS).toISOString(),
        is_final: true,
        count: 120,
      },
      promises: [
        expect.objectContaining({ result: 'kept' }),
        {
          made: new Date(began + 30 * MINUTE_MS).toISOString(),
          promised_for: promisedFor.toISOString(),
          answered: null,
          result: 'open',
        },
      ],
      resolved: null,
      post_mortem: null,
    })
    const html = (await site.app.inject(`/${cloud.domain}/posts/1`)).body
    expect(html).toContain('How we kept you informed')
    expect(html).toContain('8 min after it began')
    expect(html).toContain('95% of 120 messages')
    now = promisedFor
    expect((await informed(1)).promises?.at(-1)?.result).toBe('open')
    now = new Date(promisedFor.getTime() + MINUTE_MS)
    expect((await informed(1)).promises?.at(-1)?.result).toBe('broken')
  })

  test('are unknown where data is missing, and omitted for other kinds', async () => {
    publish(
      [
        incident(1, { notices: null }),
        plainRecord({ id: 2, kind: 'maintenance', clouds: [cloud.id] }),
        incident(3, { began: NOW.getTime() - 20 * MINUTE_MS }),
      ],
      { messageTimes: new Map() },
    )
    expect(await informed(1)).toMatchObject({
      published: null,
      promises: null,
      messages: { state: 'unknown' },
    })
    expect((await site.app.inject(`/${cloud.domain}/posts/1`)).body).not.toContain('How we kept you informed')
    expect(await informed(2)).toBeUndefined()
    expect((await informed(3)).messages).toMatchObject({
      state: 'sending',
      first: null,
      as_of: NOW.toISOString(),
    })
  })
})

describe('the page of a cloud', () => {
  let quarter: EditionRecord[]
  let lastYear: EditionRecord[]

  beforeAll(() => {
    quarter = [3, 5, 7, 12, 40].map((minutes, index) => incident(index + 1, { published: minutes }))
    lastYear = [4, 9].map((minutes, index) =>
      incident(index + 10, { published: minutes, began: Date.UTC(2025, 9, 5), title: `=1+${index}` }),
    )
  })

  test('has medians of enough incidents, lists of fewer, and every quarter between', async () => {
    publish([...quarter, ...lastYear])
    const data = await page()
    expect(data.quarters.map(({ quarter }: { quarter: string }) => quarter)).toEqual([
      '2026-Q4',
      '2026-Q3',
      '2026-Q2',
      '2026-Q1',
      '2025-Q4',
    ])
    expect(data.quarters[0].published).toMatchObject({ count: 5, median: 7, p90: 40, values: [] })
    expect(data.quarters[4].published).toMatchObject({ count: 2, median: null, p90: null, values: [4, 9] })
    expect(data).toMatchObject({ quarter: '2026-Q4', total: 5 })
    expect(await page('&quarter=2025-Q4')).toMatchObject({ quarter: '2025-Q4', total: 2 })
    const html = (await site.app.inject(`/${cloud.domain}/how-we-inform?quarter=2025-Q4&utm_source=mail`))
      .body
    expect(html).toContain('4 min and 9 min')
    expect(html.replaceAll('<!-- -->', '')).toContain('Median 7 min')
  })

  test('measures against past and present goals, and doesn’t reveal future ones', async () => {
    const provider = {
      ...demo.site.provider,
      publish_goals: [
        { from: '2026-10', minutes: 10 },
        { from: '2026-12', minutes: 5 },
      ],
      promise_goals: [{ from: '2026-12', percent: 99 }],
    }
    const promised = incident(6, {
      promises: [
        [8, 40],
        [30, null],
      ],
    })
    publish([...quarter, promised, ...lastYear], { site: { ...demo.site, provider } })
    const data = await page()
    expect(data.goals).toMatchObject({ publish: [{ from: '2026-10', minutes: 10 }], promise: [] })
    expect(data.quarters[0].published.goal).toEqual({ judged: 6, met: 4 })
    expect(data.quarters[0].promises).toMatchObject({ kept: 1, goal: null })
    expect(data.quarters[4].published.goal).toBeNull()
  })

  test('has every incident as CSV and JSON, of all time or of a quarter', async () => {
    const late = incident(20, {
      began: Date.UTC(2025, 9, 6),
      published: 30 * 24 * 60,
      closed_on: new Date(Date.UTC(2025, 9, 6) + DAY_MS),
    })
    publish([...quarter, ...lastYear, late])
    const file = async (name: string) => (await site.app.inject(`/${cloud.domain}/how-we-inform${name}`)).body
    const rows = (await file('.csv')).trimEnd().split('\r\n')
    expect(rows).toHaveLength(1 + 8)
    expect(rows[0]).toMatch(/^cloud,quarter,post,title,began,published,minutes_to_published,added_as_history/)
    expect(rows.filter((row) => row.includes('2025-Q4'))).toHaveLength(3)
    expect(rows.find((row) => row.includes('1+0'))).toMatch(/,'=1\+0,/)
    expect(rows.find((row) => row.includes('/posts/20,'))).toMatch(/,,yes,sent,/)
    expect((await file('.csv?quarter=2025-Q4')).trimEnd().split('\r\n')).toHaveLength(1 + 3)
    const json = JSON.parse(await file('.json?quarter=2025-Q4'))
    expect(json.quarters).toMatchObject([
      { quarter: '2025-Q4', incidents: 3, history: 1, published: { count: 2 } },
    ])
    expect(json.incidents).toHaveLength(3)
    expect((await site.app.inject(`/${cloud.domain}/how-we-inform.csv?quarter=2024-Q1`)).statusCode).toBe(404)
  })

  test('has one answer for all quarters without incidents', () => {
    publish([...quarter, ...lastYear])
    const keyOf = (asked?: string) =>
      knownRead(
        holder.current()?.edition ?? demo,
        readAsked('/api/how-we-inform', { cloud: cloud.machine_name, quarter: asked }),
        NOW,
      ).key
    expect(keyOf('2025-Q4')).toContain('2025-Q4')
    expect([keyOf('2024-Q1'), keyOf('9999-Q4')]).toEqual([keyOf(), keyOf()])
  })

  test('shows the newest incidents, however old, and one with a start in the future pushes nothing out', async () => {
    const old = incident(1, { began: Date.UTC(2023, 1, 5) })
    const future = incident(2, { began: Date.UTC(2030, 1, 5), notices: null })
    publish([old, future])
    const data = await page()
    expect(data).toMatchObject({ quarter: '2023-Q1', total: 1 })
    expect(data.quarters).toHaveLength(8)
    expect(data.quarters[0].quarter).toBe('2026-Q4')
    expect((await site.app.inject(`/${cloud.domain}/how-we-inform`)).body).not.toContain(
      'has had no incidents',
    )
    publish([future])
    expect(await page()).toMatchObject({ quarter: '2030-Q1', total: 1, quarters: [] })
  })

  test('changes in its files, too, when a goal begins', async () => {
    const publish_goals = [
      { from: '2026-10', minutes: 10 },
      { from: '2026-12', minutes: 5 },
    ]
    publish(quarter, {
      site: { ...demo.site, provider: { ...demo.site.provider, publish_goals } },
    })
    const goals = async () =>
      (await site.app.inject(`/${cloud.domain}/how-we-inform.json`)).json().goals.publish.length
    expect(await goals()).toBe(1)
    now = new Date('2026-12-01T00:00:00Z')
    expect(await goals()).toBe(2)
  })

  test.skipIf(isShort)('has whole quarters in its files, as many as are quickly written', async () => {
    // More than are written, unless this quarter is the only one.
    const many = Array.from({ length: 5_000 }, (_, index) =>
      incident(index + 100, { began: Date.UTC(2025, 9, 5) }),
    )
    publish([incident(1), ...many])
    const rows = (await site.app.inject(`/${cloud.domain}/how-we-inform.csv`)).body.trimEnd().split('\r\n')
    expect(rows).toHaveLength(1 + 1)
  })

  test('of a cloud without incidents says so', async () => {
    publish([])
    expect(await page()).toMatchObject({ quarters: [], quarter: null, incidents: [], total: 0 })
    expect((await site.app.inject(`/${cloud.domain}/how-we-inform`)).body).toContain(
      'This cloud has had no incidents.',
    )
  })
})

test('every step of an incident is a fact: updates keep promises, corrections and silent moves do not', async () => {
  const { db, drop } = await testDatabase()
  const { alpha } = await addSmallSite(db)
  const id = await openIncident(db, { clouds: [alpha], next_update: at('15T09:00:00') })
  const step = { ...EDITOR, recordId: id, body: '<p>News.</p>' }
  await postUpdate(db, { ...step, now: at('15T09:00:00'), nextUpdate: at('15T10:00:00') })
  const [update] = await updatesOf(db, id)
  await correctUpdate(db, {
    ...step,
    updateId: update?.id ?? 0,
    version: (await recordOf(db, id)).version,
    now: at('15T09:50:00'),
    body: '<p>New words.</p>',
  })
  await resolveRecord(db, { ...step, now: at('15T10:30:00') })
  await reopenRecord(db, { ...step, now: at('15T11:00:00') })
  const { records } = await loadEdition(db)
  expect(records.byId.get(id)?.notices).toEqual({
    record_id: id,
    at: ['08:10', '09:00', '09:50', '10:30', '11:00'].map((time) => at(`15T${time}:00`).getTime()),
    promised_for: [at('15T09:00:00'), at('15T10:00:00'), at('15T10:00:00'), null, null].map(
      (time) => time?.getTime() ?? null,
    ),
    is_news: [true, true, false, true, true],
    is_told: [true, true, false, true, true],
    is_closed: [false, false, false, true, false],
  })
  await drop()
})
