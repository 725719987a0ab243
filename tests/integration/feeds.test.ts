import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  DRAFT_CANARY,
  INTERNAL_CANARY,
  SCHEDULED_CANARY,
  UNPUBLISHED_CANARY,
} from '../../src/demo/canaries.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { nextShelf, recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const FEED_NAMES = [
  'incidents',
  'maintenance',
  'advisories',
  'url-category-notification',
  'cloud-app',
  'sub-processor',
]
const HOSTILE = 'Web & "Mail" <b>]]></b> \u0007\u0000 𝄞 שלום 🚒'
/** What XML can carry of it. */
const READABLE = 'Web & "Mail" <b>]]></b>  𝄞 שלום 🚒'

let edition: Edition
let site: TestApp
const holder = standingHolder(new Date())

beforeAll(async () => {
  edition = await demoEdition()
  holder.hold(edition)
  site = await testApp({ holder })
})

afterAll(() => site.app.close())

async function get(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url, headers })
}

describe.each(FEED_NAMES)('L-03 the feed %s', (name) => {
  test('is RSS 2.0 that two independent readers read, newest first, by its posts addresses', async () => {
    const answer = await get(`/rss-feed/${name}?cloud=northwall_net`)
    expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const parsed = await new RssParser().parseString(answer.body)
    const again = parseRssFeed(answer.body)
    expect(parsed.items.length).toBeGreaterThan(0)
    expect(again.items?.length).toBe(parsed.items.length)
    expect(again.atom?.links?.[0]).toMatchObject({ rel: 'self' })
    for (const item of parsed.items) {
      expect(item.link).toMatch(/^https:\/\/trust\.northwall\.example\/[^/]+\/(posts|notification)\/\d+$/)
      expect(item.guid).toBe(item.link)
    }
    const times = parsed.items.map((item) => Date.parse(item.isoDate ?? ''))
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  test('is the same as Atom, with tags that outlive addresses', async () => {
    const feed = parseAtomFeed((await get(`/rss-feed/${name}?cloud=northwall_net&format=atom`)).body)
    expect(feed.id).toMatch(/^tag:trust\.northwall\.example,2026:/)
    expect(feed.authors?.[0]?.name).toBe('Northwall')
    for (const entry of feed.entries ?? []) {
      expect(entry.id).toMatch(/^tag:trust\.northwall\.example,2026:\//)
      expect(Date.parse(entry.updated ?? '')).not.toBeNaN()
      expect(Date.parse(entry.published ?? '')).not.toBeNaN()
    }
  })

  test('is the same as JSON Feed 1.1, with what older programs read beside it', async () => {
    for (const parameter of ['format', '_format']) {
      const answer = await get(`/rss-feed/${name}?cloud=northwall_net&${parameter}=json`)
      const feed = parseJsonFeed(answer.json())
      expect(feed.items?.length).toBeGreaterThan(0)
      for (const item of answer.json().items) {
        expect(item).toMatchObject({ body: item.content_html, pubdate: item.date_published })
        expect(item.id).toBe(item.url)
      }
    }
  })
})

test('L-03 updates stand in the description, and by themselves with items=updates', async () => {
  const [record] = recordsOfCloud(edition.records, 'incident', edition.site.clouds[0]?.id ?? 0)
  const whole = parseRssFeed((await get('/rss-feed/incidents?cloud=northwall_net')).body)
  const entry = whole.items?.find((item) => item.link?.endsWith(`/posts/${record?.id}`))
  expect(record?.updates.length).toBeGreaterThan(0)
  for (const update of record?.updates ?? []) expect(entry?.description).toContain(update.body)

  const apart = parseRssFeed((await get('/rss-feed/incidents?cloud=northwall_net&items=updates')).body)
  for (const update of record?.updates ?? []) {
    const own = apart.items?.find((item) => item.link?.endsWith(`#update-${update.id}`))
    expect(own?.description).toContain(update.body)
    const post = await get(new URL(own?.link ?? '').pathname)
    expect(post.body).toContain(`id="update-${update.id}"`)
  }
})

test('L-03 without a cloud a feed tells of all, each record once; the bare address means incidents', async () => {
  const all = parseRssFeed((await get('/rss-feed/incidents')).body)
  const links = all.items?.map((item) => item.link) ?? []
  expect(new Set(links).size).toBe(links.length)
  expect(new Set(links.map((link) => link?.split('/')[3])).size).toBeGreaterThan(1)
  expect((await get('/rss-feed')).body).toBe((await get('/rss-feed/incidents')).body)
  expect((await get('/rss-feed/security-advisories')).body).toBe((await get('/rss-feed/advisories')).body)
})

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
])('%s is refused with %i and a message', async (url, status) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().message).toMatch(/\.$/)
})

test('no feed tells a secret', async () => {
  for (const name of FEED_NAMES) {
    for (const rest of ['', '&format=atom', '&format=json', '&items=updates']) {
      for (const cloud of ['', ...edition.site.clouds.map((each) => `cloud=${each.machine_name}`)]) {
        const { body } = await get(`/rss-feed/${name}?${cloud}${rest}`)
        for (const canary of [INTERNAL_CANARY, DRAFT_CANARY, SCHEDULED_CANARY, UNPUBLISHED_CANARY]) {
          expect(body, `${name} ${cloud} ${rest}`).not.toContain(canary)
        }
      }
    }
  }
})

test('control characters, quotes, angle brackets and the end of a CDATA section survive as far as XML can carry them', async () => {
  const [record] = recordsOfCloud(edition.records, 'incident', edition.site.clouds[0]?.id ?? 0)
  if (record === undefined) throw new Error('The demo has no incident')
  const records = nextShelf(edition.records, { changed: [{ ...record, title: HOSTILE }], withdrawn: [] })
  holder.hold({ ...edition, records })
  const find = <T extends { title?: string | undefined }>(items: T[] | undefined) =>
    items?.map((item) => item.title).find((title) => title?.startsWith('Web &'))
  const rss = (await get('/rss-feed/incidents?cloud=northwall_net')).body
  expect(find((await new RssParser().parseString(rss)).items)).toBe(READABLE)
  expect(find(parseRssFeed(rss).items as { title?: string }[])).toBe(READABLE)
  const json = (await get('/rss-feed/incidents?cloud=northwall_net&format=json')).json()
  expect(find(json.items)).toBe(HOSTILE)
  const atom = parseAtomFeed((await get('/rss-feed/incidents?cloud=northwall_net&format=atom')).body)
  const title = atom.entries
    ?.map((entry) => entry.title)
    .find((each) => JSON.stringify(each).includes('Web &'))
  expect(JSON.stringify(title)).toContain('&lt;b&gt;')
  holder.hold(edition)
})
