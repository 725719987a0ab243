import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Global } from '../../src/contract/global.ts'
import type { ListResponse, PostRecord } from '../../src/contract/records.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { recordsOfCloud } from '../../src/edition/record-shelf.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { withChanged } from '../support/hostile-records.ts'
import { standingHolder, type TestApp, testApp, testConfig } from '../support/test-app.ts'

/** Server-rendered content: no browser needed. */

const MAIN = 'northwall.net'
const GOVERNMENT = 'northwall-gov.net'
const HOME = `/${MAIN}`
const { publicUrl } = testConfig()

const OWN_TITLES = {
  '/incidents': 'Incidents',
  '/maintenance': 'Maintenance',
  '/security-advisories': 'Security Advisories',
  '/cloud-status': 'Cloud Status',
  '/data-center-map': 'Data Center Map',
  '/url-category-notification': 'URL Category Changes',
}

let edition: Edition
let site: TestApp
let governmentSite: TestApp

beforeAll(async () => {
  edition = withHelpLinks(await demoEdition())
  // Each has its own holder: an edition's cache belongs to one deployment.
  const [holder, other] = [standingHolder(new Date()), standingHolder(new Date())]
  holder.hold(edition)
  other.hold(edition)
  site = await testApp({ holder })
  governmentSite = await testApp({ holder: other, config: { isGov: true } })
})
afterAll(async () => {
  await site.app.close()
  await governmentSite.app.close()
})

describe('the head', () => {
  test('G-08 known paths have their own title and description', async () => {
    const descriptions = new Set<string | null>()
    const titles = Object.entries(OWN_TITLES)
    // The short run leaves out the largest pages; page-meta.test.ts covers the words of every kind.
    const small = titles.filter(([ending]) => !/status|map/.test(ending))
    const some = sized({ short: small, long: titles })
    for (const [ending, title] of some) {
      const head = await headOf(HOME + ending)
      expect(head.title).toBe(`${title} · ${MAIN} · Northwall Trust`)
      expect(head.description).toContain(MAIN)
      expect(head.robots).toBe(null)
      descriptions.add(head.description)
    }
    expect(descriptions.size).toBe(some.length)
  })

  test('every page has its canonical URL and social preview', async () => {
    const { id, title, summary } = await anIncident()
    const path = `${HOME}/posts/${id}`
    const wholeTitle = `${title} · ${MAIN} · Northwall Trust`
    expect(await headOf(`${path}?utm_source=mail`)).toEqual({
      title: wholeTitle,
      description: summary,
      robots: null,
      canonical: publicUrl + path,
      openGraph: ['website', 'Northwall Trust', wholeTitle, summary, publicUrl + path, `${publicUrl}/og.png`],
    })
  })

  test('a missing page has no canonical URL', async () => {
    expect(await headOf('/nowhere')).toMatchObject({ robots: 'noindex', canonical: null })
  })
})

describe('the home page', () => {
  test('H-01 has the title and the description of its cloud', async () => {
    const { clouds } = (await site.app.inject('/api/global')).json<Global>()
    for (const { domain, machine_name } of [...clouds.slice(0, 1), ...clouds.slice(-1)]) {
      const { data } = (await site.app.inject(`/api/cloud-banner?cloud=${machine_name}`)).json()
      const page = await htmlOf(`/${domain}`)
      expect(page, domain).toContain(data.title)
      expect(textOf(page), domain).toContain(data.description)
    }
  })

  test.each([
    [MAIN, 'https://help.northwall.example/'],
    [GOVERNMENT, 'https://help.northwall-gov.example/'],
  ])('H-03 of %s links to the policy on service continuity at %s', async (domain, help) => {
    const link = policyLink(await htmlOf(`/${domain}`))
    expect(link).toContain(`href="${help}`)
    expect(link).toContain('target="_blank"')
  })
})

test('G-03, N-01, N-07, H-03 on a government deployment every cloud is governmental', async () => {
  const page = await htmlOf(HOME, governmentSite)
  expect(headerWords(page)).toContain('Government')
  expect(mainNav(page)).not.toContain('target="_blank"')
  expect(policyLink(page)).toContain('href="https://help.northwall-gov.example/')

  const elsewhere = await htmlOf(HOME)
  expect(headerWords(elsewhere)).not.toContain('Government')
  expect(mainNav(elsewhere)).toContain('target="_blank"')
})

describe('G-03 help links written by staff', () => {
  const HELP = 'https://help.northwall.example/'
  const GOVERNMENT_HELP = 'https://help.northwall-gov.example/'
  const post = () => withLinks(edition).id

  test.each([
    ['northwall_net', MAIN, false, HELP, GOVERNMENT_HELP],
    ['northwall_gov_net', GOVERNMENT, false, GOVERNMENT_HELP, HELP],
    ['northwall_net', MAIN, true, GOVERNMENT_HELP, HELP],
  ])('on %s (%s, governmental deployment: %s) lead to %s', async (cloud, domain, isGov, help, other) => {
    const at = isGov ? governmentSite : site
    const paths = [
      `/${domain}`,
      `/${domain}/faq`,
      `/${domain}/posts/${post()}`,
      `/api/posts/${post()}?cloud=${cloud}`,
      `/api/incident?cloud=${cloud}`,
      `/api/cloud-status?cloud=${cloud}&requestType=core_cloud_services`,
      `/api/basic-page/faq?cloud=${cloud}`,
      `/rss-feed/incidents?cloud=${cloud}&format=json`,
      `/rss-feed/incidents?cloud=${cloud}&items=updates`,
      `/${domain}/api/v2/incidents.json`,
      `/${domain}/incidents.json`,
      `/calendar/maintenance.ics?cloud=${cloud}`,
    ]
    // Every kind of page once; one rule decides where all links lead.
    const isFirst = cloud === 'northwall_net' && !isGov
    for (const path of paths.filter((_, index) => isFirst || index % sized({ short: 4, long: 1 }) === 0)) {
      const body = (await htmlOf(path, at)).replace(/<script type="application\/json".*?<\/script>/s, '')
      expect(body, path).toContain(help)
      expect(body, path).not.toContain(other)
    }
  })
})

test("shared pages have no sign-out link, as they don't know who is signed in; account pages have one", async () => {
  for (const path of [HOME, `${HOME}/incidents`, '/sign-in', '/sign-up', '/no-such-page']) {
    expect((await site.app.inject(path)).body, path).not.toContain('href="/sign-out"')
  }
  const cookie = `__Host-candor_session=${'a'.repeat(43)}`
  const { body } = await site.app.inject({ url: '/subscribe', headers: { cookie } })
  expect(/<noscript>.*?<\/noscript>/s.exec(body)?.[0]).toContain('href="/sign-out"')
})

test('staff text has the direction of its own script', async () => {
  const expected: [string, RegExp[]][] = [
    [`${HOME}/posts/${withLinks(edition).id}`, [/<h1[^>]* dir="auto"/, /<div[^>]* dir="auto"><p>See/]],
    [`${HOME}/incidents`, [/<h2[^>]* dir="auto"/, /<p[^>]* dir="auto"/]],
    [`${HOME}/faq`, [/<h1[^>]* dir="auto"/, /<h2[^>]* dir="auto"/, /<h3[^>]* dir="auto"/]],
    [HOME, [/<h2 dir="auto"/, /<p dir="auto"/]],
  ]
  for (const [path, marks] of expected) {
    const page = await htmlOf(path)
    for (const mark of marks) expect(page, path).toMatch(mark)
  }
})

test('G-12 a notification works with and without a cloud in its path', async () => {
  const list = (await site.app.inject('/api/notifications?notification_type=advisories')).json<ListResponse>()
  const record = list.records.find(({ redirect }) => redirect === undefined)
  expect(record).toBeDefined()
  for (const path of [`/notification/${record?.id}`, `${HOME}/notification/${record?.id}`]) {
    const answer = await site.app.inject(path)
    expect(answer.statusCode, path).toBe(200)
    expect(headingOf(answer.body), path).toBe(record?.title)
  }
})

test.each(['/nowhere', `${HOME}/nowhere`, `${HOME}/posts/one`, '/a/b/c/d'])(
  'G-13 %s answers 404 with the fallback page and a link home',
  async (path) => {
    const { statusCode, body } = await site.app.inject(path)
    expect(statusCode).toBe(404)
    expect(headingOf(body)).toBe('There is no page at this address.')
    expect(/<main[\s\S]*?<\/main>/.exec(body)?.[0]).toContain(`href="${HOME}"`)
  },
)

test('G-10 the cookie policy is linked from every page', async () => {
  for (const path of [HOME, `${HOME}/incidents`, '/sign-in', '/thank-you']) {
    expect(await htmlOf(path), path).toContain('href="/privacy-compliance/cookie-policy"')
  }
})

async function htmlOf(path: string, { app }: TestApp = site): Promise<string> {
  return (await app.inject(path)).body
}

async function headOf(path: string) {
  const html = await htmlOf(path)
  const content = (name: string) =>
    decoded(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1])
  const openGraph = ['type', 'site_name', 'title', 'description', 'url', 'image']
  return {
    title: decoded(/<title>([^<]*)<\/title>/.exec(html)?.[1]),
    description: content('description'),
    robots: content('robots'),
    canonical: decoded(/<link rel="canonical" href="([^"]*)">/.exec(html)?.[1]),
    openGraph: openGraph.map((name) => content(`og:${name}`)),
  }
}

async function anIncident(): Promise<PostRecord> {
  const { records } = (await site.app.inject('/api/incident?cloud=northwall_net')).json<ListResponse>()
  const [record] = records
  if (record === undefined) throw new Error('The demo has no incident.')
  return record
}

function headingOf(html: string) {
  return decoded(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, ''))
}

function headerWords(html: string) {
  const header = /<header class="shell[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
  return textOf(header.replaceAll(/<nav[\s\S]*?<\/nav>/g, ''))
}

function mainNav(html: string) {
  return /<nav[^>]*aria-label="Main"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? ''
}

function policyLink(html: string) {
  return [...html.matchAll(/<a [^>]*>[\s\S]*?<\/a>/g)]
    .map(([link]) => link)
    .find((link) => /service continuity policy/i.test(textOf(link)))
}

function textOf(html: string): string {
  return decoded(html.replaceAll(/<[^>]*>/g, '')) ?? ''
}

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

function withLinks({ site, records }: Edition) {
  const clouds = site.clouds.filter(({ domain }) => [MAIN, GOVERNMENT].includes(domain))
  const record = clouds.flatMap(({ id }) => recordsOfCloud(records, 'incident', id))[0]
  if (record === undefined) throw new Error('The demo has no incident.')
  return record
}

function withHelpLinks(demo: Edition): Edition {
  const link = '<p>See <a href="https://help.northwall.example/tunnels">the guide</a>.</p>'
  const record = withLinks(demo)
  const clouds = demo.site.clouds.filter(({ domain }) => [MAIN, GOVERNMENT].includes(domain))
  const [work] = clouds.flatMap(({ id }) => recordsOfCloud(demo.records, 'maintenance', id))
  if (work === undefined) throw new Error('The demo has no maintenance.')
  const changed = withChanged(demo, [
    { record: work, change: { summary: '', body: link, clouds: clouds.map(({ id }) => id) } },
    {
      record,
      change: {
        body: link,
        clouds: clouds.map(({ id }) => id),
        services: clouds.flatMap(({ serviceCategories }) => serviceCategories[0]?.services[0]?.tid ?? []),
        from_time: new Date(),
        to_time: null,
        closed_on: null,
        updates: record.updates.map((update) => ({ ...update, body: link })),
      },
    },
  ])
  const pages = demo.site.pages.map((page) =>
    page.slug === 'faq' ? { ...page, body: page.body + link } : page,
  )
  return { ...changed, site: { ...demo.site, pages } }
}
