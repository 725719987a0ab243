import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Global } from '../contract/global.ts'
import type { Read } from '../contract/public-reads.ts'
import { FORM_PATHS } from '../domain/account/account-pages.ts'
import { globalFailedPage, type PageResult, preparePage, renderMarkup } from './server-entry.tsx'

const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => complaints.mockClear())

describe('routes from the menu', () => {
  test('G-04 the home page of a cloud and its deep links', async () => {
    expect(await page('/one.example')).toMatchObject({ status: 200, source: 'pages/home-page.tsx' })
    expect(await page('/one.example/faq')).toMatchObject({ status: 200, source: 'pages/faq-page.tsx' })
  })
  test('G-04 an item without deep link has a page without a cloud', async () => {
    expect(await page('/bare')).toMatchObject({ status: 200, source: 'pages/faq-page.tsx' })
    expect(await page('/one.example/bare')).toMatchObject({ status: 404 })
  })
  test('G-04 a cloud has a home page even if the menu doesn’t', async () => {
    const global = globalWith({ menu: { top_menu: [], main_menu: [] } })
    expect(await page('/one.example', { global })).toMatchObject({
      status: 200,
      source: 'pages/home-page.tsx',
    })
  })
  test('G-04 G-05 submenus have pages, and their dropdown has an overview', async () => {
    expect(await page('/one.example/inside')).toMatchObject({ status: 200 })
    const overview = await page('/one.example/dropdown')
    expect(overview).toMatchObject({ status: 200 })
    expect(renderMarkup(overview.markup)).toMatch(/<main.*<a href="\/one\.example\/inside"/s)
  })
  test('G-05 an unknown component shows the fallback', async () => {
    expect(await page('/one.example/odd')).toMatchObject({ status: 404 })
  })
  test('G-11 an unknown cloud shows the fallback', async () => {
    expect(await page('/none.example')).toMatchObject({ status: 404 })
    expect(await page('/none.example/posts/1')).toMatchObject({ status: 404 })
  })
  test('G-13 any other path shows the fallback, also in other scripts', async () => {
    expect(await page('/one.example/no/such/page')).toMatchObject({ status: 404 })
    expect(await page('/one.example/FAQ')).toMatchObject({ status: 404 })
    expect(await page('/%E4%B8%AD')).toMatchObject({ status: 404 })
  })
})

describe('G-06 a page hidden on a cloud', () => {
  test('redirects to the default page of that cloud', async () => {
    expect(await ask('/two.example/hidden')).toEqual({
      kind: 'redirect',
      status: 302,
      location: '/two.example/faq',
    })
    expect(await page('/one.example/hidden')).toMatchObject({ status: 200 })
  })
  test('redirects to the home page if the default page is hidden or missing', async () => {
    for (const default_page of ['/hidden', '/no-such-page']) {
      const clouds = [cloud('one'), { ...cloud('two'), default_page }]
      const result = await ask('/two.example/hidden', { global: globalWith({ clouds }) })
      expect(result).toMatchObject({ kind: 'redirect', location: '/two.example' })
    }
  })
  test('shows the fallback if there is nowhere to redirect to', async () => {
    const main_menu = [item('home', '/', 'home', ['two']), item('hidden', '/hidden', 'faq', ['two'])]
    const global = globalWith({ menu: { top_menu: [], main_menu } })
    expect(await page('/two.example', { global })).toMatchObject({ status: 404 })
    expect(await page('/two.example/hidden', { global })).toMatchObject({ status: 404 })
  })
  test('is hidden together with its dropdown', async () => {
    expect(await ask('/two.example/inside')).toMatchObject({ kind: 'redirect' })
  })
})

describe('a missing page', () => {
  test('is identical under every path of a cloud', async () => {
    const results = await Promise.all(
      ['/one.example/a', '/one.example/faq/b', '/one.example/posts/x/y', '/one.example/odd'].map((path) =>
        page(path),
      ),
    )
    expect(new Set(results.map(({ missingKey }) => missingKey)).size).toBe(1)
    expect(new Set(results.map((result) => renderMarkup(result.markup))).size).toBe(1)
    expect(new Set(results.map(({ meta }) => JSON.stringify(meta))).size).toBe(1)
    expect(new Set(results.map(({ hydration }) => JSON.stringify(hydration))).size).toBe(1)
  })
  test('is not indexed', async () => {
    expect((await page('/nowhere')).meta.noindex).toBe(true)
  })
})

describe('G-20 a failed load', () => {
  const global = globalWith({})
  const read: Read = async () => {
    throw new Error('The shelf is empty.')
  }
  test('shows the page with a retry and answers 503', async () => {
    const result = await page('/one.example/faq', { global, read })
    expect(result).toMatchObject({ status: 503, meta: { noindex: true } })
    expect(renderMarkup(result.markup)).toContain('Retry')
  })
  test('does not write to the console of the server, which has its own log', async () => {
    await page('/one.example/faq', { global, read })
    expect(complaints).not.toHaveBeenCalled()
  })
  test('H-01 of the banner leaves the rest of the home page', async () => {
    const withoutBanner: Read = async (path, input) => {
      if (path === '/api/cloud-banner') throw new Error('No banner.')
      return readFixture(path, input)
    }
    const result = await page('/one.example', { read: withoutBanner })
    expect(result.status).toBe(200)
    expect(renderMarkup(result.markup).replace(/<[^>]*>/g, '')).toContain('Everything on one is running.')
  })
})

describe('the head', () => {
  test('G-08 titles name page, cloud and site', async () => {
    expect((await page('/one.example')).meta.title).toBe('one · Northwall Trust')
    expect((await page('/sign-in')).meta.title).toBe('Sign In · Northwall Trust')
  })
  test.each(['/sign-in', '/sign-up', '/subscribe'])('G-09 %s is not indexed', async (path) => {
    expect(await page(path)).toMatchObject({ status: 200, meta: { noindex: true } })
  })
})

/** These also say that the link in the mail still works afterward. */
const KEEPS_ITS_LINK = ['/unsubscribe', '/follow/confirm', '/follow/manage', '/follow/refuse']

test.each([
  ...FORM_PATHS.filter((path) => !KEEPS_ITS_LINK.includes(path)).flatMap((path) => [
    path,
    `${path}?token=abc`,
  ]),
  '/subscribe',
  '/account-settings',
  '/user/7/edit',
])('O-06 %s only says that the service is unavailable', async (path) => {
  const inRecovery = await page(path, { global: globalWith({ isTrustDR: true }) })
  expect(textOfMain(renderMarkup(inRecovery.markup))).toBe('The service is temporarily unavailable.')
  expect(textOfMain(renderMarkup((await page(path)).markup))).not.toContain('unavailable')
})

function textOfMain(html: string) {
  return /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, '')
}

test('N-06 in disaster recovery there is no Sign In and no Subscribe', async () => {
  const usual = renderMarkup((await page('/one.example')).markup)
  const recovery = renderMarkup(
    (await page('/one.example', { global: globalWith({ isTrustDR: true }) })).markup,
  )
  for (const link of ['href="/sign-in"', 'href="/subscribe"']) {
    expect(usual).toContain(link)
    expect(recovery).not.toContain(link)
  }
})

test('O-06 /unsubscribe also says that nothing changed and that the link still works', async () => {
  const inRecovery = await page('/unsubscribe?token=abc', { global: globalWith({ isTrustDR: true }) })
  expect(textOfMain(renderMarkup(inRecovery.markup))).toBe(
    'The service is temporarily unavailable.Nothing was changed. The link in your message still works; please try again later.',
  )
})

test('O-06 when its source is unreachable, the backup site says that newer content is missing, and the footer does not mention a database', async () => {
  const global = globalWith({ isTrustDR: true })
  const silent = { ...global, edition: { ...global.edition, stale_since: '2026-11-15T11:30:00.000Z' } }
  const html = renderMarkup((await page('/one.example', { global: silent })).markup)
  const text = html.replace(/<[^>]*>/g, '')
  // Its age changes every minute; screen readers announce the strip once.
  expect(html).toMatch(/aria-live="off"><span data-now="ago"/)
  expect(text).toContain('Its content is as of Sun, 15 Nov 2026 11:30:00 UTC; anything newer is missing.')
  expect(text).not.toContain('database')
})

test('O-06 the backup site says on every page when its content was published; other sites do not', async () => {
  const announced = 'Its content was published Sun, 15 Nov 2026 10:41:07 UTC'
  for (const path of ['/one.example', '/sign-in', '/one.example/nowhere']) {
    const recovery = await page(path, { global: globalWith({ isTrustDR: true }) })
    expect(renderMarkup(recovery.markup).replace(/<[^>]*>/g, ''), path).toContain(announced)
  }
  expect(renderMarkup((await page('/one.example')).markup)).not.toContain('Disaster recovery')
})

test('O-01 banners come before the page, in order, on their clouds', async () => {
  const banner = { gravity: 'notice' as const, link: null }
  const global = globalWith({
    banners: [
      { ...banner, id: 3, cloud: null, text: 'For all', gravity: 'critical' },
      { ...banner, id: 1, cloud: 'one', text: 'For one', link: { url: '/one.example/faq', text: 'Why' } },
      { ...banner, id: 2, cloud: 'two', text: 'For two' },
    ],
  })
  const html = renderMarkup((await page('/one.example', { global })).markup)
  const before = html.slice(0, html.indexOf('<main')).replace(/<[^>]*>/g, '')
  expect(before).toMatch(/Critical For all.*Notice For one Why/)
  expect(html).toMatch(/<a [^>]*href="\/one\.example\/faq"[^>]*>Why<\/a>/)
  expect(html).not.toContain('For two')
})

test('the footer shows the year, the edition, and when content may be outdated', async () => {
  const stale_since = '2026-11-15T10:00:00.000Z'
  const global = globalWith({})
  const fresh = renderMarkup((await page('/one.example', { global })).markup)
  expect(fresh).toContain('2026')
  expect(fresh).not.toContain('can’t reach its database')
  const stale = { ...global, edition: { ...global.edition, stale_since } }
  const old = renderMarkup((await page('/one.example', { global: stale })).markup)
  expect(old).toContain('the site can’t reach its database, so newer posts may be missing.')
})

test('no markup has a style attribute, which the CSP forbids', async () => {
  expect(renderMarkup((await page('/one.example')).markup)).not.toMatch(/<[^>]+\sstyle=/)
})

test('the hydration data survives JSON', async () => {
  const { hydration } = await page('/one.example')
  expect(JSON.parse(JSON.stringify(hydration))).toEqual(hydration)
})

test('a site without clouds says that nothing is published yet', async () => {
  const result = await page('/', { global: globalWith({ clouds: [] }) })
  expect(result.status).toBe(404)
  expect(renderMarkup(result.markup)).toContain('Nothing is published here yet.')
})

test('G-20 without global data, a page without scripts offers a retry', () => {
  const { meta, html } = globalFailedPage()
  expect(meta.noindex).toBe(true)
  expect(html).toContain('<h1>We can’t load the content of this site.</h1>')
  expect(html).not.toMatch(/<(header|nav)\b/)
  expect(html).toMatch(/<a[^>]*href=""[^>]*>Retry/)
})

async function page(path: string, options?: Parameters<typeof ask>[1]) {
  const result = await ask(path, options)
  if (result.kind !== 'page') throw new Error(`${path} leads to ${result.location}`)
  return result
}

function ask(
  path: string,
  { global = globalWith({}), read = readFixture }: { global?: Global; read?: Read } = {},
): Promise<PageResult> {
  const url = new URL(path, 'https://trust.example')
  return preparePage({ url, global, read, now: new Date('2026-11-15T10:42:00.000Z') })
}

const readFixture = (async (path: string) => {
  switch (path) {
    case '/api/cloud-banner':
      return { data: { title: 'One', description: 'The first cloud.' } }
    case '/api/verdict':
      return {
        data: {
          state: 'operational',
          trouble: '',
          rest: 'Everything on one is running.',
          sentences: ['Everything on one is running.'],
          since: null,
          next_update: null,
          incident: null,
          open_count: 0,
          incidents: [],
          maintenance: [],
          upcoming: null,
        },
      }
    case '/api/basic-page/:page':
      return { page_content: { title: 'FAQ', body: '<h2 id="a">Why?</h2><p>Because.</p>' } }
    default:
      throw new Error(`No fixture for ${path}`)
  }
}) as Read

function globalWith(changes: Partial<Global>): Global {
  return {
    menu: {
      top_menu: [],
      main_menu: [
        item('home', '/', 'home'),
        item('faq', '/faq', 'faq'),
        item('hidden', '/hidden', 'faq', ['two']),
        { ...item('dropdown', '/dropdown', '', ['two']), sub_menus: [item('inside', '/inside', 'faq')] },
        item('odd', '/odd', 'constructor'),
        { ...item('bare', '/bare', 'faq'), deep_link: false },
      ],
    },
    clouds: [cloud('one'), { ...cloud('two'), default_page: '/faq' }],
    products: [{ machine_name: 'access', title: 'Access' }],
    sso: null,
    isGov: false,
    isTrustDR: false,
    provider: {
      name: 'Northwall',
      legal_name: 'Northwall Security, Inc.',
      staff_domains: [],
      help_url: 'https://help.example',
      gov_help_url: 'https://help.gov.example',
      feedback_email: 'feedback@northwall.example',
      update_every_hours: 2,
    },
    banners: [],
    edition: {
      number: 1,
      published_at: '2026-11-15T10:41:07.000Z',
      stale_since: null,
      turned_at: null,
      in_maintenance: false,
    },
    ...changes,
  }
}

function cloud(name: string): Global['clouds'][number] {
  return {
    id: 1,
    title: name,
    machine_name: name,
    domain: `${name}.example`,
    default_page: '/',
    type: 'access',
    is_gov: false,
    cloud_status: { datacenter: '1', core_cloud_services: '1', premium_datacenter: '0' },
    state: 'operational',
  }
}

function item(id: string, route: string, component: string, hide_from_clouds: string[] = []) {
  return { id, item: id, route, component, deep_link: true, hide_from_clouds }
}
