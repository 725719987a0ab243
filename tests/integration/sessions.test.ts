import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserDetails } from '../../src/contract/signing-in.ts'
import { type AccountSite, accountSite } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { post as postForm } from '../support/posted-form.ts'
import type { TestBrowser } from '../support/test-browser.ts'

let site: AccountSite
beforeAll(async () => {
  site = await accountSite()
})
afterAll(() => site.stop())

describe('Session: a new one at each sign-in', () => {
  test('with a new ID, and the previous one is dead', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const browser = await signedIn({ email, pass })
    const before = new Map(browser.cookies)
    await browser.post('/api/user/login', { name: email, pass })
    for (const name of ['__Host-candor_session', 'csrf_token', 'logout_token', 'security']) {
      expect(browser.cookies.get(name)).not.toBe(before.get(name))
    }
    expect(await isAlive(browser)).toBe(true)
    browser.cookies.clear()
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect(await isAlive(browser)).toBe(false)
  })

  test('a planted session ID is not reused', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const planted = await signedIn(await makeAccount(site.database.db))
    const victim = site.browser()
    for (const [name, value] of planted.cookies) victim.cookies.set(name, value)
    await victim.post('/api/user/login', { name: email, pass })
    expect(victim.cookies.get('__Host-candor_session')).not.toBe(planted.cookies.get('__Host-candor_session'))
    expect(await isAlive(planted)).toBe(false)
    expect(await isAlive(victim)).toBe(true)
  })

  test.each([
    ['a wrong password', { pass: 'Wrong9word' }],
    ['an unknown name', { name: 'nobody@customer.example' }],
    ['a missing password', { pass: '' }],
  ])('A-12 a sign-in that fails because of %s ends the existing session, and no other', async (_, wrong) => {
    const account = await makeAccount(site.database.db)
    const [browser, elsewhere] = [await signedIn(account), await signedIn(account)]
    const before = new Map(browser.cookies)
    const body = { name: account.email, pass: account.pass, ...wrong }
    const answer = await browser.post('/api/user/login', body)
    expect(answer.statusCode).toBe(422)
    expect([...browser.cookies.keys()]).toEqual(['__Host-candor_device'])
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect(await isAlive(browser)).toBe(false)
    expect(await isAlive(elsewhere)).toBe(true)
  })

  test('A-12 so does one that fails without scripts', async () => {
    const account = await makeAccount(site.database.db)
    const browser = await signedIn(account)
    const before = new Map(browser.cookies)
    const answer = await postForm(browser, '/sign-in', { name: account.email, pass: 'Wrong9word' })
    expect(answer.statusCode).toBe(422)
    expect([...browser.cookies.keys()]).toEqual(['__Host-candor_device'])
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect(await isAlive(browser)).toBe(false)
  })

  test('only hashes of its tokens are stored', async () => {
    const { uid, ...account } = await makeAccount(site.database.db)
    const browser = await signedIn(account)
    const row = await site.database.db
      .selectFrom('sessions')
      .where('user_id', '=', uid)
      .selectAll()
      .executeTakeFirstOrThrow()
    const hashOf = (name: string) =>
      createHash('sha256')
        .update(browser.cookies.get(name) ?? '')
        .digest()
    expect(row.token_hash).toEqual(hashOf('__Host-candor_session'))
    expect(row.csrf_token_hash).toEqual(hashOf('csrf_token'))
    expect(row.logout_token_hash).toEqual(hashOf('logout_token'))
    for (const [name, value] of browser.cookies) {
      if (name !== 'session_timeout') expect(JSON.stringify(row), name).not.toContain(value)
    }
  })

  test('it records its origin for the session list', async () => {
    const { uid, email, pass } = await makeAccount(site.database.db)
    for (const address of ['192.0.2.44', '2001:db8::5', 'fe80::1%eth0']) {
      const answer = await site
        .browser({ address })
        .post('/api/user/login', { name: email, pass }, { 'user-agent': 'Firefox'.repeat(100) })
      expect(answer.statusCode, address).toBe(200)
    }
    const rows = await site.database.db
      .selectFrom('sessions')
      .where('user_id', '=', uid)
      .orderBy('id')
      .select(['address', 'user_agent', 'opened_by'])
      .execute()
    expect(rows.map(({ address }) => address)).toEqual(['192.0.2.44', '2001:db8::5', 'fe80::1'])
    expect(rows[0]).toMatchObject({ opened_by: 'password', user_agent: 'Firefox'.repeat(100).slice(0, 300) })
  })
})

describe('A-12 signing out', () => {
  test('ends the session on the server and clears its cookies', async () => {
    const browser = await signedIn(await makeAccount(site.database.db))
    const before = new Map(browser.cookies)
    const answer = await browser.post(`/user/logout?token=${before.get('logout_token')}`)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect([...browser.cookies.keys()]).toEqual(['__Host-candor_device'])
    for (const [name, value] of before) browser.cookies.set(name, value)
    expect(await isAlive(browser)).toBe(false)
  })

  test.each(['', 'wrong', 'a'.repeat(43)])(
    'with the token %j is rejected, and nothing ends',
    async (token) => {
      const browser = await signedIn(await makeAccount(site.database.db))
      expect((await browser.post(`/user/logout?token=${token}`)).statusCode).toBe(403)
      expect(await isAlive(browser)).toBe(true)
    },
  )

  test('without a token, or with two, is a bad request', async () => {
    const browser = await signedIn(await makeAccount(site.database.db))
    const token = browser.cookies.get('logout_token')
    expect((await browser.post('/user/logout')).statusCode).toBe(400)
    expect((await browser.post(`/user/logout?token=${token}&token=${token}`)).statusCode).toBe(400)
    expect(await isAlive(browser)).toBe(true)
  })

  test('leaves other browsers signed in', async () => {
    const account = await makeAccount(site.database.db)
    const [first, second] = [await signedIn(account), await signedIn(account)]
    await first.post(`/user/logout?token=${first.cookies.get('logout_token')}`)
    expect(await isAlive(second)).toBe(true)
  })
})

describe('Session: it ends automatically', () => {
  test('A-14 after a day, whatever the user does', async () => {
    const browser = await signedIn(await makeAccount(site.database.db))
    for (let hour = 0; hour < 23; hour++) {
      site.clock.pass(3600)
      expect((await browser.post('/api/user/activity')).statusCode).toBe(204)
    }
    site.clock.pass(3599)
    expect(await isAlive(browser)).toBe(true)
    site.clock.pass(1)
    expect(await isAlive(browser)).toBe(false)
  })

  test('A-15 after 7200 s without activity, and reading does not count', async () => {
    const browser = await signedIn(await makeAccount(site.database.db))
    site.clock.pass(7199)
    expect(await isAlive(browser)).toBe(true)
    site.clock.pass(1)
    expect(await isAlive(browser)).toBe(false)
    expect((await browser.post('/api/user/activity')).statusCode).toBe(401)
  })

  test('A-15 activity in any tab keeps it open for another 7200 s', async () => {
    const browser = await signedIn(await makeAccount(site.database.db))
    site.clock.pass(7000)
    expect((await browser.post('/api/user/activity')).statusCode).toBe(204)
    site.clock.pass(7199)
    expect(await isAlive(browser)).toBe(true)
    site.clock.pass(1)
    expect(await isAlive(browser)).toBe(false)
  })

  test('locking an account kills its sessions at their next request', async () => {
    const { uid, ...account } = await makeAccount(site.database.db)
    const browser = await signedIn(account)
    await site.database.db.updateTable('users').set({ locked_at: new Date() }).where('id', '=', uid).execute()
    expect(await isAlive(browser)).toBe(false)
  })

  test('deleting an account deletes its sessions', async () => {
    const { uid, ...account } = await makeAccount(site.database.db)
    const browser = await signedIn(account)
    await site.database.db.deleteFrom('users').where('id', '=', uid).execute()
    expect(await isAlive(browser)).toBe(false)
  })
})

describe('A-18 changes', () => {
  const SIGNED_IN = ['/user/logout?token=TOKEN', '/api/user/details', '/api/user/activity']
  const ANYONE = {
    '/api/user/before-login': { name: 'kim@customer.example' },
    '/api/user/login': { name: 'kim@customer.example', pass: 'Any9thing' },
    '/api/validate-email': { method: 'sign-up', email: 'kim@customer.example' },
    '/api/user/register': { mail: [{ value: 'kim@customer.example' }], pass: [{ value: 'Any9thing Else' }] },
  }

  test.each(SIGNED_IN)('%s with a missing or wrong X-CSRF-Token is rejected', async (url) => {
    const browser = await signedIn(await makeAccount(site.database.db))
    const own = url.replace('TOKEN', browser.cookies.get('logout_token') ?? '')
    const other = await signedIn(await makeAccount(site.database.db))
    for (const token of [undefined, '', 'x'.repeat(43), other.cookies.get('csrf_token')]) {
      expect((await browser.post(own, {}, { 'x-csrf-token': token })).statusCode).toBe(403)
    }
    expect(await isAlive(browser)).toBe(true)
  })

  test.each(SIGNED_IN)('%s without a session is rejected', async (url) => {
    expect((await site.browser().post(url.replace('TOKEN', 'a'.repeat(43)))).statusCode).toBe(401)
  })

  test.each([...SIGNED_IN.map((url) => [url, {}] as const), ...Object.entries(ANYONE)])(
    '%s from a page of another site is rejected',
    async (url, body) => {
      const browser = await signedIn(await makeAccount(site.database.db))
      const own = url.replace('TOKEN', browser.cookies.get('logout_token') ?? '')
      for (const origin of ['https://evil.example', 'null', 'https://trust.northwall.example.evil.example']) {
        expect((await browser.post(own, body, { origin })).statusCode, origin).toBe(403)
      }
      expect(
        (await browser.post(own, body, { origin: undefined, 'sec-fetch-site': 'cross-site' })).statusCode,
      ).toBe(403)
      expect(await isAlive(browser)).toBe(true)
      expect(
        await site.database.db.selectFrom('users').where('email', '=', 'kim@customer.example').execute(),
      ).toEqual([])
    },
  )
})

describe("the signed-in user's details", () => {
  test('are their own, and not cached', async () => {
    const { uid, email, pass } = await makeAccount(site.database.db, { timezone: 'Europe/Lisbon' })
    const browser = await signedIn({ email, pass })
    const answer = await browser.post('/api/user/details', { cloud: 'northwall_net' })
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json<UserDetails>()).toEqual({
      data: {
        uid: [{ value: String(uid) }],
        name: [{ value: email }],
        mail: [{ value: email }],
        timezone: [{ value: 'Europe/Lisbon' }],
        roles: [],
        interactive: null,
        subscriptions_count: 0,
      },
    })
  })

  test('count the subscriptions', async () => {
    const { uid, ...account } = await makeAccount(site.database.db)
    const browser = await signedIn(account)
    const clouds = await site.database.db.selectFrom('clouds').select('id').limit(2).execute()
    for (const { id } of clouds) {
      await site.database.db
        .insertInto('subscriptions')
        .values({ user_id: uid, scope: 'maintenance', tid: null, cloud_id: id })
        .execute()
    }
    expect((await browser.post('/api/user/details')).json<UserDetails>().data.subscriptions_count).toBe(2)
  })

  test('name staff and their roles, even without an address', async () => {
    const account = await makeAccount(site.database.db)
    const browser = await signedIn(account)
    await site.database.db
      .updateTable('users')
      .set({
        email: null,
        email_verified_at: null,
        display_name: 'Robin Vale',
        password_hash: null,
        oidc_issuer: 'https://id.example',
        oidc_subject: 'robin',
      })
      .where('id', '=', account.uid)
      .execute()
    await site.database.db
      .insertInto('user_roles')
      .values({ user_id: account.uid, role: 'legal_team' })
      .execute()
    expect((await browser.post('/api/user/details')).json<UserDetails>().data).toMatchObject({
      name: [{ value: 'Robin Vale' }],
      mail: [{ value: '' }],
      roles: ['legal_team'],
      interactive: null,
    })
  })
})

async function signedIn({ email, pass }: { email: string; pass: string }) {
  const browser = site.browser()
  expect((await browser.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  return browser
}

async function isAlive(browser: TestBrowser) {
  const { statusCode } = await browser.post('/api/user/details')
  expect([200, 401]).toContain(statusCode)
  return statusCode === 200
}
