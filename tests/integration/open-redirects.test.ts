import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sized } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { signIn } from '../support/sign-in.ts'

/** URLs of another site that look like, or are mistaken for, URLs of this site. */
const ELSEWHERE = [
  'https://evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://evil.example',
  'http://trust.northwall.example:80@evil.example/',
  'https://trust.northwall.example.evil.example/',
  '//evil.example',
  '//evil.example/northwall.net',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/%2F/evil.example',
  '/%5Cevil.example',
  '/\u2028/evil.example',
  '／／evil.example',
  'javascript:alert(1)',
  'data:text/html,evil',
  'evil.example',
  '@evil.example',
  '/@evil.example//evil.example',
]
/** The short run tries all where they matter most, and some elsewhere. */
const SOME = sized({ short: ELSEWHERE.filter((_, at) => at % 8 === 1), long: ELSEWHERE })

const PARAMETERS = sized({
  short: ['origin', 'cloud'],
  long: ['origin', 'cloud', 'redirect', 'return_to', 'next', 'post', 'destination'],
})

let site: AccountSite

beforeAll(async () => {
  site = await accountSite()
})

afterAll(() => site.stop())

describe('no request can redirect a reader to another site', () => {
  test('by path, however it is normalized', async () => {
    for (const elsewhere of ELSEWHERE) {
      for (const end of sized({
        short: ['/', '?cloud=northwall.net'],
        long: ['', '/', '/posts/1/', '?cloud=northwall.net'],
      })) {
        const path = elsewhere.startsWith('/') ? elsewhere : `/${elsewhere}`
        await expectHere({ url: asTyped(path) + end })
      }
    }
  })

  test('by a page parameter', async () => {
    for (const elsewhere of SOME) {
      for (const name of PARAMETERS) {
        for (const page of [
          '/',
          '/northwall.net',
          '/posts/1',
          '/subscribe',
          '/sign-in',
          '/admin',
          '/sign-out',
          '/unsubscribe',
        ])
          await expectHere({ url: `${page}?${name}=${encodeURIComponent(elsewhere)}` })
      }
    }
  })

  test('by the sign-in form, for those who get in', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    for (const elsewhere of SOME) {
      const answer = await expectHere({
        method: 'POST',
        url: `/sign-in?origin=${encodeURIComponent(elsewhere)}`,
        headers: { origin: SITE, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ name: email, pass, origin: elsewhere }).toString(),
      })
      expect(answer.statusCode).toBe(303)
    }
  })

  test('when signed in', async () => {
    const { cookie } = await signIn(site.database.db, { roles: ['administrator'] })
    for (const elsewhere of SOME) {
      for (const page of ['/sign-in', '/sign-up', '/admin', '/account-settings', '/user/second-step'])
        await expectHere({ url: `${page}?origin=${encodeURIComponent(elsewhere)}`, headers: { cookie } })
    }
  })

  test("by the host name, or a proxy's headers", async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
    for (const url of ['/', '/posts/1', '/northwall.net/', '/subscribe', '/admin', '/sso/login'])
      await expectHere({ url, headers })
  })
})

/** As a client sends it: characters not allowed in a request line are encoded. */
function asTyped(path: string) {
  return path.replace(/[^!-~]/g, encodeURIComponent)
}

type Request = { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: string }

/** As a browser reads the header, including white space and backslashes. */
async function expectHere(request: Request) {
  const answer = await site.app.inject({ method: 'GET', ...request })
  const { location } = answer.headers
  expect(answer.statusCode, request.url).toBeLessThan(500)
  if (location !== undefined) {
    const { origin } = new URL(location, `${SITE}${request.url.startsWith('//') ? '/' : ''}`)
    expect({ url: request.url, location, origin }).toMatchObject({ origin: SITE })
  }
  expect(answer.headers.refresh).toBeUndefined()
  expect(answer.body).not.toMatch(/(href|src|action|content)="[^"]*\/\/evil\.example/)
  return answer
}
