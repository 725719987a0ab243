import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as canaries from '../../src/demo/canaries.ts'
import { prefixOf } from '../../src/domain/ip-ranges/ip-prefix.ts'
import { DAY_MS } from '../../src/domain/time.ts'
import type { Edition, SiteIpRange } from '../../src/edition/edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { HOSTILE_TITLE, READABLE_TITLE } from '../support/hostile-records.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

interface Listed {
  published_at: string | null
  serial: number
  ranges: {
    prefix: string
    family: 4 | 6
    data_center: { tid: number; name: string }
    clouds: string[]
    note: string
    added_on: string
  }[]
}

const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['published_at', 'serial', 'ranges'],
  properties: {
    published_at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
    serial: { type: 'integer', minimum: 0 },
    ranges: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['prefix', 'family', 'data_center', 'clouds', 'note', 'added_on'],
        properties: {
          prefix: { type: 'string', pattern: '^[0-9a-f.:]+/\\d{1,3}$' },
          family: { enum: [4, 6] },
          data_center: {
            type: 'object',
            additionalProperties: false,
            required: ['tid', 'name', 'city', 'country', 'region'],
            properties: {
              tid: { type: 'integer' },
              name: { type: 'string', minLength: 1 },
              city: { type: 'string', minLength: 1 },
              country: { type: 'string', pattern: '^[A-Z]{2}$' },
              region: { type: 'string', minLength: 1 },
            },
          },
          clouds: { type: 'array', items: { type: 'string', pattern: '^[a-z0-9_]+$' }, uniqueItems: true },
          note: { type: 'string' },
          added_on: { type: 'string', format: 'date-time' },
        },
      },
    },
  },
}
const ajv = new Ajv2020()
addFormats.default(ajv)
const isListed = ajv.compile(SCHEMA)

let edition: Edition
let site: TestApp
const now = new Date()
const holder = standingHolder(now)

beforeAll(async () => {
  edition = await demoEdition()
  site = await testApp({ holder })
})

beforeEach(() => {
  holder.hold(edition)
})

afterAll(() => site.app.close())

function get(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url, headers })
}

async function listed(url: string): Promise<Listed> {
  const answer = await get(url)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Listed>()
}

function holdRanges(ranges: SiteIpRange[]) {
  holder.hold({ ...edition, site: { ...edition.site, ipRanges: ranges } })
}

function centerNamed(name: string) {
  const center = [...edition.site.dataCenters.values()].find((each) => each.name === name)
  if (center === undefined) throw new Error(`There is no ${name}.`)
  return center
}

describe('the list of IP ranges', () => {
  test('follows its JSON schema, sorted by address, with exactly the ranges in use', async () => {
    const list = await listed('/ip-ranges.json')
    expect(isListed(list), JSON.stringify(isListed.errors)).toBe(true)
    expect(list.ranges.length).toBe(
      edition.site.ipRanges.filter(({ removedOn }) => removedOn === null).length,
    )
    const keys = list.ranges.map(({ prefix, data_center }) => {
      const { family, first, length } = prefixOf(prefix)
      return `${family} ${first.toString(16).padStart(32, '0')} ${String(length).padStart(3, '0')} ${data_center.tid}`
    })
    expect(keys).toEqual([...keys].sort())
    const last = Math.max(
      ...edition.site.ipRanges.map(({ addedOn, removedOn }) => (removedOn ?? addedOn).getTime()),
    )
    expect(list.published_at).toBe(new Date(last).toISOString())
    expect(list.serial).toBe(edition.siteNumber)
  })

  test('M-01 its page counts the ranges of the firewall list and the data centers of the map', async () => {
    const page = await get('/northwall.net/ip-ranges')
    const prefixes = (await get('/ip-ranges.txt?cloud=northwall_net')).body.trim().split('\n')
    const map = await get('/api/dc_map/northwall_net')
    const { datacenters } = map.json<{ data: { datacenters: object[] } }>().data
    expect(page.body.replace(/<[^>]*>/g, '')).toContain(
      `comes from ${prefixes.length} ranges in ${datacenters.length} data centers`,
    )
  })

  test('can be limited to a cloud or an address family', async () => {
    const ofBeta = await listed('/ip-ranges.json?cloud=northwallbeta_net')
    const centers = new Set(
      edition.site.clouds
        .find(({ machine_name }) => machine_name === 'northwallbeta_net')
        ?.regions.flatMap(({ dataCenters }) => dataCenters.map(({ tid }) => tid)),
    )
    expect(ofBeta.ranges.length).toBeGreaterThan(0)
    expect(ofBeta.ranges.every(({ data_center }) => centers.has(data_center.tid))).toBe(true)
    expect(ofBeta.ranges.every(({ clouds }) => clouds.includes('northwallbeta_net'))).toBe(true)
    const ofSix = await listed('/ip-ranges.json?family=6&cloud=northwallbeta_net')
    expect(ofSix.ranges).toEqual(ofBeta.ranges.filter(({ family }) => family === 6))
    expect(ofSix.ranges.length).toBeGreaterThan(0)
  })

  test('is unique prefixes as text, and the same rows as CSV', async () => {
    const { ranges } = await listed('/ip-ranges.json')
    const text = await get('/ip-ranges.txt')
    expect(text.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(text.body).toBe(
      [...new Set(ranges.map(({ prefix }) => prefix))].map((each) => `${each}\n`).join(''),
    )
    expect(text.body.split('\n').length).toBeLessThan(ranges.length + 1)
    const table = await get('/ip-ranges.csv')
    expect(table.headers['content-type']).toMatch(/^text\/csv; charset=utf-8/)
    const [head, ...lines] = table.body.trimEnd().split('\r\n')
    expect(head).toBe('prefix,family,data_center_tid,data_center,city,country,region,clouds,note,added_on')
    expect(lines.map((line) => line.split(',')[0])).toEqual(ranges.map(({ prefix }) => prefix))
  })

  test('has open CORS and an ETag that changes with the list', async () => {
    for (const url of ['/ip-ranges.json', '/ip-ranges.csv', '/ip-ranges.txt', '/ip-ranges/changes.json']) {
      const first = await get(url)
      expect(first.headers['access-control-allow-origin'], url).toBe('*')
      const again = await get(url, { 'if-none-match': String(first.headers.etag) })
      expect(again.statusCode, url).toBe(304)
    }
    const { etag } = (await get('/ip-ranges.txt')).headers
    holdRanges(edition.site.ipRanges.slice(1))
    expect((await get('/ip-ranges.txt', { 'if-none-match': String(etag) })).statusCode).toBe(200)
  })

  test.each([
    ['/ip-ranges.json?cloud=nowhere', 404],
    ['/ip-ranges.txt?family=5', 400],
    ['/ip-ranges.csv?cloud=no%20name', 400],
    ['/ip-ranges/changes.rss?cloud=nowhere', 404],
  ])('%s answers %i', async (url, status) => {
    expect((await get(url)).statusCode).toBe(status)
  })

  test('without ranges is an empty list, not an error', async () => {
    holdRanges([])
    expect(await listed('/ip-ranges.json')).toMatchObject({ published_at: null, ranges: [] })
    expect((await get('/ip-ranges.txt')).body).toBe('')
    expect((await get('/ip-ranges/changes.json')).json<{ items: unknown[] }>().items).toEqual([])
    expect((await get('/northwall.net/ip-ranges')).body).toContain(
      'No IP ranges are published for this cloud.',
    )
  })

  test('a removal does not set its time back', async () => {
    const removedOn = new Date('2026-11-01T10:00:00Z')
    holdRanges(edition.site.ipRanges.map((range) => ({ ...range, removedOn })))
    const list = await listed('/ip-ranges.json?cloud=northwall_net')
    expect(list).toMatchObject({ published_at: removedOn.toISOString(), ranges: [] })
  })
})

describe('IP range changes', () => {
  const day = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS)

  function holdChanges() {
    const { tid } = centerNamed('Frankfurt I')
    const range = (id: number, prefix: string, addedOn: Date, removedOn: Date | null = null) => ({
      id,
      dataCenterTid: tid,
      prefix,
      note: '',
      addedOn,
      removedOn,
    })
    const many = Array.from({ length: 120 }, (_, index) =>
      range(index + 10, `203.0.113.${index}/32`, day(index + 3)),
    )
    holdRanges([
      range(1, '192.0.2.0/28', day(900), day(1)),
      range(2, '192.0.2.0/29', day(1)),
      range(3, '198.51.100.0/24', day(401)),
      range(4, '2001:db8::/48', day(399)),
      ...many,
    ])
  }

  test('are one entry per data center and time, for 400 days, however many', async () => {
    holdChanges()
    const { items } = (await get('/ip-ranges/changes.json?cloud=northwall_net')).json<{
      items: { title: string; content_html: string; url: string }[]
    }>()
    expect(items).toHaveLength(122)
    expect(items[0]).toMatchObject({
      title: 'Frankfurt I: 1 added, 1 removed',
      url: expect.stringMatching(
        /^https:\/\/trust\.northwall\.example\/northwall\.net\/ip-ranges#changes-\d+-\d+$/,
      ),
    })
    expect(items[0]?.content_html).toMatch(/Added.*192\.0\.2\.0\/29.*Removed.*192\.0\.2\.0\/28/s)
    expect(items.some(({ content_html }) => content_html.includes('198.51.100.0/24'))).toBe(false)
    expect(items.at(-1)?.content_html).toContain('2001:db8::/48')
  })

  test('L-03 are RSS, Atom and JSON Feed that independent readers parse', async () => {
    holdChanges()
    const rss = await get('/ip-ranges/changes.rss')
    expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const parsed = await new RssParser().parseString(rss.body)
    expect(parsed.items).toHaveLength(122)
    expect(new Set(parsed.items.map(({ guid }) => guid)).size).toBe(122)
    expect(parseRssFeed(rss.body).items).toHaveLength(122)
    const atom = parseAtomFeed((await get('/ip-ranges/changes.atom?cloud=northwall_net')).body)
    expect(atom.links?.find(({ rel }) => rel === 'self')?.href).toBe(
      'https://trust.northwall.example/ip-ranges/changes.atom?cloud=northwall_net',
    )
    expect(atom.entries?.[0]?.id).toMatch(/^tag:trust\.northwall\.example,2026:\/ip-ranges\/changes-/)
    const json = await get('/ip-ranges/changes.json')
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
    expect(parseJsonFeed(json.json<object>()).items).toHaveLength(122)
  })
})

describe('hostile notes', () => {
  const FORMULA = '=HYPERLINK("https://evil.example","x")'

  beforeEach(() => {
    const { tid } = centerNamed('Frankfurt I')
    const addedOn = new Date(now.getTime() - DAY_MS)
    const range = { dataCenterTid: tid, addedOn, removedOn: null }
    holdRanges([
      { ...range, id: 1, prefix: '192.0.2.0/28', note: HOSTILE_TITLE },
      { ...range, id: 2, prefix: '192.0.2.16/28', note: FORMULA },
    ])
  })

  test('survive JSON, CSV, feeds and the page, and run nowhere', async () => {
    expect((await listed('/ip-ranges.json')).ranges.map(({ note }) => note)).toEqual([HOSTILE_TITLE, FORMULA])
    expect((await get('/ip-ranges.txt')).body).toBe('192.0.2.0/28\n192.0.2.16/28\n')
    const table = (await get('/ip-ranges.csv')).body
    expect(table).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`)
    const parsed = await new RssParser().parseString((await get('/ip-ranges/changes.rss')).body)
    const words = READABLE_TITLE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    expect(parsed.items[0]?.content).toContain(words)
    const page = (await get('/northwall.net/ip-ranges?address=192.0.2.1')).body
    expect(page).not.toContain('<b>]]>')
    expect(page).toContain('שלום')
  })
})

test('none of them contains anything that is not public', async () => {
  const urls = [
    '/ip-ranges.json',
    '/ip-ranges.csv',
    '/ip-ranges.txt',
    '/ip-ranges/changes.json',
    '/northwall.net/ip-ranges',
  ]
  for (const url of urls) {
    const { body } = await get(url)
    for (const canary of Object.values(canaries)) {
      if (typeof canary === 'string') expect(body).not.toContain(canary)
    }
  }
})
