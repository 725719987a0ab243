import { createMemoryRouter, type DataRouter, matchRoutes, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Global } from '../../contract/global.ts'
import { ROOT_ROUTE_ID, type RootData } from '../../ui/root-data.ts'
import { type BrowserSite, browserSite } from '../browser-site.ts'
import type { PageState } from '../page-state.ts'
import { routesOf } from '../routes.tsx'
import { siteContext } from '../site.ts'
import { failedLoad } from './failed-load.ts'
import { quietRefresh, type Refresh } from './quiet-refresh.ts'

const ORIGIN = 'https://trust.example'

let answers: Record<string, unknown>
let requests: string[]
let router: DataRouter
let refresh: Refresh

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('window', { location: { origin: ORIGIN } })
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    const path = new URL(address, ORIGIN).pathname
    const answer = answers[path]
    return answer === undefined
      ? Response.json({ message: 'Something broke.' }, { status: 500 })
      : Response.json(answer)
  })
  requests = []
  answers = {
    '/api/global': globalOf(1),
    '/api/basic-page/faq': faq('Why?'),
    '/api/verdict': { data: { trouble: '', rest: 'Everything on one is running.' } },
    '/api/cloud-banner': { data: { title: 'One', description: 'The first cloud.' } },
  }
  await visit('/one.example/faq')
})

afterEach(() => {
  router.dispose()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('updates page and shell with one request each', async () => {
  answers['/api/global'] = globalOf(2)
  answers['/api/basic-page/faq'] = faq('Why not?')
  requests = []
  expect(await refresh()).toMatchObject({
    kind: 'shown',
    edition: 2,
    before: { data: { body: 'Why?' } },
    shownUntil: '2026-11-15T10:41:07.000Z',
    after: { data: { body: 'Why not?' } },
  })
  expect(pageShown()).toMatchObject({ kind: 'found', data: { body: 'Why not?' } })
  expect(editionShown()).toBe(2)
  expect(requests).toEqual(['/api/global', '/api/basic-page/faq?cloud=one'])
})

test('the page is loaded with the latest clouds', async () => {
  answers['/api/global'] = globalOf(2, { clouds: [cloud('renamed')] })
  expect(await refresh()).toMatchObject({ kind: 'shown', after: { kind: 'missing' } })
})

test.each(['/api/global', '/api/basic-page/faq'])('a failure of %s changes nothing', async (path) => {
  const [before, edition] = [pageShown(), editionShown()]
  answers = {
    ...answers,
    '/api/global': globalOf(2),
    '/api/basic-page/faq': faq('Why not?'),
    [path]: undefined,
  }
  expect(await refresh()).toEqual({ kind: 'failed' })
  expect(pageShown()).toBe(before)
  expect([editionShown(), router.state.errors]).toEqual([edition, null])
})

test('if a part of the page fails, the part on screen stays', async () => {
  await visit('/one.example')
  const before = pageShown()
  answers['/api/verdict'] = undefined
  expect(await refresh()).toEqual({ kind: 'failed' })
  expect(pageShown()).toBe(before)
})

test('a failed page recovers automatically', async () => {
  answers['/api/basic-page/faq'] = undefined
  await visit('/one.example/faq')
  expect(pageShown()).toMatchObject({ kind: 'failed' })
  answers['/api/basic-page/faq'] = faq('Why?')
  await refresh()
  expect(pageShown()).toMatchObject({ kind: 'found' })
})

test('G-20 a page stays on screen if the next one fails to load, and the requested address is known', async () => {
  await visit('/one.example')
  const before = pageShown()
  for (const path of Object.keys(answers)) answers[path] = undefined
  await router.navigate('/one.example/faq')
  expect(pageShown()).toBe(before)
  expect(router.state.errors).toBeNull()
  expect(router.state.location.pathname).toBe('/one.example')
  expect(pageShown()).toMatchObject({ kind: 'found' })
  expect(failedLoad.get()?.address).toBe('/one.example/faq')
  answers['/api/basic-page/faq'] = faq('Why?')
  await router.navigate('/one.example/faq')
  expect(router.state.location.pathname).toBe('/one.example/faq')
  expect(failedLoad.get()).toBeUndefined()
  await router.navigate('/one.example')
  expect(pageShown()).toBe(before)
})

test('a reader who navigates meanwhile gets the new page, not the previous one', async () => {
  const underWay = refresh()
  await router.navigate('/one.example')
  expect(await underWay).toEqual({ kind: 'overtaken' })
  expect(pageShown()).toMatchObject({ data: { banner: { kind: 'loaded' } } })
})

test('G-06 a page hidden meanwhile redirects to the default page of the cloud', async () => {
  const { menu } = globalOf(1)
  const main_menu = menu.main_menu.map((item) => ({
    ...item,
    hide_from_clouds: item.id === 'faq' ? ['one'] : [],
  }))
  answers['/api/global'] = globalOf(2, { menu: { ...menu, main_menu } })
  await refresh()
  expect(router.state.location.pathname).toBe('/one.example')
})

test.each(['/nowhere', '/no/such/page'])(
  '%s stays as it is, and no document is loaded for it',
  async (path) => {
    await visit(path, {
      hydrated: { kind: 'missing', cloud: 'one', meta: { title: '', description: '' } },
    })
    answers['/api/global'] = globalOf(2)
    expect(await refresh()).toMatchObject({ kind: 'shown' })
    expect(pageShown()).toMatchObject({ kind: 'missing' })
    expect(editionShown()).toBe(2)
  },
)

async function visit(path: string, { hydrated }: { hydrated?: unknown } = {}) {
  const root: RootData = { global: globalOf(1), year: 2026 }
  const page = (hydrated ?? { kind: 'missing', cloud: '', meta: { title: '', description: '' } }) as PageState
  const site: BrowserSite = browserSite(
    { ...root, page },
    { hashAhead: () => '', shown: () => ({ pathname: path, search: '', hash: '' }) },
  )
  const routes = routesOf(root.global.menu)
  const pageId = matchRoutes(routes, path)?.at(-1)?.route.id ?? ''
  router = createMemoryRouter(routes, {
    initialEntries: [path],
    getContext: () => new RouterContextProvider(new Map([[siteContext, site]])),
    ...(hydrated !== undefined && {
      hydrationData: { loaderData: { [ROOT_ROUTE_ID]: root, [pageId]: hydrated } },
    }),
  })
  refresh = quietRefresh(router, routes, site)
  await vi.waitFor(() => expect(router.state.initialized).toBe(true), { timeout: 30_000 })
}

function pageShown() {
  return router.state.loaderData[router.state.matches.at(-1)?.route.id ?? '']
}

function editionShown() {
  return (router.state.loaderData[ROOT_ROUTE_ID] as RootData).global.edition.number
}

function faq(body: string) {
  return { page_content: { title: 'FAQ', body } }
}

function globalOf(number: number, changes: Partial<Global> = {}): Global {
  const item = (id: string, route: string, component: string) => ({
    id,
    item: id,
    route,
    component,
    deep_link: true,
    hide_from_clouds: [] as string[],
  })
  return {
    menu: { top_menu: [], main_menu: [item('home', '/', 'home'), item('faq', '/faq', 'faq')] },
    clouds: [cloud('one')],
    products: [],
    sso: null,
    isGov: false,
    isTrustDR: false,
    provider: {
      name: 'Northwall',
      legal_name: 'Northwall Security, Inc.',
      staff_domains: [],
      help_url: '',
      gov_help_url: '',
      feedback_email: '',
      update_every_hours: null,
    },
    banners: [],
    edition: {
      number,
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
