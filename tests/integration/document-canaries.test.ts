import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKey } from 'openpgp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OLDEST_TIMELINE_PAGE } from '../../src/domain/constants.ts'
import { LEGACY_STATUS_PATH } from '../../src/domain/machine-paths.ts'
import type { DocumentRoute, DocumentSigner } from '../../src/edition/documents/document.ts'
import { DOCUMENT_ROUTES } from '../../src/edition/documents/families.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { openSigner } from '../../src/server/start/open-signer.ts'
import { sized } from '../size.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { withOddThings } from '../support/odd-edition.ts'
import { SECRET_WORDS } from '../support/secret-words.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

/** Weeks of the old call: the first and the last, or all. */
const WEEKS = sized({
  short: [0, OLDEST_TIMELINE_PAGE],
  long: Array.from({ length: OLDEST_TIMELINE_PAGE + 1 }, (_, week) => week),
})
/** How many addresses of a per-service or per-advisory route are checked, evenly spread. */
const ADDRESSES_OF_A_ROUTE = sized({ short: 2, long: 40 })
/** The old call reads each cloud in the same way: one in this many. */
const CLOUDS_BY = sized({ short: 4, long: 1 })
const ODD = ['cloud=%00', 'cloud=a&cloud=b', 'cloud[]=x', '%ff=%fe', `cloud=${'x'.repeat(2000)}`]
/** Each route gets this many in turn. */
const ODD_OF_A_ROUTE = sized({ short: 1, long: ODD.length })

let edition: Edition
let site: TestApp

beforeAll(async () => {
  edition = withOddThings(await demoEdition())
  const holder = standingHolder(new Date())
  holder.hold(edition)
  site = await testApp({ holder, signer: await testSigner() })
})

afterAll(() => site.app.close())

function addressesOf(route: DocumentRoute) {
  const all = route.addresses(edition)
  const step = Math.max(1, Math.ceil(all.length / ADDRESSES_OF_A_ROUTE))
  return all.filter((_, index) => index % step === 0)
}

describe.each(DOCUMENT_ROUTES.map((route, at) => [route.path, route, at] as const))(
  'L-09 %s',
  (_, route, at) => {
    test('exists at every address, is open to all sites, and contains no secret', async () => {
      // A route without addresses would pass everything below.
      expect(addressesOf(route)).not.toEqual([])
      for (const address of addressesOf(route)) {
        const { statusCode, headers, body } = await site.app.inject(address)
        expect([address, statusCode]).toEqual([address, 200])
        expect(headers['content-type'], address).toBe(route.type)
        expect(headers['access-control-allow-origin'], address).toBe('*')
        // Calendars fold lines within words.
        expect(SECRET_WORDS.exec(body.replaceAll('\r\n ', ''))?.[0], address).toBeUndefined()
        expect(SECRET_WORDS.exec(JSON.stringify(headers))?.[0], address).toBeUndefined()
      }
    })

    test("odd parameters don't change the answer, and never cause a 5xx", async () => {
      const [address = 'none'] = route.addresses(edition)
      const and = address.includes('?') ? '&' : '?'
      const plain = (await site.app.inject(address)).body
      expect((await site.app.inject(`${address}${and}utm_source=mail&__proto__=x`)).body).toBe(plain)
      for (let next = at; next < at + ODD_OF_A_ROUTE; next++) {
        const odd = ODD[next % ODD.length] ?? ''
        expect((await site.app.inject(`${address}${and}${odd}`)).statusCode, odd).toBeLessThan(500)
      }
      const path = route.path.replace(/:\w+/g, '%00..%2f<x>')
      expect((await site.app.inject(path)).statusCode).toBeLessThan(500)
    })
  },
)

test('L-09 the old call reveals no secret of any cloud, in any week', async () => {
  let troubles = 0
  for (const { domain } of edition.site.clouds.filter((_, index) => index % CLOUDS_BY === 0))
    for (const requestType of ['core_cloud_services', 'public', 'premium'])
      for (const dateOffset of WEEKS) {
        const payload = { cloud: `trust.${domain}`, requestType, dateOffset }
        const { statusCode, headers, body } = await site.app.inject({
          method: 'POST',
          url: LEGACY_STATUS_PATH,
          payload,
        })
        const asked = JSON.stringify(payload)
        expect([asked, statusCode]).toEqual([asked, 200])
        expect(SECRET_WORDS.exec(body)?.[0], asked).toBeUndefined()
        expect(SECRET_WORDS.exec(JSON.stringify(headers))?.[0], asked).toBeUndefined()
        troubles += body.split('short_description').length - 1
      }
  // Proves that text of records was checked.
  expect(troubles).toBeGreaterThan(0)
})

/** Signs with a key made for the test, read from a file like the site does. */
async function testSigner(): Promise<DocumentSigner> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-key-'))
  try {
    const file = join(folder, 'key.asc')
    const key = await generateKey({ userIDs: [{ email: 'security@northwall.example' }], format: 'armored' })
    await writeFile(file, key.privateKey)
    const opened = await openSigner({ file, passphrase: undefined })
    if (opened.kind === 'refused' || opened.signer === undefined) throw new Error('The key does not sign.')
    return opened.signer
  } finally {
    await rm(folder, { recursive: true })
  }
}
