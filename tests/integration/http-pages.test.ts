import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as canaries from '../../src/demo/canaries.ts'
import { EDITION_TIMING } from '../../src/domain/edition-timing.ts'
import { defaultPath, isHidden, menuPath, pagesOfMenu, visibleMenu } from '../../src/domain/menu.ts'
import type { Edition } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import type { Held } from '../../src/edition/hold-edition.ts'
import type { RecordShelf } from '../../src/edition/record-shelf.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import {
  type StandingHolder,
  standingHolder,
  type TestApp,
  testApp,
  testConfig,
} from '../support/test-app.ts'

const MAIN = 'northwall.net'
const OTHER = 'northwall-gov.net'
const { publicUrl } = testConfig()

let edition: Edition
let holder: StandingHolder
let site: TestApp
let held: Held

beforeAll(async () => {
  edition = await demoEdition()
  holder = standingHolder(new Date())
  site = await testApp({ holder, config: { redirectHosts: ['docs.example'] } })
})

beforeEach(() => {
  held = holder.hold(edition)
})

afterAll(() => site.app.close())

function get(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url, headers })
}

describe('pages', () => {
  test('G-04 every menu item has its page on the clouds that show it, and contains no secret', async () => {
    const secret = new RegExp(Object.values(canaries).join('|'))
    for (const cloud of sized({ short: edition.site.clouds.slice(0, 1), long: unlikeClouds() })) {
      for (const item of pagesOfMenu(visibleMenu(edition.site.menu.main_menu, cloud))) {
        const path = menuPath(item, cloud)
        if (!path.startsWith('/')) continue
        const { statusCode, headers, body } = await get(path)
        expect(statusCode, path).toBe(200)
        expect(headers, path).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'public, no-cache',
          etag: expect.stringMatching(/^"/),
        })
        expect(body, path).toContain(`<link rel="canonical" href="${publicUrl}${path}">`)
        expect(body, path).toMatch(/<h1\b/)
        expect(body, path).not.toMatch(secret)
        expect(headers['server-timing'], path).toContain(timingOf(edition.number))
        expect(hydrationOf(body), path).not.toHaveProperty('global.edition.number')
      }
    }
  })

  test("G-04 a dropdown's own route is an overview of its items on the cloud", async () => {
    const textOf = async (path: string) => {
      const { statusCode, body } = await get(path)
      return { statusCode, main: /<main\b.*<\/main>/s.exec(body)?.[0] ?? '' }
    }
    const { statusCode, main } = await textOf(`/${MAIN}/notifications`)
    expect(statusCode).toBe(200)
    expect(main).toContain('>Notifications</h1>')
    const hrefs = [...main.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href)
    expect(hrefs).toEqual([
      `/${MAIN}/url-category-notification`,
      `/${MAIN}/cloud-app-notification`,
      `/${MAIN}/advisory-notification`,
      `/${MAIN}/sub-processor-notification`,
      'https://help.northwall.example/vulnerability-management-status',
      'https://help.northwall.example/zero-trust-branch',
    ])
    expect(main.match(/<p>[A-Z][^<]+\.<\/p>/g)).toHaveLength(hrefs.length)
    expect((await textOf(`/${OTHER}/notifications`)).main).not.toContain('northwall.example')
    expect((await textOf(`/${MAIN}/threats`)).main).toContain(`href="/${MAIN}/threat-map"`)
    // Government clouds hide threats.
    expect((await get(`/${OTHER}/threats`)).headers.location).toBe(`/${OTHER}`)
    expect((await get('/sitemap.xml')).body).toContain(`/${MAIN}/threats</loc>`)
  })

  test("G-06 an item hidden on a cloud redirects to that cloud's default page", async () => {
    const hidden = edition.site.clouds.flatMap((cloud) =>
      pagesOfMenu(edition.site.menu.main_menu)
        .filter((item) => item.deep_link && isHidden(item, cloud))
        .map((item) => ({ from: menuPath(item, cloud), to: defaultPath(cloud) })),
    )
    expect(hidden.length).toBeGreaterThan(5)
    for (const { from, to } of hidden) {
      const { statusCode, headers } = await get(from)
      expect([from, statusCode, headers.location]).toEqual([from, 302, to])
    }
  })

  test('a redirect is cached like its page: not for the selection of one reader', async () => {
    const isMap = ({ component }: { component: string | null }) => component === 'datacenter'
    const [from] = edition.site.clouds.flatMap((cloud) =>
      pagesOfMenu(edition.site.menu.main_menu)
        .filter((item) => isMap(item) && isHidden(item, cloud))
        .map((item) => menuPath(item, cloud)),
    )
    const { answers } = holder.hold(edition)
    for (const mine of ['d1', 'd2', 'd3']) {
      const { statusCode, headers } = await get(`${from}?mine=${mine}`)
      expect([statusCode, headers['cache-control']]).toEqual([302, 'public, no-cache'])
      expect(headers).not.toHaveProperty('cdn-cache-control')
    }
    expect(answers.entries).toBe(0)
    expect((await get(`${from}`)).headers).toHaveProperty('cdn-cache-control')
    expect(answers.entries).toBe(1)
  })

  test('G-09 sign-in pages are not indexed', async () => {
    const cookie = `__Host-candor_session=${'a'.repeat(43)}`
    for (const path of ['/sign-in', '/subscribe']) {
      expect((await get(path, { cookie })).body, path).toContain('<meta name="robots" content="noindex">')
    }
    expect((await get(`/${MAIN}/incidents`)).body).not.toContain('noindex')
  })

  test('unpublished posts are not found by ID', async () => {
    const ids = [...edition.records.byId.keys()]
    const unpublished = Array.from({ length: Math.max(...ids) }, (_, index) => index + 1).filter(
      (id) => !edition.records.byId.has(id),
    )
    expect(unpublished.length).toBeGreaterThanOrEqual(5)
    for (const id of unpublished) {
      const note = edition.records.notes.get(id)
      const withdrawn = note && {
        on: note.withdrawn_on.toISOString(),
        reason: note.withdrawn_reason,
        log_entry: expect.objectContaining({ index: expect.any(Number) }),
      }
      expect((await get(`/api/posts/${id}`)).json()).toEqual({ data: null, ...(withdrawn && { withdrawn }) })
      expect((await get(`/${MAIN}/posts/${id}`)).body).not.toContain('canary')
      expect((await get(`/${MAIN}/notification/${id}`)).body).not.toContain('canary')
    }
  })

  test('a trailing slash redirects permanently and keeps the query', async () => {
    const { statusCode, headers } = await get(`/${MAIN}/incidents/?page=2`)
    expect([statusCode, headers.location]).toEqual([308, `/${MAIN}/incidents?page=2`])
  })

  test('a site without clouds says that nothing is published', async () => {
    holder.hold({ ...edition, site: { ...edition.site, clouds: [] } })
    for (const path of ['/', '/posts/1', `/${MAIN}`]) {
      const { statusCode, body } = await get(path)
      expect([path, statusCode]).toEqual([path, 404])
      expect(body).toContain('Nothing is published here yet.')
    }
  })
})

describe('cached pages', () => {
  test('G-13 any number of unknown URLs share one cached answer per cloud', async () => {
    for (let index = 0; index < 10; index++) {
      expect((await get(`/nowhere-${index}`)).statusCode).toBe(404)
      expect((await get(`/${MAIN}/nowhere/${index}?page=${index}`)).statusCode).toBe(404)
    }
    expect(held.answers.entries).toBe(2)
  })

  test('G-13 a missing page doesn’t repeat its URL', async () => {
    const { body } = await get('/evil-word?evil=word')
    expect(body).not.toContain('evil')
    expect((await get('/another')).body).toBe(body)
  })

  test('unknown parameters and invalid numbers create no new page', async () => {
    const { body } = await get(`/${MAIN}/incidents`)
    for (const query of [
      'utm_source=a',
      'x[]=1&x[]=2',
      'page=abc',
      'page=-1',
      'page=',
      'category=all',
      'page=1e3',
    ]) {
      expect((await get(`/${MAIN}/incidents?${query}`)).body, query).toBe(body)
    }
    expect(held.answers.entries).toBe(1)
  })

  test('known parameters count in any order', async () => {
    await get(`/${MAIN}/incidents?page=2&category=5`)
    await get(`/${MAIN}/incidents?category=5&ref=mail&page=2`)
    expect(held.answers.entries).toBe(1)
    expect((await get(`/${MAIN}/incidents?page=2`)).body).not.toBe(
      (await get(`/${MAIN}/incidents?page=3`)).body,
    )
  })

  test('a new edition shows immediately, without cached answers', async () => {
    await get(`/${MAIN}`)
    holder.hold({ ...edition, number: edition.number + 1 })
    expect((await get(`/${MAIN}`)).headers['server-timing']).toContain(timingOf(edition.number + 1))
  })
})

describe('a page that fails to render', () => {
  test('G-20 says so without the cause, is not cached, and the cause is logged once', async () => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = { ...edition.records, lists: new Map([['type sub_processor', [{}]]]) }
    const answers = holder.hold({ ...edition, records: broken as unknown as RecordShelf }).answers
    site.log.length = 0
    const path = `/${MAIN}/sub-processor-notification`
    const { statusCode, headers, body } = await get(path)
    expect([statusCode, headers['cache-control']]).toEqual([503, 'private, no-store'])
    expect(body).toContain('It has been logged.')
    expect(body).not.toMatch(/undefined|TypeError|toISOString/)
    expect(answers.entries).toBe(0)
    expect(site.log).toMatchObject([{ level: 50, page: path, err: { type: 'TypeError' } }])
    complaints.mockRestore()
  })
})

describe('the cloud', () => {
  test('G-14 home redirects to the saved cloud, else to the first, uncached', async () => {
    const locationFor = async (cookie: string) => {
      const { statusCode, headers } = await get('/', { cookie })
      expect(statusCode).toBe(302)
      expect(headers['cache-control']).toBe('private, no-store')
      return headers.location
    }
    expect(await locationFor('')).toBe(`/${MAIN}`)
    expect(await locationFor('theme=dark; cloud=northwall_gov_net')).toBe(`/${OTHER}`)
    expect(await locationFor('cloud=agent_northwall_net')).toBe('/agent.northwall.net/cloud-status')
    for (const strange of [
      'cloud=nowhere',
      'cloud=',
      'cloud=//evil.example',
      'xcloud=northwall_gov_net',
      'cloud=%zz',
    ]) {
      expect(await locationFor(strange), strange).toBe(`/${MAIN}`)
    }
  })

  test('G-14 the cloud in the URL wins over the saved one', async () => {
    const { statusCode, body } = await get(`/${MAIN}`, { cookie: 'cloud=northwall_gov_net' })
    expect(statusCode).toBe(200)
    expect(body).toBe((await get(`/${MAIN}`)).body)
  })

  test('G-15 G-17 a preselected cloud is saved and removed from the URL, and other parameters stay', async () => {
    const { statusCode, headers } = await get(`/?cloud=trust.${OTHER}&utm_source=mail&page=2`)
    expect([statusCode, headers.location]).toEqual([302, `/${OTHER}?utm_source=mail&page=2`])
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['set-cookie']).toEqual([
      'cloud=northwall_gov_net; Max-Age=86400; Path=/; SameSite=Lax; Secure',
      `cloud_domain=${OTHER}; Max-Age=86400; Path=/; SameSite=Lax; Secure`,
    ])
  })

  test('G-15 a machine name in any case selects the cloud; other values are ignored with a notice', async () => {
    const ask = async (path: string, value: string, headers = {}) => {
      const { statusCode, headers: sent } = await get(`${path}?a=1&cloud=${value}`, headers)
      return [statusCode, sent.location, [sent['set-cookie']].flat()[0]?.split(';', 1)[0]]
    }
    for (const value of [`TRUST.${OTHER.toUpperCase()}`, 'northwall_gov_net', 'Northwall_Gov_Net']) {
      const saved = 'cloud=northwall_gov_net'
      expect(await ask(`/${MAIN}/faq`, value), value).toEqual([302, `/${OTHER}/faq?a=1`, saved])
    }
    const said = 'candor_flash=unknown-cloud'
    for (const value of ['', 'trust.retired.example', 'nowhere', '%00', '%3Cscript%3E', '%zz', MAIN]) {
      expect(await ask(`/${OTHER}/faq`, value), value).toEqual([302, `/${OTHER}/faq?a=1`, said])
      expect(await ask('/', value), value).toEqual([302, `/${MAIN}?a=1`, said])
      const cookie = { cookie: 'cloud=northwall_gov_net' }
      expect(await ask('/posts/1', value, cookie), value).toEqual([302, `/${OTHER}/posts/1?a=1`, said])
      expect(await ask('/sign-in', value), value).toEqual([302, '/sign-in?a=1', said])
    }
  })

  test('G-16 a preselected cloud replaces the first segment, except on paths without a cloud', async () => {
    const locationOf = async (path: string) => (await get(`${path}?cloud=trust.${OTHER}`)).headers.location
    expect(await locationOf(`/${MAIN}/incidents`)).toBe(`/${OTHER}/incidents`)
    expect(await locationOf(`/${MAIN}`)).toBe(`/${OTHER}`)
    for (const path of ['/sign-in', '/subscribe', '/notification/5', `/${MAIN}/notification/5`]) {
      expect(await locationOf(path), path).toBe(path)
    }
  })

  test('G-11 a post without a cloud redirects to the current one', async () => {
    const plain = await get('/posts/1?ref=mail')
    expect([plain.statusCode, plain.headers.location]).toEqual([302, `/${MAIN}/posts/1?ref=mail`])
    expect(plain.headers['cache-control']).toBe('private, no-store')
    const saved = await get('/posts/1', { cookie: 'cloud=northwall_gov_net' })
    expect(saved.headers.location).toBe(`/${OTHER}/posts/1`)
  })

  test('G-11 a post under an unknown cloud is not found', async () => {
    expect((await get('/evil.example/posts/1')).statusCode).toBe(404)
  })
})

describe('G-11 a post redirects', () => {
  const REFUSED = [
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'data:text/html,evil',
    'https://evil.example/',
    'https://docs.example.evil.example/',
    'https://docs.example@evil.example/',
    'http://docs.example/',
  ]
  // Which addresses are safe: site-path.test.ts.
  test.each(sized({ short: REFUSED.filter((_, index) => index % 5 === 0), long: REFUSED }))(
    'not to %j',
    async (redirect) => {
      const { statusCode, headers, body } = await getPostWith(redirect)
      expect(statusCode).toBe(200)
      expect(headers.location).toBeUndefined()
      expect(hydrationOf(body)).not.toHaveProperty('page.data.record.redirect')
    },
  )

  test.each(['/posts/2000000000?a=b#c', 'https://docs.example/read?this=1'])('to %s', async (redirect) => {
    const { statusCode, headers } = await getPostWith(redirect)
    expect([statusCode, headers.location]).toEqual([302, redirect])
  })

  test('to the help site of the provider', async () => {
    const help = edition.site.provider.help_url
    expect((await getPostWith(`${help}/article`)).headers.location).toBe(`${help}/article`)
  })

  function getPostWith(redirect: string) {
    const post = [...edition.records.byId.values()].find(
      ({ kind, clouds, redirect: none }) => kind === 'incident' && clouds.length > 0 && none === null,
    ) as EditionRecord
    const domain = edition.site.clouds.find(({ id }) => id === post.clouds[0])?.domain
    const byId = new Map([...edition.records.byId, [post.id, { ...post, redirect }]])
    holder.hold({ ...edition, records: { ...edition.records, byId } })
    return get(`/${domain}/posts/${post.id}`)
  }
})

/** One cloud per distinct menu: the others show the same pages. */
function unlikeClouds() {
  const byMenu = new Map(
    edition.site.clouds.map((cloud) => {
      const items = pagesOfMenu(visibleMenu(edition.site.menu.main_menu, cloud))
      return [`${items.map(({ id }) => id)} ${cloud.is_gov}`, cloud]
    }),
  )
  return [...byMenu.values()]
}

/** In a header, so that publications elsewhere leave the page as it is. */
function timingOf(number: number) {
  return `${EDITION_TIMING};desc="${number}"`
}

function hydrationOf(html: string) {
  return JSON.parse(
    /<script type="application\/json" id="candor-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null',
  )
}
