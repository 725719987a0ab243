import { describe, expect, test } from 'vitest'
import { attemptsOfAddress } from '../../src/accounts/throttle/throttle.ts'
import { THROTTLE_LIMITS } from '../../src/domain/account/throttle-limits.ts'
import { anyPerson, CALLBACK, SITE, signOnSite } from '../support/identity-provider-site.ts'
import { locationOf, type Visited, type Visitor } from '../support/identity-provider-visitor.ts'
import { spendAttempts } from '../support/throttles.ts'

const on = signOnSite()

const VISITORS_ADDRESS = '127.0.0.1'

describe('OIDC: state, nonce and PKCE are bound to the browser', () => {
  test("another browser can't complete a login", async () => {
    const [victim, other] = [on.newVisitor(), on.newVisitor()]
    const callback = await on.untilCallback(victim, anyPerson())
    expectRefusal(await other.go(callback), other)
    await other.go('/sso/login')
    expectRefusal(await other.go(callback), other)
  })

  test("a login completes once, and its code can't be reused, even with its cookie", async () => {
    const visitor = on.newVisitor()
    const callback = await on.untilCallback(visitor, anyPerson())
    const cookies = new Map(visitor.cookies)
    await visitor.go(callback)
    expect(visitor.cookie('__Host-candor_session')).toBeDefined()
    const thief = on.newVisitor()
    for (const [key, cookie] of cookies) thief.cookies.set(key, cookie)
    expect(thief.cookie('__Host-candor_sign_on')).toBeDefined()
    expectRefusal(await thief.go(callback), thief)
    expect((await visitor.go(callback)).headers.get('location')).toBe('/sign-in?problem=sign-on-failed')
  })

  test.each(['state', 'nonce', 'verifier'])('a cookie with another %s completes nothing', async (part) => {
    const visitor = on.newVisitor()
    const callback = await on.untilCallback(visitor, anyPerson())
    changeAttempt(visitor, (attempt) => ({ ...attempt, [part]: 'x'.repeat(43) }))
    expectRefusal(await visitor.go(callback), visitor)
  })

  test('a foreign URL in the cookie is not followed', async () => {
    const visitor = on.newVisitor()
    const callback = await on.untilCallback(visitor, anyPerson())
    changeAttempt(visitor, (attempt) => ({ ...attempt, origin: '//evil.example' }))
    expect((await visitor.go(callback)).headers.get('location')).toBe('/')
  })

  test('A-19 made-up codes are rate limited before we ask the provider', async () => {
    const asked = async (address: string) => {
      const visitor = on.newVisitor()
      const state = locationOf(await visitor.go('/sso/login'))?.searchParams.get('state')
      const answer = await on.site.app.inject({
        url: `/sso/callback?code=made-up&state=${state}&iss=${encodeURIComponent(on.provider.oidc.issuer)}`,
        remoteAddress: address,
        headers: { cookie: `__Host-candor_sign_on=${visitor.cookie('__Host-candor_sign_on')}` },
      })
      return answer.headers.location
    }
    await failedFrom('203.0.113.30', 28)
    for (let time = 0; time < 2; time++) {
      expect(await asked('203.0.113.30')).toBe('/sign-in?problem=sign-on-failed')
    }
    expect(await asked('203.0.113.30')).toBe('/sign-in?problem=sign-on-throttled')
    expect(await asked('203.0.113.31')).toBe('/sign-in?problem=sign-on-failed')
    on.now = new Date(on.now.getTime() + 600_000)
    expect(await asked('203.0.113.30')).toBe('/sign-in?problem=sign-on-failed')
  })

  test("A-19 successful logins don't count", async () => {
    await failedFrom(VISITORS_ADDRESS, 29)
    for (let time = 0; time < 2; time++) {
      const visitor = on.newVisitor()
      const callback = await on.untilCallback(visitor, anyPerson())
      expect((await visitor.go(callback)).headers.get('location')).toBe('/')
    }
  })

  test('the request has a challenge, a state and a nonce, new each time', async () => {
    const [one, two] = [await on.newVisitor().go('/sso/login'), await on.newVisitor().go('/sso/login')]
    const [first, second] = [one, two].map((begun) =>
      Object.fromEntries(locationOf(begun)?.searchParams ?? []),
    )
    expect(first).toMatchObject({
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: CALLBACK,
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(first?.[name]).toMatch(/^[\w-]{43}$/)
      expect(first?.[name]).not.toBe(second?.[name])
    }
  })

  test('a visitor under another host name is redirected to the public one first, without a loop', async () => {
    const asked = await on.site.app.inject({
      url: '/sso/login?origin=/northwall.net/faq',
      headers: { host: '10.0.0.7:3000' },
    })
    expect(asked.statusCode).toBe(303)
    expect(asked.headers['set-cookie']).toBeUndefined()
    const sentTo = new URL(String(asked.headers.location))
    expect(sentTo.origin + sentTo.pathname).toBe(`${SITE}/sso/login`)
    // A proxy that sets its own name there would send the same again.
    const again = await on.site.app.inject({
      url: sentTo.pathname + sentTo.search,
      headers: { host: '10.0.0.7:3000' },
    })
    expect(again.headers.location).toContain(on.provider.oidc.issuer)
    expect(sentTo.searchParams.get('origin')).toBe('/northwall.net/faq')
  })
})

/** As after so many logins that did not complete; the limit is 30. */
function failedFrom(address: string, times: number) {
  const attempts = attemptsOfAddress({ limit: THROTTLE_LIMITS.signOnPerAddress, address, now: on.now })
  return spendAttempts(on.database.db, attempts, times)
}

function changeAttempt(visitor: Visitor, change: (attempt: object) => object) {
  const [key, cookie] = [...visitor.cookies].find(([name]) => name.startsWith('__Host-candor_sign_on ')) ?? []
  if (key === undefined || cookie === undefined) throw new Error('There is no login under way.')
  const attempt = JSON.parse(Buffer.from(cookie.value, 'base64url').toString())
  const value = Buffer.from(JSON.stringify(change(attempt))).toString('base64url')
  visitor.cookies.set(key, { ...cookie, value })
}

function expectRefusal(ended: Visited, visitor: Visitor) {
  expect(ended.headers.get('location')).toBe('/sign-in?problem=sign-on-failed')
  expect(visitor.cookie('__Host-candor_session')).toBeUndefined()
}
