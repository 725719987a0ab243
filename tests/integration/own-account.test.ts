import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountSettings, OwnSessions } from '../../src/contract/own-account.ts'
import { type MailedSite, mailedSite } from '../support/mail-server-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { ownAccounts } from '../support/own-accounts.ts'
import { signIn } from '../support/sign-in.ts'
import type { TestBrowser } from '../support/test-browser.ts'

const NEW_PASSWORD = 'Rain7 over Porto'
const WRONG_PASSWORD = 'This is not your current password'

let site: MailedSite
let people: ReturnType<typeof ownAccounts>

beforeAll(async () => {
  site = await mailedSite()
  people = ownAccounts(site)
})
afterAll(() => site.stop())

describe('A-17 another account', () => {
  test.each([
    ['GET', 'settings', undefined],
    ['POST', 'password', { current: 'x', pass: NEW_PASSWORD }],
    ['POST', 'email', { email: 'x@customer.example', pass: 'x' }],
    ['POST', 'timezone', { timezone: 'Europe/Berlin' }],
    ['GET', 'sessions', undefined],
    ['POST', 'sessions/end', {}],
    ['GET', 'data', undefined],
    ['POST', 'delete', { pass: 'x' }],
  ] as const)('is refused: %s …/%s', async (method, path, body) => {
    const other = await makeAccount(site.database.db)
    const { browser } = await people.newcomer()
    const url = `/api/user/${other.uid}/${path}`
    const ask = (of: TestBrowser) => (method === 'GET' ? of.get(url) : of.post(url, body))
    expect((await ask(browser)).statusCode).toBe(403)
    expect((await ask(site.browser())).statusCode).toBe(401)
  })
})

describe('A-17 settings', () => {
  test('tell what the account is, and are kept nowhere', async () => {
    const { account, browser } = await people.newcomer({ username: 'ada.own' })
    const answer = await browser.get(`/api/user/${account.uid}/settings`)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json<AccountSettings>().data).toEqual({
      uid: account.uid,
      email: account.email,
      is_verified: true,
      pending_email: null,
      username: 'ada.own',
      timezone: 'UTC',
      has_password: true,
      roles: [],
      created_at: expect.stringMatching(/Z$/),
      last_sign_in_at: site.clock.now.toISOString(),
    })
  })

  test('the time zone is one that exists', async () => {
    const { account, browser } = await people.newcomer()
    const url = `/api/user/${account.uid}/timezone`
    const chosen = await browser.post(url, { timezone: 'Europe/Berlin' })
    expect(chosen.json<AccountSettings>().data.timezone).toBe('Europe/Berlin')
    for (const timezone of ['Europe/Atlantis', '', '../etc/passwd', '<b>']) {
      const refused = await browser.post(url, { timezone })
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors).toEqual({ timezone: 'This time zone is not known here' })
    }
    expect((await people.settings(account, browser)).timezone).toBe('Europe/Berlin')
  })

  test('A-18 nothing changes without the CSRF token', async () => {
    const { account, browser } = await people.newcomer()
    const url = `/api/user/${account.uid}/timezone`
    const answer = await browser.post(url, { timezone: 'Europe/Berlin' }, { 'x-csrf-token': 'x'.repeat(43) })
    expect(answer.statusCode).toBe(403)
    expect((await people.settings(account, browser)).timezone).toBe('UTC')
  })
})

describe('A-17 sessions', () => {
  test('are listed with where they came from, newest first', async () => {
    const { account, browser } = await people.newcomer()
    site.clock.pass(60)
    const other = site.browser({ address: '2001:db8::7' })
    await other.post('/api/user/login', { name: account.email, pass: account.pass }, { 'user-agent': 'Lynx' })
    const [newest, oldest, ...rest] = await people.sessions(account, browser)
    expect(rest).toEqual([])
    expect(newest).toMatchObject({
      address: '2001:db8::7',
      user_agent: 'Lynx',
      opened_by: 'password',
      is_current: false,
      opened_at: site.clock.now.toISOString(),
    })
    expect(oldest).toMatchObject({ is_current: true, address: expect.stringMatching(/^198\.51\./) })
  })

  test('one is ended by its number', async () => {
    const { account, browser } = await people.newcomer()
    const [first, second] = [await people.signedIn(account), await people.signedIn(account)]
    const [current] = await people.sessions(account, first)
    const { id } = (await people.sessions(account, second)).find(({ is_current }) => is_current) ?? { id: 0 }
    expect(current).toBeDefined()
    const answer = await browser.post(`/api/user/${account.uid}/sessions/end`, { id })
    expect(answer.json<OwnSessions>().data).toHaveLength(2)
    expect((await second.post('/api/user/details')).statusCode).toBe(401)
    expect((await first.post('/api/user/details')).statusCode).toBe(200)
  })

  test('all others are ended at once, and nobody else’s', async () => {
    const { account, browser } = await people.newcomer()
    const stranger = await people.newcomer()
    const others = [await people.signedIn(account), await people.signedIn(account)]
    const answer = await browser.post(`/api/user/${account.uid}/sessions/end`)
    expect(answer.json<OwnSessions>().data).toMatchObject([{ is_current: true }])
    for (const other of others) expect((await other.post('/api/user/details')).statusCode).toBe(401)
    expect((await stranger.browser.post('/api/user/details')).statusCode).toBe(200)
  })

  test('one of somebody else is not ended, whatever number is given', async () => {
    const { account, browser } = await people.newcomer()
    const stranger = await people.newcomer()
    const [{ id } = { id: 0 }] = await people.sessions(stranger.account, stranger.browser)
    expect((await browser.post(`/api/user/${account.uid}/sessions/end`, { id })).statusCode).toBe(200)
    expect((await stranger.browser.post('/api/user/details')).statusCode).toBe(200)
  })

  test('the own one is left by signing out', async () => {
    const { account, browser } = await people.newcomer()
    const [{ id } = { id: 0 }] = await people.sessions(account, browser)
    expect((await browser.post(`/api/user/${account.uid}/sessions/end`, { id })).statusCode).toBe(422)
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
  })
})

describe('A-17 the own data', () => {
  test('is a file with everything that is kept, and no secret', async () => {
    const { account, browser } = await people.newcomer()
    const { db } = site.database
    const cloud = await db.selectFrom('clouds').select('id').limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('subscriptions')
      .values({ user_id: account.uid, scope: 'advisory', cloud_id: cloud.id })
      .execute()
    await db
      .insertInto('channels')
      .values({
        user_id: account.uid,
        kind: 'webhook',
        address: 'https://hooks.customer.example/in',
        secret: 'HOOKSECRET',
      })
      .execute()
    const answer = await browser.get(`/api/user/${account.uid}/data`)
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="candor-account-${account.uid}.json"`,
    )
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.body).toContain('\n  "account": {')
    const { password_hash } = await db
      .selectFrom('users')
      .where('id', '=', account.uid)
      .select('password_hash')
      .executeTakeFirstOrThrow()
    for (const secret of [
      'HOOKSECRET',
      '_hash',
      password_hash ?? '-',
      browser.cookies.get('candor_session') ?? '-',
    ])
      expect(answer.body).not.toContain(secret)
    expect(answer.json()).toMatchObject({
      account: { id: account.uid, email: account.email },
      sessions: [{ opened_by: 'password', address: expect.stringMatching(/^198\.51\./) }],
      subscriptions: [{ scope: 'advisory' }],
      channels: [{ address: 'https://hooks.customer.example/in' }],
      audit: [{ action: 'sign-in' }],
    })
  })

  test('no table with a person in it is forgotten', async () => {
    const tables = await site.database.db.introspection.getTables()
    const personal = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
      .map(({ name }) => name)
      .sort()
    expect(personal).toEqual([
      'account_mails',
      'channels',
      'deliveries',
      'known_devices',
      'one_time_tokens',
      'sessions',
      'subscriptions',
      'user_roles',
    ])
  })
})

describe('A-17 deleting the account', () => {
  test('takes everything with it; the audit keeps no personal data', async () => {
    const { account, browser } = await people.newcomer()
    const elsewhere = await people.signedIn(account)
    const answer = await browser.post(`/api/user/${account.uid}/delete`, { pass: account.pass })
    expect(answer.statusCode).toBe(204)
    expect([...browser.cookies.keys()].filter((name) => name !== 'candor_device')).toEqual([])
    expect((await elsewhere.post('/api/user/details')).statusCode).toBe(401)
    expect((await people.tryToSignIn(account.email, account.pass)).statusCode).toBe(422)
    const { db } = site.database
    for (const table of ['sessions', 'known_devices', 'one_time_tokens', 'account_mails'] as const) {
      expect(await db.selectFrom(table).where('user_id', '=', account.uid).selectAll().execute()).toEqual([])
    }
    const entries = await db
      .selectFrom('audit_log')
      .where('entity_id', '=', String(account.uid))
      .selectAll()
      .execute()
    expect(entries.at(-1)).toMatchObject({
      action: 'delete-account',
      actor: 'user',
      before: null,
      after: null,
    })
    expect(JSON.stringify(entries)).not.toContain(account.email)
  })

  test.each([
    [undefined, 'Please enter your Password'],
    ['', 'Please enter your Password'],
    ['Wrong1pass', WRONG_PASSWORD],
  ])('needs the password: %s will not do', async (pass, problem) => {
    const { account, browser } = await people.newcomer()
    const answer = await browser.post(`/api/user/${account.uid}/delete`, pass === undefined ? {} : { pass })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { pass: problem }])
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
  })
})

describe('A-17 staff', () => {
  test.each([
    ['password', { current: 'x', pass: NEW_PASSWORD }],
    ['email', { email: 'private@customer.example', pass: 'x' }],
  ])('have no %s here to change', async (path, body) => {
    const { uid, browser } = await staff()
    const answer = await browser.post(`/api/user/${uid}/${path}`, body)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toMatch(/^Your account signs in by Employee login\./)
  })

  test('see that they have no password, and can delete their account without one', async () => {
    const { uid, browser } = await staff()
    const { data } = (await browser.get(`/api/user/${uid}/settings`)).json<AccountSettings>()
    expect(data).toMatchObject({ has_password: false, roles: ['legal_team'] })
    expect((await browser.post(`/api/user/${uid}/delete`)).statusCode).toBe(204)
    expect((await browser.post('/api/user/details')).statusCode).toBe(401)
  })
})

/** Signed in by single sign-on. */
async function staff() {
  const { uid, cookie, csrf } = await signIn(site.database.db, {
    roles: ['legal_team'],
    lastSeenAt: site.clock.now,
    expiresAt: new Date(site.clock.now.getTime() + 86_400_000),
  })
  await site.database.db
    .updateTable('users')
    .set({ oidc_issuer: 'https://id.example', oidc_subject: String(uid) })
    .where('id', '=', uid)
    .execute()
  const browser = site.browser()
  for (const pair of cookie.split('; ')) browser.cookies.set(...(pair.split('=', 2) as [string, string]))
  browser.cookies.set('csrf_token', csrf)
  return { uid, browser }
}
