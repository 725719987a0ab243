import { parseAtomFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Edition, SiteCloud } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { isShort, sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { withChanged } from '../support/hostile-records.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

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

function holdChanged(record: EditionRecord, change: Partial<EditionRecord>) {
  holder.hold(withChanged(edition, [{ record, change }]))
}

function incidentsOf(cloud: SiteCloud | undefined) {
  return recordsOfCloud(edition.records, 'incident', cloud?.id ?? 0)
}

function get(url: string) {
  return site.app.inject({ url })
}

test('L-03 updates are in the description, or separate items with items=updates', async () => {
  const [record] = incidentsOf(edition.site.clouds[0])
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

describe('the identity of an entry', () => {
  const QUERIES = sized({
    short: ['', '?cloud=northwall_net&items=updates'],
    long: ['', '?cloud=northwall_net', '?items=updates', '?cloud=northwall_net&items=updates'],
  })

  async function idsOf(record: EditionRecord) {
    const ids = new Set<string>()
    for (const query of QUERIES) {
      const and = query === '' ? '?' : '&'
      const atom = parseAtomFeed((await get(`/rss-feed/incidents${query}${and}format=atom`)).body)
      const json = (await get(`/rss-feed/incidents${query}${and}format=json`)).json()
      const entries = [
        ...(atom.entries ?? []).map((entry) => ({ id: entry.id, url: entry.links?.[0]?.href })),
        ...(json.items as { id: string; url: string }[]),
      ]
      const own = entries.filter(({ url }) => new RegExp(`/posts/${record.id}(#|$)`).test(url ?? ''))
      expect(own.length, query).toBeGreaterThanOrEqual(2)
      for (const { id } of own) ids.add(id ?? '')
    }
    return [...ids].toSorted()
  }

  function newestIncident() {
    const record = incidentsOf(edition.site.clouds[0]).find(({ updates }) => updates.length > 0)
    if (record === undefined) throw new Error('The demo has no incident with updates')
    return record
  }

  /** RSS identifies entries from before 2027 by their URL, so their GUIDs differ between feeds. */
  async function guidsOf({ id }: EditionRecord) {
    const guids: (string | undefined)[] = []
    for (const query of QUERIES) {
      const { items = [] } = parseRssFeed((await get(`/rss-feed/incidents${query}`)).body)
      const own = items.map((item) => item.guid?.value).filter((guid) => guid?.match(`/posts/${id}(#|/|$)`))
      guids.push(...own)
    }
    return guids
  }

  test('is one ID per record and per update in all feeds, and stays when the record is added to more clouds, and when the clouds are reordered', async () => {
    const record = newestIncident()
    const { clouds } = edition.site
    holdChanged(record, { clouds: clouds.slice(0, 1).map(({ id }) => id) })
    const before = [await idsOf(record), await guidsOf(record)]
    const own = `tag:trust.northwall.example,2026:/posts/${record.id}`
    expect(before[0]).toEqual([own, ...record.updates.map(({ id }) => `${own}/updates/${id}`)].toSorted())
    expect(before[1]?.length).toBeGreaterThan(2)
    holdChanged(record, { clouds: clouds.map(({ id }) => id) })
    if (!isShort) expect([await idsOf(record), await guidsOf(record)]).toEqual(before)
    const changed = holder.current()?.edition ?? edition
    holder.hold({ ...changed, site: { ...changed.site, clouds: [...clouds].reverse() } })
    expect([await idsOf(record), await guidsOf(record)]).toEqual(before)
  })

  test('stays in RSS when the record spreads to an older cloud, whose URL the entry then has', async () => {
    const record = newestIncident()
    const [older, newer] = edition.site.clouds.map(({ id }) => id).toSorted((a, b) => a - b)
    const posted_on = new Date('2027-01-02T00:00:00Z')
    const ofRecord = async () => {
      const { items = [] } = parseRssFeed((await get('/rss-feed/incidents')).body)
      return items.find(({ link }) => link?.endsWith(`/posts/${record.id}`))
    }
    holdChanged(record, { posted_on, clouds: [newer ?? 0] })
    const before = await ofRecord()
    holdChanged(record, { posted_on, clouds: [newer ?? 0, older ?? 0] })
    const after = await ofRecord()
    expect(after?.link).not.toBe(before?.link)
    expect(after?.guid).toEqual(before?.guid)
    expect(after?.guid).toMatchObject({
      value: `tag:trust.northwall.example,2026:/posts/${record.id}`,
      isPermaLink: false,
    })
  })
})

test('an entry that starts with its summary says it once', async () => {
  const [record] = incidentsOf(edition.site.clouds[0])
  if (record === undefined) throw new Error('The demo has no incident')
  const summary = 'Reports & exports load slowly.'
  const body = '<p>Reports &amp; exports load slowly.</p><p>A queue is full.</p>'
  holdChanged(record, { summary, body, updates: [], changes: [], services: [], dataCenters: [] })
  const { items } = (await get('/rss-feed/incidents?cloud=northwall_net&format=json')).json()
  const entry = items.find(({ url }: { url: string }) => url.endsWith(`/posts/${record.id}`))
  const [, ...parts] = entry.content_html.split('\n')
  expect(parts.join('\n')).toBe(
    `<p>Reports &amp; exports load slowly.</p>\n<p>A queue is full.</p>\n<p>Affected: All of ${edition.site.clouds[0]?.title}</p>\n<p><a href="${entry.url}?edition=${record.toldIn}">See the version that this is about</a></p>`,
  )
})

describe('a feed has the latest posts', () => {
  const LATELY = new Date(Date.now() + 86_400_000)

  function oldestIncident() {
    const record = incidentsOf(edition.site.clouds[0]).at(-1)
    if (record === undefined) throw new Error('The demo has no incident')
    return record
  }

  async function firstItem(query: string) {
    return (await get(`/rss-feed/incidents?format=json${query}`)).json().items[0]
  }

  test.each(['', '&cloud=northwall_net'])('a new post about an old event is first (%j)', async (query) => {
    const record = oldestIncident()
    expect(incidentsOf(edition.site.clouds[0]).length).toBeGreaterThan(50)
    holdChanged(record, { posted_on: LATELY })
    expect((await firstItem(query)).url).toMatch(new RegExp(`/posts/${record.id}$`))
  })

  test('with items=updates, so is a new update of an old record', async () => {
    const record = oldestIncident()
    const update = { id: 987_654, posted_on: LATELY, status_id: 2, body: '<p>It came back.</p>', told_in: 42 }
    holdChanged(record, { updates: [...record.updates, update] })
    const item = await firstItem('&items=updates')
    expect(item.url).toMatch(new RegExp(`/posts/${record.id}#update-987654$`))
    // It links to the version that it described.
    expect(item.content_html).toContain(`/posts/${record.id}?edition=42#update-987654">See the version`)
    expect((await firstItem('')).url).not.toMatch(new RegExp(`/posts/${record.id}$`))
  })
})
