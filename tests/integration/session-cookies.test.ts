import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenedSession } from '../../src/contract/signing-in.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import type { TestBrowser } from '../support/test-browser.ts'

let site: AccountSite
beforeAll(async () => {
  site = await accountSite()
})
afterAll(() => site.stop())

describe('A-13 the cookies', () => {
  // Over http: `src/domain/account/session-cookies.test.ts`; browser tests sign in with those.
  test('over https', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const answer = await site.browser().post('/api/user/login', { name: email, pass })
    const expected = (maxAge: number, httpOnly: boolean) => ({
      path: '/',
      sameSite: 'Lax',
      maxAge,
      ...(httpOnly && { httpOnly }),
      secure: true,
    })
    const found = Object.fromEntries(
      answer.cookies.map(({ name, value: _, ...attributes }) => [name, attributes]),
    )
    expect(found).toEqual({
      '__Host-candor_session': expected(86_400, true),
      csrf_token: expected(86_400, false),
      logout_token: expected(86_400, false),
      session_timeout: expected(86_400, false),
      security: expected(86_400, false),
      '__Host-candor_device': expected(365 * 86_400, true),
    })
  })

  test("A-12 both tokens are also in the answer, and A-14 the timeout is the session's end in seconds", async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const browser = site.browser()
    const { data } = (await browser.post('/api/user/login', { name: email, pass })).json<OpenedSession>()
    expect(data.csrf_token).toBe(browser.cookies.get('csrf_token'))
    expect(data.logout_token).toBe(browser.cookies.get('logout_token'))
    const endsAt = Math.floor(site.clock.now.getTime() / 1000) + 86_400
    expect(browser.cookies.get('session_timeout')).toBe(String(endsAt))
  })

  test('an account remembers twenty browsers; the least recently used one is dropped', async () => {
    const { uid, ...account } = await makeAccount(site.database.db)
    const known = () =>
      site.database.db.selectFrom('known_devices').where('user_id', '=', uid).select('token_hash').execute()
    const first = await signedIn(account)
    site.clock.pass(1)
    const second = await signedIn(account)
    for (let count = 2; count < 20; count++) {
      site.clock.pass(1)
      const at = { created_at: site.clock.now, last_used_at: site.clock.now }
      await site.database.db
        .insertInto('known_devices')
        .values({ token_hash: randomBytes(32), user_id: uid, ...at })
        .execute()
    }
    site.clock.pass(1)
    await first.post('/api/user/login', { name: account.email, pass: account.pass })
    site.clock.pass(1)
    await signedIn(account)
    const kept = (await known()).map(({ token_hash }) => token_hash.toString('hex'))
    expect(kept).toHaveLength(20)
    const hashOf = (browser: TestBrowser) =>
      createHash('sha256')
        .update(browser.cookies.get('__Host-candor_device') ?? '')
        .digest('hex')
    expect(kept).toContain(hashOf(first))
    expect(kept).not.toContain(hashOf(second))
  })

  test('a browser keeps its device ID while the account is the same', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const browser = await signedIn({ email, pass })
    const device = browser.cookies.get('__Host-candor_device')
    await browser.post('/api/user/login', { name: email, pass })
    expect(browser.cookies.get('__Host-candor_device')).toBe(device)
    const other = await makeAccount(site.database.db)
    await browser.post('/api/user/login', { name: other.email, pass: other.pass })
    expect(browser.cookies.get('__Host-candor_device')).not.toBe(device)
  })
})

async function signedIn({ email, pass }: { email: string; pass: string }) {
  const browser = site.browser()
  expect((await browser.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  return browser
}
