import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CALENDAR_TYPES } from '../../src/contract/calendar.ts'
import { publicReads, type ReadPath } from '../../src/contract/public-reads.ts'
import { NOTIFICATION_TYPES } from '../../src/contract/records.ts'
import * as canaries from '../../src/demo/canaries.ts'
import { PLACE_KINDS } from '../../src/domain/place-address.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { type StandingHolder, standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const CLOUDS = sized({ short: 1, long: Number.POSITIVE_INFINITY })
const EVERY_RECORD = sized({ short: 100, long: 10 })

let edition: Edition
let holder: StandingHolder
let site: TestApp

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  holder.hold(edition)
  site = await testApp({ holder })
})

afterAll(() => site.app.close())

test('L-03 public reads have open CORS, including preflight', async () => {
  const origin = 'https://elsewhere.example'
  for (const path of [
    '/api/global',
    '/api/verdict?cloud=northwall_net',
    '/api/posts/1?cloud=northwall_net',
  ]) {
    const answer = await site.app.inject({ url: path, headers: { origin } })
    expect(answer.headers['access-control-allow-origin'], path).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    const preflight = await site.app.inject({ method: 'OPTIONS', url: path, headers: { origin } })
    expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([
      204,
      'GET, HEAD',
    ])
    const changed = await site.app.inject({ method: 'POST', url: path })
    expect([changed.statusCode, changed.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  }
})

function* requests(): Generator<[path: ReadPath, url: string]> {
  yield ['/api/global', '/api/global']
  yield ['/api/edition', '/api/edition']
  yield ['/api/log', '/api/log']
  yield ['/api/basic-page/:page', '/api/basic-page/faq']
  yield ['/api/basic-page/:page', '/api/basic-page/cookie-policy']
  yield ['/api/threats', '/api/threats?category=malware&period=90d&region=2002']
  yield ['/api/threat-flows', '/api/threat-flows']
  yield ['/api/ip-lookup', '/api/ip-lookup?address=192.0.2.0%2F24']
  for (const notificationType of NOTIFICATION_TYPES) {
    for (let page = 0; page < 3; page++) {
      yield [
        '/api/notifications',
        `/api/notifications?notification_type=${notificationType}&page=${page}&cloud=northwall_net`,
      ]
    }
  }
  for (const { machine_name: cloud, regions } of edition.site.clouds.slice(0, CLOUDS)) {
    yield ['/api/cloud-banner', `/api/cloud-banner?cloud=${cloud}`]
    yield ['/api/verdict', `/api/verdict?cloud=${cloud}`]
    yield ['/api/verdict', `/api/verdict?cloud=${cloud}&mine=s2500,d7,x`]
    yield ['/api/for-machines', `/api/for-machines?cloud=${cloud}`]
    yield ['/api/follow/choice', `/api/follow/choice?cloud=${cloud}`]
    yield ['/api/dc_map/:cloud', `/api/dc_map/${cloud}`]
    yield ['/api/availability', `/api/availability?cloud=${cloud}`]
    yield ['/api/how-we-inform', `/api/how-we-inform?cloud=${cloud}`]
    for (const kind of PLACE_KINDS) {
      yield [
        '/api/place',
        `/api/place?cloud=${cloud}&kind=${kind}&name=${kind === 'service' ? 2500 : 'unknown'}`,
      ]
    }
    yield ['/api/compliance', `/api/compliance?cloud=${cloud}`]
    yield ['/api/ip-ranges', `/api/ip-ranges?cloud=${cloud}`]
    yield ['/api/search', `/api/search?cloud=${cloud}&search=frankfurt`]
    yield ['/api/basic-page/:page', `/api/basic-page/faq?cloud=${cloud}`]
    for (const requestType of ['core_cloud_services', 'public', 'premium']) {
      for (const week of sized({ short: [0, 12], long: [0, 1, 12] })) {
        yield [
          '/api/cloud-status',
          `/api/cloud-status?cloud=${cloud}&requestType=${requestType}&dateOffset=${week}`,
        ]
      }
    }
    for (const type of CALENDAR_TYPES) yield ['/api/calendar', `/api/calendar?cloud=${cloud}&type=${type}`]
    const center = regions[0]?.dataCenters[0]?.tid ?? 1
    for (const list of ['/api/incident', '/api/maintenance', '/api/advisory'] as const) {
      yield [list, `${list}?cloud=${cloud}&date=${new Date().toISOString().slice(0, 10)}`]
      yield [list, `${list}?cloud=${cloud}&datacenter=${center}&datacenter=1`]
      yield [list, `${list}?cloud=${cloud}&category=5&page=1`]
      for (const page of sized({ short: [0, 20], long: [0, 4, 20] }))
        yield [list, `${list}?cloud=${cloud}&page=${page}`]
    }
  }
  for (const record of edition.records.byId.values()) {
    if (record.id % EVERY_RECORD !== 0) continue
    yield ['/api/posts/:id', `/api/posts/${record.id}`]
    yield ['/api/notification/:id/:cloud', `/api/notification/${record.id}/northwall_net`]
  }
}

test('every public read follows its contract, cloud by cloud, and reveals no secret', async () => {
  const checks = new Map(Object.entries(publicReads).map(([path, { answer }]) => [path, Compile(answer)]))
  const unasked = new Set(Object.keys(publicReads))
  // From the log in the database, which this site lacks: past-editions.test.ts asks it.
  unasked.delete('/api/posts/:id/versions')
  for (const [path, url] of requests()) {
    const { statusCode, headers, body } = await site.app.inject(url)
    expect(statusCode, url).toBe(200)
    expect(headers, url).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      etag: expect.stringMatching(/^"/),
    })
    const check = checks.get(path)
    const answer = JSON.parse(body)
    if (check?.Check(answer) !== true)
      expect.fail(`${url}: ${JSON.stringify(check?.Errors(answer)[0] ?? 'no contract')}`)
    expect(body).not.toMatch(new RegExp(Object.values(canaries).join('|')))
    expect(body).not.toMatch(/internal_note|slack_link|jira_link|sfdc_link|severity_link/)
    unasked.delete(path)
  }
  expect([...unasked]).toEqual([])
})

test('L-04 list pages contain every record once, newest first, and a page past the end is empty', async () => {
  const seen: { id: number; fromTime: string | null; posted_on: string }[] = []
  const ask = async (page: number) =>
    (await site.app.inject(`/api/incident?cloud=northwall_net&page=${page}`)).json()
  const { totalPages, totalRecords } = await ask(0)
  for (let page = 0; page < totalPages; page++) seen.push(...(await ask(page)).records)
  expect(seen).toHaveLength(totalRecords)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(totalRecords)
  const moments = seen.map(({ fromTime, posted_on }) => Date.parse(fromTime ?? posted_on))
  expect(moments).toEqual(moments.toSorted((a, b) => b - a))
  expect(await ask(totalPages)).toMatchObject({ records: [], currentPage: totalPages, totalPages })
})

test('P-04 a post is returned for its clouds; for others the answer names its cloud', async () => {
  const record = [...edition.records.byId.values()].find(
    ({ kind, clouds }) => kind === 'incident' && clouds.length === 1,
  )
  const cloudOf = (wanted: boolean) =>
    edition.site.clouds.find(({ id }) => (id === record?.clouds[0]) === wanted)
  const ask = async (cloud: string | undefined) =>
    (await site.app.inject(`/api/posts/${record?.id}?cloud=${cloud}`)).json()
  expect((await ask(cloudOf(true)?.machine_name)).data).toMatchObject({ id: record?.id })
  expect(await ask(cloudOf(false)?.machine_name)).toEqual({
    data: null,
    elsewhere: [cloudOf(true)?.machine_name],
  })
})

test('the verdict of a cloud names what is broken there, not what the same incident broke elsewhere', async () => {
  const [here, there] = edition.site.clouds.filter(({ regions }) => regions.length > 0)
  const open = [...edition.records.byId.values()].find(
    ({ kind, closed_on }) => kind === 'incident' && closed_on === null,
  )
  if (here === undefined || there === undefined || open === undefined) throw new Error('the demo has changed')
  const ownCenter = here.regions[0]?.dataCenters[0]
  const foreign = { ...ownCenter, tid: 1_000_000_000, name: 'Elsewhere I' } as NonNullable<typeof ownCenter>
  const incident = {
    ...open,
    severity_tid: 20,
    clouds: [here.id, there.id],
    services: [],
    dataCenters: [ownCenter?.tid ?? 0, foreign.tid],
  }
  onTestFinished(() => void holder.hold(edition))
  holder.hold({
    ...edition,
    site: { ...edition.site, dataCenters: new Map([...edition.site.dataCenters, [foreign.tid, foreign]]) },
    records: {
      byId: new Map([[incident.id, incident]]),
      lists: new Map([[`open on ${here.id}`, [incident]]]),
      notes: new Map(),
      images: new Map(),
    },
  })
  const { data } = (await site.app.inject(`/api/verdict?cloud=${here.machine_name}`)).json()
  expect(data.trouble).toBe(`${ownCenter?.name} is disrupted`)
})

test("an answer has the client's encoding, and is a 304 if unchanged", async () => {
  const url = '/api/incident?cloud=northwall_net'
  const plain = await site.app.inject(url)
  const brotli = await site.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  const gzip = await site.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  for (const { headers } of [plain, brotli, gzip]) {
    const again = await site.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  const changed = await site.app.inject({ url, headers: { 'if-none-match': '"older"' } })
  expect(changed.statusCode).toBe(200)
})

test('HEAD has the headers of GET, cached or not', async () => {
  const url = '/api/advisory?cloud=northwall_net'
  const ask = async (method: 'HEAD' | 'GET') => {
    const { headers, rawPayload } = await site.app.inject({
      method,
      url,
      headers: { 'accept-encoding': 'br' },
    })
    return { headers: { ...headers, date: '', 'x-request-id': '', connection: '' }, bytes: rawPayload.length }
  }
  holder.hold(edition)
  const [first, full, again] = [await ask('HEAD'), await ask('GET'), await ask('HEAD')]
  expect(first).toEqual({ headers: full.headers, bytes: 0 })
  expect(again).toEqual(first)
  expect(full.headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(full.bytes) })
})

test('G-14 the banner without a cloud uses the cookie, else the first cloud, and is not cached', async () => {
  const ask = (cookie?: string) =>
    site.app.inject({ url: '/api/cloud-banner', headers: cookie === undefined ? {} : { cookie } })
  const ofFirst = await site.app.inject('/api/cloud-banner?cloud=northwall_net')
  const ofGov = await site.app.inject('/api/cloud-banner?cloud=northwall_gov_net')
  for (const [cookie, banner] of [
    [undefined, ofFirst],
    ['cloud=northwall_gov_net', ofGov],
    ['cloud=nobody', ofFirst],
    [undefined, ofFirst],
  ] as const) {
    const answer = await ask(cookie)
    expect(answer.json()).toEqual(banner.json())
    expect(answer.headers['cache-control']).toBe('private, no-store')
  }
})

test('public answers are the same bytes whatever cookies and headers the request has', async () => {
  const cookies = [
    'cloud=northwall_gov_net; cloud_domain=northwall-gov.net',
    'session=abc',
    'cloud=%00"; ;;=',
  ]
  for (const url of [
    '/api/global',
    '/api/cloud-banner?cloud=northwall_net',
    '/northwall.net',
    '/northwall.net/incidents',
    '/nope',
  ]) {
    const plain = await site.app.inject(url)
    for (const cookie of cookies) {
      const headers = {
        cookie,
        'x-forwarded-host': 'evil.example',
        host: 'evil.example',
        'accept-language': 'de',
      }
      const other = await site.app.inject({ url, headers })
      expect(other.body, `${url} with ${cookie}`).toBe(plain.body)
      expect(other.headers.etag).toBe(plain.headers.etag)
      expect(other.headers['set-cookie']).toBeUndefined()
    }
  }
})

test('unknown parameters and another order create no new answer', async () => {
  const held = holder.hold(edition)
  const [center] = edition.site.dataCenters.keys()
  const variants = [
    `/api/incident?cloud=northwall_net&page=0&datacenter=${center}`,
    `/api/incident?datacenter=${center}&page=0&cloud=northwall_net`,
    `/api/incident?cloud=northwall_net&page=00&datacenter=${center}&datacenter=${center}`,
    ...Array.from(
      { length: 50 },
      (_, index) => `/api/incident?utm_source=${index}&cloud=northwall_net&page=0&datacenter=${center}`,
    ),
  ]
  const etags = new Set<unknown>()
  for (const url of variants) etags.add((await site.app.inject(url)).headers.etag)
  expect(etags.size).toBe(1)
  expect(held.answers.entries).toBe(1)
})

test('a hundred simultaneous readers share one computed answer', async () => {
  const held = holder.hold(edition)
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => site.app.inject('/api/maintenance?cloud=northwall_net')),
  )
  expect(new Set(responses.map(({ statusCode, headers }) => `${statusCode} ${headers.etag}`)).size).toBe(1)
  expect(held.answers.entries).toBe(1)
})

test('S-02 an answer that shows the time is recreated when the minute is over', async () => {
  let now = new Date('2026-11-15T10:00:30Z')
  const ticking = await testApp({ holder, clock: () => now })
  const url = '/api/cloud-status?cloud=northwall_net&requestType=core_cloud_services'
  const timeShown = async () => (await ticking.app.inject(url)).json().data.current_time
  holder.hold(edition)
  expect(await timeShown()).toBe('2026-11-15T10:00:00.000Z')
  now = new Date('2026-11-15T10:00:59.999Z')
  expect(await timeShown()).toBe('2026-11-15T10:00:00.000Z')
  now = new Date('2026-11-15T10:01:00Z')
  expect(await timeShown()).toBe('2026-11-15T10:01:00.000Z')
  await ticking.app.close()
})

test('promise 1: JSON and pages say since when the content is unconfirmed', async () => {
  const staleSince = new Date('2026-11-15T09:00:00Z')
  holder.hold(edition, staleSince)
  const { edition: shown } = (await site.app.inject('/api/global')).json()
  expect(shown).toMatchObject({ number: edition.number, stale_since: staleSince.toISOString() })
  const stalePage = (await site.app.inject('/northwall.net')).body
  holder.hold(edition)
  expect((await site.app.inject('/api/global')).json().edition.stale_since).toBeNull()
  const text = (html: string) => html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')
  expect(text(stalePage)).not.toBe(text((await site.app.inject('/northwall.net')).body))
  expect(text(stalePage)).toContain('Sun, 15 Nov 2026 09:00:00 UTC')
})
