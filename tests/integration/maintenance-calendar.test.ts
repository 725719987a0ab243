import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { HOSTILE_TITLE, READABLE_TITLE, withChanged } from '../support/hostile-records.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const PATH = '/calendar/maintenance.ics'
const DAY_MS = 86_400_000

let edition: Edition
let first: SiteCloud
let site: TestApp
let now = new Date()
const holder = standingHolder(new Date())

beforeAll(async () => {
  edition = await demoEdition()
  first = edition.site.clouds[0] as SiteCloud
  site = await testApp({ holder, clock: () => now })
})

beforeEach(() => {
  now = new Date()
  holder.hold(edition)
})

afterAll(() => site.app.close())

async function get(query = '') {
  const answer = await site.app.inject(`${PATH}${query}`)
  expect(answer.statusCode).toBe(200)
  return answer
}

function parse(body: string) {
  const calendar = new ICAL.Component(ICAL.parse(body))
  return { calendar, events: calendar.getAllSubcomponents('vevent') }
}

function work(): EditionRecord {
  const record = recordsOfCloud(edition.records, 'maintenance', first.id).find(
    ({ event_type, from_time }) => event_type === 'scheduled' && from_time !== null,
  )
  if (record === undefined) throw new Error('The demo has maintenance that is planned.')
  return record
}

async function eventOf({ id }: EditionRecord, change: Partial<EditionRecord>) {
  const record = edition.records.byId.get(id)
  if (record === undefined) throw new Error('Record not found.')
  holder.hold(withChanged(edition, [{ record, change }]))
  const { events } = parse((await get(`?cloud=${first.machine_name}`)).body)
  return events.find((event) => String(event.getFirstPropertyValue('uid')).startsWith(`maintenance-${id}@`))
}

function timeOf(event: ICAL.Component | undefined, name: string) {
  const value = event?.getFirstPropertyValue(name)
  return value instanceof ICAL.Time ? value.toJSDate() : undefined
}

test('L-03 iCalendar: an independent parser reads every required property, for each cloud and for all', async () => {
  const clouds = edition.site.clouds.slice(0, sized({ short: 2, long: Number.POSITIVE_INFINITY }))
  const queries = ['', ...clouds.map(({ machine_name }) => `?cloud=${machine_name}`)]
  for (const query of queries) {
    const { body, headers } = await get(query)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['access-control-allow-origin']).toBe('*')
    const { calendar, events } = parse(body)
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstProperty('method')).toBeNull()
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
    expect(calendar.getFirstPropertyValue('x-published-ttl')).toBe('PT1H')
    const uids = events.map((event) => event.getFirstPropertyValue('uid'))
    expect(new Set(uids).size).toBe(uids.length)
    for (const event of events) {
      for (const name of [
        'uid',
        'dtstamp',
        'dtstart',
        'last-modified',
        'sequence',
        'summary',
        'status',
        'url',
      ])
        expect(event.getAllProperties(name), name).toHaveLength(1)
    }
    if (query === '') expect(events.length).toBeGreaterThan(10)
  }
})

test('L-03 iCalendar: lines end correctly and have at most 75 octets', async () => {
  await eventOf(work(), { title: `${HOSTILE_TITLE} ${'👩‍🚒שלום'.repeat(60)}` })
  const { body } = await get()
  expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('L-03 iCalendar: hostile titles survive as far as the format allows', async () => {
  const event = await eventOf(work(), {
    title: HOSTILE_TITLE,
    body: `<p>${'x'.repeat(200)}</p>`,
    summary: '',
  })
  expect(event?.getFirstPropertyValue('summary')).toBe(READABLE_TITLE)
  expect(String(event?.getFirstPropertyValue('description'))).toMatch(/^x{200}\n\n/)
})

test('L-03 iCalendar: an event has its window, places, clouds and post', async () => {
  const record = work()
  const centers = [...edition.site.dataCenters.values()].slice(0, 2)
  const event = await eventOf(record, { dataCenters: centers.map(({ tid }) => tid), clouds: [first.id] })
  expect([timeOf(event, 'dtstart'), timeOf(event, 'dtend')]).toEqual([record.from_time, record.to_time])
  expect(event?.getFirstPropertyValue('location')).toBe(centers.map(({ name }) => name).join(', '))
  expect(event?.getFirstProperty('categories')?.getValues()).toContain(first.title)
  const url = new URL(String(event?.getFirstPropertyValue('url')))
  expect(url.pathname).toBe(`/${first.domain}/posts/${record.id}`)
  expect((await site.app.inject(url.pathname)).statusCode).toBe(200)
})

describe('L-03 iCalendar: a window', () => {
  const revision = (event: ICAL.Component | undefined) => Number(event?.getFirstPropertyValue('sequence'))
  const later = (date: Date | null, ms: number) => new Date((date?.getTime() ?? 0) + ms)

  test('that moves keeps its ID and increases its sequence', async () => {
    const record = work()
    const before = await eventOf(record, {})
    const after = await eventOf(record, {
      from_time: later(record.from_time, DAY_MS),
      to_time: later(record.to_time, DAY_MS),
      updated_on: later(record.updated_on, 1000),
    })
    expect(after?.getFirstPropertyValue('uid')).toBe(before?.getFirstPropertyValue('uid'))
    expect(revision(after)).toBeGreaterThan(revision(before))
    expect(timeOf(after, 'dtstart')).toEqual(later(record.from_time, DAY_MS))
    expect(after?.getFirstPropertyValue('status')).toBe('CONFIRMED')
  })

  test.each([
    ['Postponed', 7],
    ['Canceled', 8],
  ])('that is %s is canceled in place', async (word, status_id) => {
    const record = work()
    const event = await eventOf(record, {
      status_id,
      event_type: 'postponed',
      closed_on: new Date(),
      updated_on: later(record.updated_on, 1000),
    })
    expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(event?.getFirstPropertyValue('summary')).toBe(`${word}: ${record.title}`)
    expect(timeOf(event, 'dtstart')).toEqual(record.from_time)
  })

  test('without a known time is left out', async () => {
    const change = {
      event_type: 'postponed',
      from_time: null,
      to_time: null,
      actual_from_time: null,
    } as const
    expect(await eventOf(work(), change)).toBeUndefined()
  })

  test('that ended long ago is left out', async () => {
    const old = new Date(edition.publishedAt.getTime() - 91 * DAY_MS)
    expect(await eventOf(work(), { from_time: old, to_time: old })).toBeUndefined()
  })
})

test('L-03 iCalendar: the same content is the same bytes at any time, and costs a 304', async () => {
  const first = await get()
  now = new Date(Date.now() + 40 * DAY_MS)
  holder.hold(edition)
  expect((await get()).body).toBe(first.body)
  const again = await site.app.inject({ url: PATH, headers: { 'if-none-match': String(first.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test.each([
  [`${PATH}?cloud=nowhere`, 404],
  [`${PATH}?cloud=No%20where`, 400],
])('L-03 iCalendar: %s is rejected with %i', async (url, status) => {
  expect((await site.app.inject(url)).statusCode).toBe(status)
})
