import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSecret } from '../../src/accounts/secret.ts'
import { signInAsked } from '../../src/domain/account/sign-in-address.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

let site: TestApp
let recovery: TestApp

beforeAll(async () => {
  const edition = await demoEdition()
  site = await testApp({ holder: holderOf(edition) })
  recovery = await testApp({ holder: holderOf(edition), config: { isTrustDR: true } })
})

afterAll(async () => {
  await site.app.close()
  await recovery.app.close()
})

describe('G-19 without a session', () => {
  test.each([
    ['/subscribe', 'subscribe'],
    ['/subscribe?cloud_filter=a%20b&page=2', 'subscribe'],
    ['/user/7/edit', 'settings'],
    ['/account-settings', 'settings'],
    ['/admin', undefined],
    ['/admin/dashboard?tab=records', undefined],
  ] as const)('%s redirects to the sign-in page, with a way back', async (url, notice) => {
    const { statusCode, headers } = await site.app.inject(url)
    expect(statusCode).toBe(302)
    expect(headers['cache-control']).toBe('private, no-store')
    const [path, query] = String(headers.location).split('?')
    expect(path).toBe('/sign-in')
    const { origin = '', ...asked } = signInAsked(new URLSearchParams(query))
    expect(asked).toEqual({ notice, problem: undefined })
    expect(parts(origin)).toEqual(parts(url))
  })

  test.each(['__Host-candor_session=', '__Host-candor_session=made-up', `csrf_token=${newSecret()}`])(
    'the cookie "%s" does not count',
    async (cookie) => {
      expect((await site.app.inject({ url: '/subscribe', headers: { cookie } })).statusCode).toBe(302)
    },
  )

  test('similar paths are not protected', async () => {
    expect((await site.app.inject('/subscribed')).statusCode).toBe(404)
    expect((await site.app.inject('/user/password')).statusCode).toBe(200)
  })

  test("a signed-in reader's answer is not reused for others", async () => {
    const cookie = `__Host-candor_session=${newSecret()}`
    for (const url of ['/subscribe', '/account-settings', '/admin/dashboard']) {
      for (const _ of ['made', 'kept']) {
        expect((await site.app.inject({ url, headers: { cookie } })).statusCode).toBe(200)
      }
      expect((await site.app.inject(url)).statusCode).toBe(302)
    }
  })

  test('a trailing slash is removed first', async () => {
    const { statusCode, headers } = await site.app.inject('/subscribe/')
    expect([statusCode, headers.location]).toEqual([308, '/subscribe'])
  })
})

describe('G-19 with a session', () => {
  test.each(['/subscribe', '/user/7/edit', '/account-settings'])(
    '%s is identical for all readers',
    async (url) => {
      const [one, other] = await Promise.all(
        [newSecret(), newSecret()].map((token) =>
          site.app.inject({ url, headers: { cookie: `__Host-candor_session=${token}` } }),
        ),
      )
      expect(one?.statusCode).toBe(200)
      expect(one?.body).toBe(other?.body)
      expect(one?.headers.etag).toBe(other?.headers.etag)
      expect(one?.body).toContain('<meta name="robots" content="noindex">')
    },
  )
})

test.each(['/subscribe', '/user/7/edit', '/account-settings'])(
  'O-06 in disaster recovery %s does not redirect to sign-in',
  async (url) => {
    const { statusCode, body } = await recovery.app.inject(url)
    expect(statusCode).toBe(200)
    expect(body).toContain('The service is temporarily unavailable.')
  },
)

/** Answers are cached with the edition, so each site has its own. */
function holderOf(edition: Edition) {
  const holder = standingHolder(new Date())
  holder.hold(edition)
  return holder
}

function parts(address: string) {
  const { pathname, searchParams } = new URL(address, 'https://site.invalid')
  return [pathname, Object.fromEntries(searchParams)]
}
