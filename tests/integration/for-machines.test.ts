import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  DRAFT_CANARY,
  INTERNAL_CANARY,
  SCHEDULED_CANARY,
  UNPUBLISHED_CANARY,
} from '../../src/demo/canaries.ts'
import { forMachinesPath, LEGACY_STATUS_PATH, LLMS_TXT_PATH } from '../../src/domain/machine-paths.ts'
import { DOCUMENT_ROUTES } from '../../src/edition/documents/families.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { isShort, sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const PUBLIC_URL = 'https://trust.northwall.example'
const CANARIES = [INTERNAL_CANARY, DRAFT_CANARY, SCHEDULED_CANARY, UNPUBLISHED_CANARY]

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

function get(url: string) {
  return site.app.inject({ url })
}

describe('L-03 the developer page', () => {
  test('lists full, working URLs of its own cloud', async () => {
    for (const { domain } of someClouds().slice(0, 1)) {
      const page = await get(forMachinesPath(domain))
      expect(page.statusCode).toBe(200)
      const main = /<main[\s\S]*<\/main>/.exec(page.body)?.[0] ?? ''
      const links = [...main.matchAll(/<(?:a|img)[^>]* (?:href|src)="([^"#]+)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      )
      expect(links.length).toBeGreaterThan(40)
      const own = links.filter((it) => it.startsWith('/') && it !== '/subscribe')
      const some = [...new Set(own)].filter((_, index) => index % sized({ short: 3, long: 1 }) === 0)
      for (const link of some) {
        expect((await get(link)).statusCode, link).toBe(200)
      }
      for (const [, text = ''] of main.matchAll(/<code[^>]*><a[^>]*>([^<]+)<\/a><\/code>/g)) {
        expect(text.startsWith(`${PUBLIC_URL}/`), text).toBe(true)
      }
    }
  })

  test('is in every footer, in the sitemap and in the documentation', async () => {
    const [cloud] = edition.site.clouds
    const path = forMachinesPath(cloud?.domain ?? '')
    expect((await get(`/${cloud?.domain}`)).body).toContain(`href="${path}"`)
    expect((await get('/sitemap.xml')).body).toContain(`<loc>${PUBLIC_URL}${path}</loc>`)
    expect((await get('/api/docs')).body).toContain('href="/llms.txt"')
    expect((await get('/nowhere.net/for-machines')).statusCode).toBe(404)
  })

  test('has a working command for programs that use the old API', async () => {
    const [cloud] = edition.site.clouds
    const { body } = await get(forMachinesPath(cloud?.domain ?? ''))
    const command = /curl [^<]+/.exec(body)?.[0].replaceAll('&#x27;', "'").replaceAll('&quot;', '"') ?? ''
    const [, url = '', payload = ''] = /^curl '([^']+)' -H '[^']+' -d '([^']+)'$/.exec(command) ?? []
    expect(url).toBe(`${PUBLIC_URL}${LEGACY_STATUS_PATH}?_format=json`)
    const answer = await site.app.inject({
      method: 'POST',
      url: url.slice(PUBLIC_URL.length),
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.category.length).toBeGreaterThan(0)
  })

  test('has URLs for the requested cloud', async () => {
    for (const cloud of someClouds()) {
      const { data } = (await get(`/api/for-machines?cloud=${cloud.machine_name}`)).json()
      expect(data.public_url).toBe(PUBLIC_URL)
      for (const { tid } of data.services) {
        expect((await get(`/${cloud.domain}/badge/service/${tid}.svg`)).statusCode).toBe(200)
      }
    }
    expect((await get('/api/for-machines?cloud=nowhere')).statusCode).toBe(404)
  })
})

/** The first and the last differ most. */
function someClouds() {
  const { clouds } = edition.site
  return sized({ short: [...clouds.slice(0, 1), ...clouds.slice(-1)], long: [...clouds] })
}

describe('llms.txt', () => {
  test('is short, and links to the clouds and to working formats', async () => {
    const { body, headers } = await get(LLMS_TXT_PATH)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body.startsWith('# Northwall Trust\n\n> ')).toBe(true)
    expect(body.length).toBeLessThan(5_000)
    const links = [...body.matchAll(/^- \[.+\]\((.+?)\): /gm)].map(([, url = '']) => url)
    expect(links.length).toBeGreaterThan(edition.site.clouds.length + 8)
    // Every cloud has the same kind of page.
    const others = edition.site.clouds.slice(1).map(({ domain }) => `${PUBLIC_URL}/${domain}`)
    const isOfOther = (url: string) => others.some((own) => url === own || url.startsWith(`${own}/`))
    for (const url of sized({ short: links.filter((each) => !isOfOther(each)), long: links })) {
      const path = url.slice(PUBLIC_URL.length)
      expect((await get(path)).statusCode, url).toBe(path === '/mcp' ? 405 : 200)
    }
  })

  test("staff-given names can't break its Markdown", async () => {
    const [first, ...others] = edition.site.clouds
    if (first === undefined) throw new Error('The demo has clouds.')
    const provider = { ...edition.site.provider, name: 'North\n# Wall' }
    const clouds = [{ ...first, title: 'A ](https://evil.example) [b\n- c' }, ...others]
    holder.hold({ ...edition, site: { ...edition.site, provider, clouds } })
    const { body } = await get(LLMS_TXT_PATH)
    expect(body.match(/^# .*$/gm)).toEqual(['# North # Wall Trust'])
    expect(body).toContain('- [A \\](https://evil.example) \\[b - c](')
  })
})

describe('the API documentation', () => {
  test('lists every document in its table of contents, with working anchors', async () => {
    const { body } = await get('/api/docs')
    const anchors = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id = '']) => id)
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const anchor of anchors) expect(ids).toContain(anchor)
    for (const { path } of DOCUMENT_ROUTES) expect(body).toContain(path.replace(/:(\w+)/g, '{$1}'))
  })
})

const OF_EACH = sized({ short: 3, long: Number.POSITIVE_INFINITY })

function someOf(addresses: readonly string[]): string[] {
  const step = Math.max(1, addresses.length / OF_EACH)
  const picked = addresses.filter((_, index) => index % step < 1)
  return [...new Set([...picked, ...addresses.slice(-1)])]
}

// The short run covers the documents of document-canaries.test.ts.
test.skipIf(isShort)('no document contains an internal word', async () => {
  const addresses = DOCUMENT_ROUTES.flatMap((route) => someOf(route.addresses(edition)))
  expect(addresses.length).toBeGreaterThan(DOCUMENT_ROUTES.length)
  for (const address of addresses) {
    const { statusCode, body } = await get(address)
    // Signatures exist only with a key.
    if (!address.endsWith('.asc')) expect(statusCode, address).toBe(200)
    for (const canary of CANARIES) expect(body.includes(canary), `${canary} in ${address}`).toBe(false)
  }
})
