import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import type { Held } from '../../src/edition/hold-edition.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const MADE_UP = Array.from({ length: 200 }, (_, index) => 1_000_000 + index * 7_919)
const OF_EACH = sized({ short: 2, long: MADE_UP.length })
const OF_DEAREST = sized({ short: 20, long: MADE_UP.length })

let edition: Edition
let holder: StandingHolder
let held: Held
let site: TestApp

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  site = await testApp({ holder })
})

beforeEach(() => {
  held = holder.hold(edition)
})

afterAll(() => site.app.close())

describe('URLs with made-up values share one answer, computed once', () => {
  const day = (made: number) => new Date(Date.UTC(1000, 0, made % 300_000)).toISOString().slice(0, 10)
  test.each<[string, (made: number) => string]>([
    ['a data center', (made) => `/northwall.net/incidents?datacenter=${made}`],
    ['a status', (made) => `/northwall.net/maintenance?category=${made}`],
    ['a day', (made) => `/northwall.net/security-advisories?date=${day(made)}`],
    ['a month', (made) => `/northwall.net/incidents?month=${day(made).slice(0, 7)}`],
    ['a page past the end', (made) => `/northwall.net/incidents?page=${1_000 + (made % 90_000)}`],
    [
      'all of these',
      (made) =>
        `/northwall.net/incidents?x=${made}&datacenter=${made}&category=${made}&date=${day(made)}&page=${made}`,
    ],
    ['a status of notifications', (made) => `/northwall.net/sub-processor-notification?category=${made}`],
    ['a page of notifications', (made) => `/northwall.net/sub-processor-notification?page=${made % 90_000}`],
    ['a week', (made) => `/northwall.net/cloud-status?week=${made}`],
    ['a post above the timeline', (made) => `/northwall.net/cloud-status?post=${made}`],
    ['a region', (made) => `/northwall.net/analytics?region=${made}`],
    ['a post', (made) => `/northwall.net/posts/${made}`],
    ['a notification', (made) => `/northwall.net/notification/${made}`],
    ['a notification without a cloud', (made) => `/notification/${made}?page=${made}`],
    ['a path', (made) => `/northwall.net/incident/${made}`],
    ['a path without a cloud', (made) => `/incident/${made}?${made}`],
    ['a cloud', (made) => `/cloud-${made}.example/incidents`],
    ['a data center in the API', (made) => `/api/incident?cloud=northwall_net&datacenter=${made}`],
    ['a status in the API', (made) => `/api/advisory?cloud=northwall_net&category=${made}`],
    ['a day in the API', (made) => `/api/maintenance?cloud=northwall_net&date=${day(made)}`],
    ['a notification status in the API', (made) => `/api/notifications?category=${made}`],
    ['a post in the API', (made) => `/api/posts/${made}?cloud=northwall_net`],
    ['a notification in the API', (made) => `/api/notification/${made}/northwall_net`],
  ])('%s', async (_, addressOf) => {
    const made = vi.spyOn(held.answers, 'computeInTurn')
    const bodies = new Set<string>()
    const isDearest = addressOf(1).includes('/incidents?datacenter=')
    for (const value of MADE_UP.slice(0, isDearest ? OF_DEAREST : OF_EACH))
      bodies.add((await site.app.inject(addressOf(value))).body)
    expect(bodies.size).toBe(1)
    expect(made).toHaveBeenCalledTimes(1)
    expect(held.answers.entries).toBe(1)
  })

  test.each([
    ['a cloud', (made: number) => `/api/incident?cloud=made_up_${made}`],
    ['the cloud of a map', (made: number) => `/api/dc_map/made_up_${made}`],
    ['a region', (made: number) => `/api/threats?region=${made}`],
  ])('%s in the API is rejected without queueing', async (_, addressOf) => {
    const made = vi.spyOn(held.answers, 'computeInTurn')
    for (const value of MADE_UP.slice(0, OF_EACH)) {
      expect((await site.app.inject(addressOf(value))).statusCode).toBe(404)
    }
    expect(made).not.toHaveBeenCalled()
  })

  test.each<[string, (made: number) => string]>([
    ['the timeline', (made) => `/northwall.net/cloud-status?mine=s${made}`],
    ['the home page', (made) => `/northwall.net?mine=d${made}`],
    ['the map', (made) => `/northwall.net/data-center-map?mine=d${made}`],
    ['a list', (made) => `/northwall.net/incidents?mine=s${made}`],
    ['the API', (made) => `/api/incident?cloud=northwall_net&mine=s${made}`],
    ['the verdict', (made) => `/api/verdict?cloud=northwall_net&mine=s${made}`],
    ['a calendar', (made) => `/api/calendar?cloud=northwall_net&type=advisory&mine=s${made}`],
    ['notifications', (made) => `/api/notifications?mine=s${made}`],
  ])('selections of readers on %s are not cached, so they evict nothing', async (_, addressOf) => {
    for (const value of MADE_UP.slice(0, 2)) {
      const { statusCode, headers } = await site.app.inject(addressOf(value))
      expect(statusCode).toBe(200)
      expect(headers['set-cookie']).toBeUndefined()
    }
    expect(held.answers.entries).toBe(0)
  })

  test('combinations of filters have no end, so they are not cached; a single filter is', async () => {
    const [one, two] = edition.site.dataCenters.keys()
    const today = new Date().toISOString().slice(0, 10)
    const lists = ['/northwall.net/incidents?', '/api/incident?cloud=northwall_net&']
    const combined = [
      `datacenter=${one}&datacenter=${two}`,
      `category=2&date=${today}`,
      `category=2&datacenter=${one}`,
    ]
    for (const url of lists.flatMap((list) => combined.map((filters) => list + filters))) {
      const { statusCode, headers } = await site.app.inject(url)
      expect([statusCode, headers['cache-control']], url).toEqual([200, 'public, no-cache'])
      expect(headers, url).not.toHaveProperty('cdn-cache-control')
    }
    expect(held.answers.entries).toBe(0)
    const single = [`datacenter=${one}`, 'category=2', `date=${today}`]
    for (const url of lists.flatMap((list) => single.map((filter) => list + filter))) {
      expect((await site.app.inject(url)).headers, url).toHaveProperty('cdn-cache-control')
    }
    expect(held.answers.entries).toBe(lists.length * single.length)
  })

  test('API pages past the end are not cached', async () => {
    for (const page of [500, 501, 99_999]) {
      const { statusCode, body } = await site.app.inject(`/api/incident?cloud=northwall_net&page=${page}`)
      expect(statusCode).toBe(200)
      expect(JSON.parse(body)).toMatchObject({ records: [], currentPage: page })
    }
    expect(held.answers.entries).toBe(0)
  })
})

test('a request full of made-up data centers gets the plain page, whichever comes first', async () => {
  const query = MADE_UP.flatMap((value) => [value, value + 1, value + 2])
    .map((value) => `datacenter=${value}`)
    .join('&')
  for (const page of sized({
    short: ['incidents'],
    long: ['incidents', 'maintenance', 'security-advisories'],
  })) {
    const flooded = await site.app.inject(`/northwall.net/${page}?${query}`)
    held = holder.hold(edition)
    const plain = await site.app.inject(`/northwall.net/${page}`)
    expect(flooded.body).toBe(plain.body)
    expect(flooded.headers.etag).toBe(plain.headers.etag)
  }
})

test.each([
  ['/northwall.net/posts/999999999', '/northwall.net/posts/888888888', 'No records found.'],
  ['/northwall.net/notification/999999999', '/northwall.net/notification/888888888', 'No records found.'],
  ['/northwall.net/incident/1', '/northwall.net/nothing', 'There is no page at this address.'],
])('%s is identical to %s, whichever comes first', async (one, other, words) => {
  const first = await site.app.inject(one)
  holder.hold(edition)
  const second = await site.app.inject(other)
  expect([first.statusCode, second.statusCode]).toEqual([404, 404])
  expect(first.body).toContain(words)
  expect(first.body).toBe(second.body)
  expect(first.headers['surrogate-key']).toBe(second.headers['surrogate-key'])
})

test('a path has one spelling: needless encoding redirects to it', async () => {
  const { statusCode, headers } = await site.app.inject('/%6Eorthwall%2Enet/incidents/?page=2')
  expect([statusCode, headers.location]).toEqual([308, '/northwall.net/incidents?page=2'])
})
