import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Edition } from '../../src/edition/edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import {
  type StandingHolder,
  standingHolder,
  type TestApp,
  testApp,
  testConfig,
} from '../support/test-app.ts'

const OF_CACHES = ['cdn-cache-control', 'surrogate-control', 'surrogate-key', 'cache-tag'] as const
const AN_HOUR = testConfig({ caches: { ...testConfig().caches, cdnMaxAgeS: 3_600 } })

let edition: Edition
let holder: StandingHolder
let site: TestApp

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  holder.hold({ ...edition, number: 41 })
  site = await testApp({ holder })
})

afterAll(() => site.app.close())

const post = () =>
  [...edition.records.byId.values()].find(({ kind, clouds }) => kind === 'maintenance' && clouds[0] === 1)

describe('every shared answer gives caches its surrogate keys', () => {
  test.each([
    ['/northwall.net', 'edition-41 site cloud-northwall_net'],
    ['/northwall.net/no-such-page', 'edition-41 site cloud-northwall_net'],
    ['/nowhere', 'edition-41 site clouds'],
    ['/api/global', 'edition-41 site clouds'],
    ['/api/edition', 'edition-41 site clouds'],
    ['/api/incident?cloud=northwall_net', 'edition-41 site cloud-northwall_net'],
    ['/api/posts/7?cloud=northwall_net', 'edition-41 site cloud-northwall_net record-7'],
    ['/rss-feed/incidents?cloud=northwall_net', 'edition-41 site cloud-northwall_net'],
    ['/rss-feed', 'edition-41 site clouds'],
    ['/sitemap.xml', 'edition-41 site clouds'],
    ['/threats.csv', 'edition-41 site clouds'],
  ])('%s', async (url, keys) => {
    const { headers } = await site.app.inject({ url })
    // Open pages ask this to find out whether the site can be reached.
    const forCaches = `max-age=1, stale-while-revalidate=1, stale-if-error=${url === '/api/edition' ? 0 : 86400}`
    expect(headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'cdn-cache-control': forCaches,
      'surrogate-control': forCaches,
      'surrogate-key': keys,
      'cache-tag': keys.replaceAll(' ', ','),
      'candor-edition': '41',
    })
    const again = await site.app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })
    expect(again.headers['surrogate-key']).toBe(keys)
  })

  test('a post has its own key', async () => {
    const id = post()?.id
    const { headers } = await site.app.inject({ url: `/northwall.net/posts/${id}` })
    expect(headers['surrogate-key']).toBe(`edition-41 site cloud-northwall_net record-${id}`)
  })

  test('an answer that no edition changes has only the site key', async () => {
    const { headers } = await site.app.inject({ url: '/api/openapi.json' })
    expect(headers['surrogate-key']).toBe('site')
    expect(headers).not.toHaveProperty('candor-edition')
  })
})

describe('no personal answer has cache headers', () => {
  test.each([
    ['an answer that depends on a cookie', '/', ''],
    ['an answer that depends on the chosen cloud', '/api/cloud-banner', ''],
    ['a page for signed-in readers', '/account-settings', 'session=abc'],
    ['a link from a mail', '/user/verify?token=abc', ''],
    ['typed text', '/northwall.net/faq?search=words', ''],
    ['a missing page', '/api/incident?cloud=nowhere', ''],
    ['a bad request', '/%zz', ''],
    ['a health check', '/readyz', ''],
  ])('%s: %s', async (_what, url, cookie) => {
    const { headers } = await site.app.inject({ url, headers: { cookie } })
    for (const name of OF_CACHES) expect(headers).not.toHaveProperty(name)
  })
})

test("caches don't share answers that differ for signed-in users", async () => {
  const varyOf = async (url: string) => (await site.app.inject({ url })).headers.vary
  expect(await varyOf('/api/incident?cloud=northwall_net')).toBe('Accept-Encoding, Cookie')
  expect(await varyOf('/api/global')).toBe('Accept-Encoding')
  expect(await varyOf('/northwall.net')).toBe('Accept-Encoding')
})

test('where a cache may keep answers for an hour, answers that change by the minute still expire each second', async () => {
  const { app } = await testApp({ holder: standing(), config: AN_HOUR })
  const ageOf = async (url: string) =>
    /max-age=(\d+)/.exec(String((await app.inject({ url })).headers['cdn-cache-control']))?.[1]
  expect(await ageOf('/northwall.net/faq')).toBe('3600')
  expect(await ageOf('/api/basic-page/faq')).toBe('3600')
  expect(await ageOf('/northwall.net/cloud-status')).toBe('1')
  expect(await ageOf('/api/dc_map/northwall_net')).toBe('1')
  await app.close()
})

/** Without banners, which change every page over time. */
function standing() {
  const one = standingHolder(new Date())
  one.hold({ ...edition, site: { ...edition.site, banners: [] } })
  return one
}
