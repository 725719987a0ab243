import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import validateJsonFeed from 'jsonfeed-validator'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  DRAFT_CANARY,
  INTERNAL_CANARY,
  SCHEDULED_CANARY,
  UNPUBLISHED_CANARY,
} from '../../src/demo/canaries.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { withChanged } from '../support/hostile-records.ts'
import { jsonFeedSchema } from '../support/schemas/json-feed-schema.ts'
import { wrongsOf } from '../support/schemas/wrongs-of.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const FEED_NAMES = [
  'incidents',
  'maintenance',
  'security-advisories',
  'advisories',
  'url-category-notification',
  'cloud-app',
  'sub-processor',
]
/** One per kind of record; the others are made of the same parts. */
const UNLIKE_FEEDS = sized({ short: ['incidents', 'security-advisories', 'cloud-app'], long: FEED_NAMES })
const HOSTILE = 'Web & "Mail" <b>]]></b> \u0007\u0000 𝄞 שלום 🚒'
const READABLE = 'Web & "Mail" <b>]]></b>  𝄞 שלום 🚒'

const TAG = /^tag:trust\.northwall\.example,2026:\/posts\/\d+(\/updates\/\d+)?$/

let edition: Edition
let site: TestApp
const holder = standingHolder(new Date())

beforeAll(async () => {
  edition = await demoEdition()
  site = await testApp({ holder })
})

beforeEach(() => {
  holder.hold(edition)
})

afterAll(() => site.app.close())

/** The validator knows only version 1, without extension members. */
function asVersion1({ language, ...feed }: JsonFeed) {
  const items = feed.items.map(({ body, pubdate, ...item }) => item)
  return { ...feed, version: 'https://jsonfeed.org/version/1', items }
}

interface JsonFeed {
  language: string
  items: { body: string; pubdate: string }[]
}

async function get(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url, headers })
}

describe.each(UNLIKE_FEEDS)('L-03 the feed %s', (name) => {
  test('is RSS 2.0 that two independent readers parse, newest first, with the URLs of its posts', async () => {
    const answer = await get(`/rss-feed/${name}?cloud=northwall_net`)
    expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const parsed = await new RssParser().parseString(answer.body)
    const again = parseRssFeed(answer.body)
    expect(parsed.items.length).toBeGreaterThan(0)
    expect(again.items?.length).toBe(parsed.items.length)
    expect(again.atom?.links?.[0]).toMatchObject({ rel: 'self' })
    for (const item of parsed.items) {
      expect(item.link).toMatch(/^https:\/\/trust\.northwall\.example\/[^/]+\/(posts|notification)\/\d+$/)
      const isOld = Date.parse(item.isoDate ?? '') < Date.parse('2027-01-01T00:00:00Z')
      if (isOld) expect(item.guid).toBe(item.link)
      else expect(item.guid).toMatch(TAG)
    }
    const times = parsed.items.map((item) => Date.parse(item.isoDate ?? ''))
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('has the same items as Atom, with tag URIs that outlive URLs', async () => {
    const feed = parseAtomFeed((await get(`/rss-feed/${name}?cloud=northwall_net&format=atom`)).body)
    expect(feed.id).toMatch(/^tag:trust\.northwall\.example,2026:/)
    expect(feed.authors?.[0]?.name).toBe('Northwall')
    for (const entry of feed.entries ?? []) {
      expect(entry.id).toMatch(TAG)
      expect(Date.parse(entry.updated ?? '')).not.toBeNaN()
      expect(Date.parse(entry.published ?? '')).not.toBeNaN()
    }
  })

  test('has the same items as JSON Feed 1.1, plus the fields of older programs', async () => {
    for (const parameter of name === 'incidents' ? ['format', '_format'] : ['format']) {
      const answer = await get(`/rss-feed/${name}?cloud=northwall_net&${parameter}=json`)
      const feed = parseJsonFeed(answer.json())
      expect(feed.items?.length).toBeGreaterThan(0)
      expect(validateJsonFeed(asVersion1(answer.json()))).toEqual([])
      expect(wrongsOf(jsonFeedSchema, answer.json())).toEqual([])
      for (const item of answer.json().items) {
        expect(item).toMatchObject({ body: item.content_html, pubdate: item.date_published })
        expect(item.id).toMatch(TAG)
      }
    }
  })
})

test('L-03 without a cloud a feed covers all, each record once; the bare URL means incidents', async () => {
  const all = parseRssFeed((await get('/rss-feed/incidents')).body)
  const links = all.items?.map((item) => item.link) ?? []
  expect(new Set(links).size).toBe(links.length)
  expect(new Set(links.map((link) => link?.split('/')[3])).size).toBeGreaterThan(1)
  expect((await get('/rss-feed')).body).toBe((await get('/rss-feed/incidents')).body)
})

test('a feed links to its list', async () => {
  // list-of-feed.test.ts covers which list that is.
  const rss = parseRssFeed((await get('/rss-feed/cloud-app?cloud=northwall_net')).body)
  expect(rss.link).toBe('https://trust.northwall.example/northwall.net/cloud-app-notification')
})

test('L-03 both kinds of advisories have their own feed, with the IDs of the old combined feed, and link to each other', async () => {
  const feeds = [
    { name: 'security-advisories', kind: 'advisory', other: 'advisories', segment: 'posts' },
    { name: 'advisories', kind: 'notification', other: 'security-advisories', segment: 'notification' },
  ]
  for (const { name, kind, other, segment } of feeds) {
    for (const cloud of ['', 'cloud=northwall_net']) {
      const { description, items } = (await get(`/rss-feed/${name}?format=json&${cloud}`)).json()
      const of = cloud === '' ? '' : `?${cloud}`
      expect(description).toContain(`https://trust.northwall.example/rss-feed/${other}${of}`)
      expect(items.length).toBeGreaterThan(0)
      for (const { id, url } of items) {
        const number = Number(id.split('/').at(-1))
        expect(id).toBe(`tag:trust.northwall.example,2026:/posts/${number}`)
        expect(url).toMatch(new RegExp(`/${segment}/${number}$`))
        expect(edition.records.byId.get(number)?.kind).toBe(kind)
      }
    }
  }
})

describe('L-03 a feed is available as', () => {
  test.each([
    ['url_change_notification', 'url-category-notification'],
    ['cloud_app', 'cloud-app'],
    ['sub_processor', 'sub-processor'],
  ])('%s and as %s', async (alias, name) => {
    for (const query of ['?_format=json', '?cloud=northwall_net&items=updates']) {
      const answer = await get(`/rss-feed/${alias}${query}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe((await get(`/rss-feed/${name}${query}`)).body)
    }
  })
})

test('L-03 feeds have open CORS, including preflight', async () => {
  for (const url of ['/rss-feed', '/rss-feed/maintenance?format=json']) {
    expect((await get(url)).headers['access-control-allow-origin']).toBe('*')
    const preflight = await site.app.inject({ method: 'OPTIONS', url })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
    })
    expect((await site.app.inject({ method: 'POST', url })).statusCode).toBe(405)
  }
})

const PAGES_WITH_FEEDS = [
  ['/northwall.net', 'incidents?cloud=northwall_net'],
  ['/northwall.net/incidents', 'incidents?cloud=northwall_net'],
  ['/northwall.net/maintenance', 'maintenance?cloud=northwall_net'],
  ['/northwall.net/security-advisories', 'security-advisories?cloud=northwall_net'],
  ['/northwall.net/advisory-notification', 'advisories'],
  ['/northwall.net/url-category-notification', 'url-category-notification'],
  ['/northwall.net/cloud-app-notification', 'cloud-app?cloud=northwall_net'],
  ['/northwall.net/sub-processor-notification', 'sub-processor'],
]

test.each(sized({ short: PAGES_WITH_FEEDS.slice(-2), long: PAGES_WITH_FEEDS }))(
  'L-03 the page %s links to the feed %s',
  async (path, name) => {
    const { body } = await get(path)
    const links = [...body.matchAll(/<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)">/g)]
    const found = links.map(([, type, href]) => [type, href?.replaceAll('&amp;', '&')])
    const feed = `/rss-feed/${name}`
    const and = name.includes('?') ? '&' : '?'
    expect(found).toEqual([
      ['application/rss+xml', feed],
      ['application/atom+xml', `${feed}${and}format=atom`],
      ['application/feed+json', `${feed}${and}format=json`],
    ])
    for (const [type, href] of found)
      expect((await get(href ?? '')).headers['content-type']).toBe(`${type}; charset=utf-8`)
  },
)

test('an unchanged feed costs a 304', async () => {
  const first = await get('/rss-feed/incidents')
  const again = await get('/rss-feed/incidents', { 'if-none-match': String(first.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test.each([
  ['/rss-feed/nope', 404],
  ['/rss-feed/incidents?cloud=nope', 404],
  ['/rss-feed/incidents?format=xml', 400],
  ['/rss-feed/incidents?cloud=a&cloud=b', 400],
])('%s is rejected with %i and a message', async (url, status) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().message).toMatch(/\.$/)
})

const EVERY_FORM = ['', '&format=atom', '&format=json', '&items=updates']

test('no feed contains a secret', async () => {
  const clouds = edition.site.clouds.slice(0, sized({ short: 1, long: Number.POSITIVE_INFINITY }))
  for (const name of FEED_NAMES) {
    // Every form of a feed is made of the same entries.
    const some = name === 'incidents' ? EVERY_FORM : ['&format=json', '&items=updates']
    for (const rest of sized({ short: some, long: EVERY_FORM })) {
      for (const cloud of ['', ...clouds.map((each) => `cloud=${each.machine_name}`)]) {
        const { body } = await get(`/rss-feed/${name}?${cloud}${rest}`)
        for (const canary of [INTERNAL_CANARY, DRAFT_CANARY, SCHEDULED_CANARY, UNPUBLISHED_CANARY]) {
          expect(body, `${name} ${cloud} ${rest}`).not.toContain(canary)
        }
      }
    }
  }
})

test('control characters, quotes, angle brackets and the end of a CDATA section survive as far as XML allows', async () => {
  const [record] = recordsOfCloud(edition.records, 'incident', edition.site.clouds[0]?.id ?? 0)
  if (record === undefined) throw new Error('The demo has no incident')
  holder.hold(withChanged(edition, [{ record, change: { title: HOSTILE } }]))
  const find = <T extends { title?: string | undefined }>(items: T[] | undefined) =>
    items?.map((item) => item.title).find((title) => title?.startsWith('Web &'))
  const rss = (await get('/rss-feed/incidents?cloud=northwall_net')).body
  expect(find((await new RssParser().parseString(rss)).items)).toBe(READABLE)
  expect(find(parseRssFeed(rss).items as { title?: string }[])).toBe(READABLE)
  const json = (await get('/rss-feed/incidents?cloud=northwall_net&format=json')).json()
  expect(find(json.items)).toBe(HOSTILE)
  expect([validateJsonFeed(asVersion1(json)), wrongsOf(jsonFeedSchema, json)]).toEqual([[], []])
  const atom = parseAtomFeed((await get('/rss-feed/incidents?cloud=northwall_net&format=atom')).body)
  const title = atom.entries
    ?.map((entry) => entry.title)
    .find((each) => JSON.stringify(each).includes('Web &'))
  expect(JSON.stringify(title)).toContain('&lt;b&gt;')
})
