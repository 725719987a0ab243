import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORM_PATHS } from '../../src/domain/account/account-pages.ts'
import { isShort, sized } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { linkFor, post, read } from '../support/posted-form.ts'
import type { StandingHolder } from '../support/test-app.ts'

const NO_STORE = 'private, no-store'
const VERIFIED_ALREADY = 'Your email address is already verified. There is nothing left to do.'

/** One rule closes all forms. */
const SOME_FORMS = FORM_PATHS.filter((_, at) => at % sized({ short: 4, long: 1 }) === 0)

let site: AccountSite
beforeAll(async () => {
  site = await accountSite()
})
afterAll(() => site.stop())

test('one client who posts empty forms without end waits behind itself, and another gets a page meanwhile', async () => {
  const address = '203.0.113.9'
  const answered: string[] = []
  const come = async (who: string, browser = site.browser()) => {
    expect((await post(browser, '/sign-in', {})).statusCode).toBe(422)
    answered.push(who)
  }
  const flood = Array.from({ length: 24 }, () => come('flood', site.browser({ address })))
  await Promise.all([...flood, come('another')])
  // The last to arrive isn't the last to be answered: one client gets three of four places.
  expect(answered.indexOf('another')).toBeLessThan(12)
})

describe('a link from a mail', () => {
  test('A-11 verifies by its button alone, and once', async () => {
    const account = await makeAccount(site.database.db, { isVerified: false })
    const path = await linkFor(site, 'verify-email', account)
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await site.app.inject({ method, url: path })).statusCode).toBe(200)
    }
    expect(await isVerified(account)).toBe(false)
    const browser = site.browser()
    const answer = await post(browser, path, {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/thank-you'])
    expect(browser.cookies.get('candor_flash')).toBe('email-verified')
    expect(await isVerified(account)).toBe(true)
    const again = await post(browser, path, {})
    expect([again.statusCode, read(again.body).alert]).toEqual([422, VERIFIED_ALREADY])
  })

  test('A-17 confirms a new address by its button', async () => {
    const account = await makeAccount(site.database.db)
    const email = `new-${account.email}`
    const path = await linkFor(site, 'change-email', { ...account, email })
    const answer = await post(site.browser(), path, {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/account-settings'])
    expect((await post(site.browser(), '/sign-in', { name: email, pass: account.pass })).statusCode).toBe(303)
  })

  test.each([
    '/user/password/reset',
    '/user/verify',
    '/user/email/confirm',
    '/user/staff-link',
    '/unsubscribe',
  ])('%s is not cached, not sent as a referrer, and not in its own page', async (path) => {
    const token = 'T'.repeat(43)
    const pass = 'Fog9 over Lisbon'
    const opened = await site.app.inject(`${path}?token=${token}`)
    const refused = await post(site.browser(), `${path}?token=${token}`, {
      pass,
      confirm: pass,
      from: 'thing',
    })
    expect([opened.statusCode, refused.statusCode]).toEqual([200, 422])
    for (const { headers, body } of [opened, refused]) {
      expect(headers['cache-control']).toBe(NO_STORE)
      expect(headers['referrer-policy']).toBe('strict-origin')
      expect(body).not.toContain(token)
      expect(body).toContain('<meta name="robots" content="noindex">')
    }
    expect(JSON.stringify(site.log)).not.toContain(token)
    const without = await site.app.inject(path)
    expect(read(without.body).alert).toMatch(/This link is incomplete/)
  })
})

describe('an invalid form post', () => {
  test.each(FORM_PATHS)('to %s from another site is rejected', async (path) => {
    const answer = await post(
      site.browser(),
      path,
      { email: 'a@b.example' },
      { origin: 'https://evil.example' },
    )
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test.each(FORM_PATHS)(
    'to %s with another type, a duplicate field or too much data is rejected',
    async (path) => {
      const browser = site.browser()
      const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
      const ways: (() => Promise<[number, { statusCode: number }]>)[] = [
        async () => [415, await browser.post(path, { name: 'a' })],
        async () => [415, await browser.post(path, 'name=a', { 'content-type': 'text/plain' })],
        async () => [400, await browser.post(path, 'email=a&email=b', asForm)],
        async () => [413, await browser.post(path, `email=${'a'.repeat(9_000)}`, asForm)],
        async () => [405, await site.app.inject({ method: 'PUT', url: path, headers: { origin: SITE } })],
      ]
      // Each form is tried in two ways in turn, so that every way is tried on some.
      const at = FORM_PATHS.indexOf(path)
      const tried = sized({ short: [...ways, ...ways].slice(at % 5, (at % 5) + 2), long: ways })
      for (const way of tried) {
        const [expected, { statusCode }] = await way()
        expect(statusCode).toBe(expected)
      }
    },
  )

  test('gets an HTML page as answer', async () => {
    const answer = await post(site.browser(), '/sign-in', {}, { origin: 'https://evil.example' })
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('This request does not come from a page of this site.')
  })
})

describe('caching and failures', () => {
  test('G-19 a page with an origin is rendered per reader and not cached', async () => {
    const url = '/sign-in?origin=%2Fnorthwall.net%2Fonly-mine'
    const { body } = await site.app.inject(url)
    expect(body).toContain('/sign-up?origin=%2Fnorthwall.net%2Fonly-mine')
    expect(body).toMatch(/<link rel="canonical" href="[^"?]*\/sign-in">/)
    const before = site.holder.current()?.answers.entries
    await site.app.inject('/sign-in?origin=%2Fnorthwall.net%2Fsomewhere-else')
    expect(site.holder.current()?.answers.entries).toBe(before)
  })
})

test('O-06 in disaster recovery every form answers 503', async () => {
  const closed = await site.another({ config: { isTrustDR: true } })
  for (const path of SOME_FORMS) {
    const answer = await post(closed.browser(), path, { name: 'a', pass: 'b', from: 'thing' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, NO_STORE])
    expect(answer.body).toContain('The service is temporarily unavailable.')
  }
  await closed.stop()
})

// The short run covers the lost database of accounts-without-database.test.ts, and the forms of disaster
// recovery.
test.skipIf(isShort)('a form shows an error on its page while the database is down', async () => {
  const away = await site.another()
  const edition = away.holder.current()?.edition
  if (edition !== undefined) (away.holder as StandingHolder).hold(edition, new Date())
  const answer = await post(away.browser(), '/sign-in', { name: 'kim@customer.example', pass: 'Fog9' })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([503, NO_STORE])
  expect(read(answer.body).alert).toBe('We can’t do this right now. Please try again in a few minutes.')
  expect(answer.body).toContain('value="kim@customer.example"')
  await away.stop()
})

async function isVerified({ uid }: TestAccount) {
  const user = await site.database.db
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  return user.email_verified_at !== null
}
