import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as canaries from '../../src/demo/canaries.ts'
import type { DocumentRoute } from '../../src/edition/documents/document.ts'
import { DOCUMENT_ROUTES } from '../../src/edition/documents/families.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { FUTURE_BANNER, withOddThings } from '../support/odd-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

/** Of what there is one for each service or advisory, so many are looked at, from all over. */
const ADDRESSES_OF_A_ROUTE = 40
const SECRET = new RegExp(
  [
    ...Object.values(canaries),
    FUTURE_BANNER,
    'internal_note',
    'slack_link',
    'jira_link',
    'sfdc_link',
    'severity_link',
  ].join('|'),
)

let edition: Edition
let site: TestApp

beforeAll(async () => {
  edition = withOddThings(await demoEdition())
  const holder = standingHolder(new Date())
  holder.hold(edition)
  site = await testApp({ holder })
})

afterAll(() => site.app.close())

function addressesOf(route: DocumentRoute) {
  const all = route.addresses(edition)
  const step = Math.max(1, Math.floor(all.length / ADDRESSES_OF_A_ROUTE))
  return all.filter((_, index) => index % step === 0)
}

/** Signatures are there only where a key is; csaf-documents.test.ts has one. */
const UNSIGNED = DOCUMENT_ROUTES.filter(({ path }) => !path.endsWith('.asc'))

describe.each(UNSIGNED.map((route) => [route.path, route] as const))('L-09 %s', (_, route) => {
  test('is there under every address that it has, for all sites to read, and tells no secret', async () => {
    for (const address of addressesOf(route)) {
      const { statusCode, headers, body } = await site.app.inject(address)
      expect([address, statusCode]).toEqual([address, 200])
      expect(headers['content-type'], address).toBe(route.type)
      expect(headers['access-control-allow-origin'], address).toBe('*')
      expect(SECRET.exec(body)?.[0], address).toBeUndefined()
      expect(SECRET.exec(JSON.stringify(headers))?.[0], address).toBeUndefined()
    }
  })

  test('odd parameters make no other answer, and never a fault of ours', async () => {
    const [address] = route.addresses(edition)
    if (address === undefined) return
    const and = address.includes('?') ? '&' : '?'
    const plain = (await site.app.inject(address)).body
    expect((await site.app.inject(`${address}${and}utm_source=mail&__proto__=x`)).body).toBe(plain)
    for (const odd of ['cloud=%00', 'cloud=a&cloud=b', 'cloud[]=x', '%ff=%fe', `cloud=${'x'.repeat(2000)}`])
      expect((await site.app.inject(`${address}${and}${odd}`)).statusCode, odd).toBeLessThan(500)
    const path = route.path.replace(/:\w+/g, '%00..%2f<x>')
    expect((await site.app.inject(path)).statusCode).toBeLessThan(500)
  })
})
