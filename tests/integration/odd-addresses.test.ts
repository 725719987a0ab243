import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicReads } from '../../src/contract/public-reads.ts'
import { FORM_PATHS } from '../../src/domain/account/account-pages.ts'
import { DOCUMENT_FAMILIES } from '../../src/edition/documents/families.ts'
import { filesToWarm, pagesToWarm } from '../../src/server/answers/addresses-to-warm.ts'
import { THREAT_CSV_PATH } from '../../src/server/answers/make-document.ts'
import { FEED_PATH } from '../../src/server/answers/make-feed.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const RUNS = sized({ short: 40, long: 4_000 })

let site: TestApp
let paths: string[]

beforeAll(async () => {
  const edition = await demoEdition()
  const holder = standingHolder(new Date())
  holder.hold(edition)
  site = await testApp({ holder })
  paths = [
    ...new Set([
      ...Object.keys(publicReads),
      ...DOCUMENT_FAMILIES.flatMap(({ routes }) => routes.map(({ path }) => path)),
      ...pagesToWarm({ ...edition.site, clouds: edition.site.clouds.slice(0, 2) }),
      ...filesToWarm({ ...edition.site, clouds: edition.site.clouds.slice(0, 1) }),
      ...FORM_PATHS,
      `${FEED_PATH}/:type`,
      THREAT_CSV_PATH,
      '/',
      '/posts/:id',
      '/:cloud/posts/:id',
      '/:cloud/notification/:id',
      '/notification/:id',
      '/:cloud/ip-ranges',
      '/:cloud/search',
      '/user/:uid/edit',
      '/account-settings',
      '/privacy-compliance/cookie-policy',
      '/:cloud',
      '/:cloud/:anything',
    ]),
  ]
})

afterAll(() => site.app.close())

/** What breaks URL parsers, as sent over the wire. */
const ODD = [
  '',
  '%',
  '%zz',
  '%00',
  '%0d%0a',
  '%2F',
  '%2e%2e',
  '..',
  '%5C',
  '%FF%FE',
  '%ED%A0%80',
  '%ed%b0%80',
  '%E2%80%A8',
  '%E2%80%A9',
  '%EF%BB%BF',
  '%F0%9F%98%80',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e309',
  '0x10',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  '[object%20Object]',
  'a[]=1',
  '%27%3B--',
  '<script>',
  '9999-12-31',
  '0000-00-00',
  '2026-02-30',
  'northwall.net',
  'northwall_net',
  'a'.repeat(300),
  '%61'.repeat(200),
]
const NAMES = [
  ...new Set(Object.values(publicReads).flatMap(({ query }) => Object.keys(query.properties))),
  ...['week', 'centers', 'troubled', 'post', 'month', 'search', 'address', 'origin', 'token', 'notice'],
  ...['sort', 'order', 'format', '_format', 'items', 'family', 'label', 'style', 'tab', 'problem'],
]

const odd = fc.oneof(
  fc.constantFrom(...ODD),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .map((text) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, ''))),
)
const name = fc.oneof(fc.constantFrom(...NAMES), fc.constantFrom(...ODD), fc.constantFrom('a[b]', 'cloud[]'))
const query = fc.array(fc.tuple(name, odd), { maxLength: 6 })

test('no odd URL of the public site causes a server error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      query,
      fc.array(odd, { minLength: 3, maxLength: 3 }),
      async (at, pairs, values) => {
        const path = paths[at % paths.length] ?? '/'
        let next = 0
        const filled = path.replaceAll(/:\w+/g, () => values[next++ % values.length] ?? '')
        const search = pairs.map(([key, value]) => `${key}=${value}`).join('&')
        const url = `${filled}${filled.includes('?') ? '&' : '?'}${search}`
        const { statusCode, body } = await site.app.inject({ url })
        expect({ url, statusCode: Math.min(statusCode, 500) }).not.toEqual({ url, statusCode: 500 })
        expect(body).not.toMatch(/at \S+ \(.*:\d+:\d+\)/)
        // No made-up value makes a page larger than the site's own.
        expect(body.length).toBeLessThan(2_000_000)
      },
    ),
    { numRuns: RUNS },
  )
  expect(site.log.filter(({ level }) => level >= 50)).toEqual([])
})
