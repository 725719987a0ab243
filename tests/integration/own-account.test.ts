import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountSettings, OwnSessions } from '../../src/contract/own-account.ts'
import type { OpenedSession } from '../../src/contract/signing-in.ts'
import { STAFF_DOMAIN } from '../support/account-site.ts'
import { linkIn, tokenIn } from '../support/mail-server.ts'
import { type MailedSite, mailedSite } from '../support/mail-server-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { signIn } from '../support/sign-in.ts'
import type { TestBrowser } from '../support/test-browser.ts'

const NEW_PASSWORD = 'Rain7 over Porto'
const WRONG_PASSWORD = 'This is not your current password'

let site: MailedSite

beforeAll(async () => {
  site = await mailedSite()
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
    const { browser } = await newcomer()
    const url = `/api/user/${other.uid}/${path}`
    const ask = (of: TestBrowser) => (method === 'GET' ? of.get(url) : of.post(url, body))
    expect((await ask(browser)).statusCode).toBe(403)
    expect((await ask(site.browser())).statusCode).toBe(401)
  })
})

describe('A-17 settings', () => {
  test('tell what the account is, and are kept nowhere', async () => {
    const { account, browser } = await newcomer({ username: 'ada.own' })
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
    const { account, browser } = await newcomer()
    const url = `/api/user/${account.uid}/timezone`
    const chosen = await browser.post(url, { timezone: 'Europe/Berlin' })
    expect(chosen.json<AccountSettings>().data.timezone).toBe('Europe/Berlin')
    for (const timezone of ['Europe/Atlantis', '', '../etc/passwd', '<b>']) {
      const refused = await browser.post(url, { timezone })
      expect(refused.statusCode).toBe(422)
      expect(refused.json().errors).toEqual({ timezone: 'This time zone is not known here' })
    }
    expect((await settings(account, browser)).timezone).toBe('Europe/Berlin')
  })

  test('A-18 nothing changes without the CSRF token', async () => {
    const { account, browser } = await newcomer()
    const url = `/api/user/${account.uid}/timezone`
    const answer = await browser.post(url, { timezone: 'Europe/Berlin' }, { 'x-csrf-token': 'x'.repeat(43) })
    expect(answer.statusCode).toBe(403)
    expect((await settings(account, browser)).timezone).toBe('UTC')
  })
})

describe('A-17 the password', () => {
  test('ends every session when it changes, opens a new one here, and its owner is told', async () => {
    const { account, browser } = await newcomer()
    const elsewhere = await signedIn(account)
    const oldCookies = new Map(browser.cookies)
    const answer = await browser.post(`/api/user/${account.uid}/password`, {
      current: account.pass,
      pass: NEW_PASSWORD,
    })
    expect(answer.json<OpenedSession>().data.current_user).toEqual({
      uid: String(account.uid),
      name: account.email,
      roles: [],
    })
    expect(browser.cookies.get('candor_session')).not.toBe(oldCookies.get('candor_session'))
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
    expect((await elsewhere.post('/api/user/details')).statusCode).toBe(401)
    const stolen = site.browser()
    for (const [name, value] of oldCookies) stolen.cookies.set(name, value)
    expect((await stolen.post('/api/user/details')).statusCode).toBe(401)
    expect((await tryToSignIn(account.email, account.pass)).statusCode).toBe(422)
    expect((await tryToSignIn(account.email, NEW_PASSWORD)).statusCode).toBe(200)
    expect((await site.server.mailTo(account.email)).parsed.subject).toBe('Your password was changed')
    expect(await audited(account)).toContain('change-password')
  })

  test('voids what was set going by the old one: a link to a new password, and a change of address', async () => {
    const { account, browser } = await newcomer()
    await browser.post('/api/user/password', { email: account.email })
    const reset = tokenIn(await site.server.mailTo(account.email))
    await askForEmail(account, browser, 'thief@customer.example')
    const change = tokenIn(await site.server.mailTo('thief@customer.example'))
    await browser.post(`/api/user/${account.uid}/password`, { current: account.pass, pass: NEW_PASSWORD })
    const late = site.browser()
    expect(
      (await late.post('/api/user/password/reset', { token: reset, pass: 'Snow3 in May' })).statusCode,
    ).toBe(422)
    expect((await late.post('/api/user/email/confirm', { token: change })).statusCode).toBe(422)
    expect((await settings(account, browser)).pending_email).toBeNull()
  })

  test.each([
    [{ current: 'Wrong1pass', pass: NEW_PASSWORD }, { current: WRONG_PASSWORD }],
    [{ current: '', pass: NEW_PASSWORD }, { current: 'Please enter your Password' }],
    [{ current: 'Fog9 over Lisbon', pass: '' }, { pass: 'Please enter your Password' }],
    [{ current: 'Fog9 over Lisbon', pass: 'Password1' }, { pass: expect.stringContaining('most common') }],
  ])('stays as it is with %o', async (body, errors) => {
    const { account, browser } = await newcomer()
    const answer = await browser.post(`/api/user/${account.uid}/password`, body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual(errors)
    expect((await tryToSignIn(account.email, account.pass)).statusCode).toBe(200)
  })

  test('is not to be guessed by whoever finds a session open', async () => {
    const { account, browser } = await newcomer()
    const ask = (current: string) =>
      browser.post(`/api/user/${account.uid}/password`, { current, pass: NEW_PASSWORD })
    for (let guess = 0; guess < 10; guess++) expect((await ask(`Guess${guess}x`)).statusCode).toBe(422)
    expect((await ask(account.pass)).statusCode).toBe(429)
    site.clock.pass(900)
    expect((await ask(account.pass)).statusCode).toBe(200)
  })
})

describe('A-17 the email address', () => {
  test('counts once its link is opened; the old one is told', async () => {
    const { account, browser } = await newcomer()
    const elsewhere = await signedIn(account)
    const email = 'new-address@customer.example'
    const answer = await askForEmail(account, browser, email)
    expect(answer.json().data.message).toContain(email)
    expect(await settings(account, browser)).toMatchObject({ email: account.email, pending_email: email })
    const mail = await site.server.mailTo(email)
    expect(linkIn(mail).pathname).toBe('/user/email/confirm')
    expect(await settings(account, browser)).toMatchObject({ email: account.email, pending_email: email })

    const token = tokenIn(mail)
    expect((await site.browser().post('/api/user/email/confirm', { token })).statusCode).toBe(200)
    expect(await settings(account, browser)).toMatchObject({ email, is_verified: true, pending_email: null })
    expect((await elsewhere.post('/api/user/details')).statusCode).toBe(200)
    expect((await tryToSignIn(email, account.pass)).statusCode).toBe(200)
    expect((await tryToSignIn(account.email, account.pass)).statusCode).toBe(422)
    const notice = await site.server.mailTo(account.email)
    expect(notice.parsed.subject).toBe('Your email address was changed')
    expect(notice.parsed.text).not.toContain(email)
    expect(await audited(account)).toContain('change-email')
    expect((await site.browser().post('/api/user/email/confirm', { token })).statusCode).toBe(422)
  })

  test('a newer wish replaces an older one', async () => {
    const { account, browser } = await newcomer()
    await askForEmail(account, browser, 'wish-1@customer.example')
    const first = tokenIn(await site.server.mailTo('wish-1@customer.example'))
    await askForEmail(account, browser, 'wish-2@customer.example')
    const second = tokenIn(await site.server.mailTo('wish-2@customer.example'))
    expect((await settings(account, browser)).pending_email).toBe('wish-2@customer.example')
    expect((await site.browser().post('/api/user/email/confirm', { token: first })).statusCode).toBe(422)
    expect((await site.browser().post('/api/user/email/confirm', { token: second })).statusCode).toBe(200)
  })

  test('a link to the old address sets no password any more', async () => {
    const { account, browser } = await newcomer()
    await browser.post('/api/user/password', { email: account.email })
    const reset = tokenIn(await site.server.mailTo(account.email))
    await askForEmail(account, browser, 'moved-on@customer.example')
    const token = tokenIn(await site.server.mailTo('moved-on@customer.example'))
    await site.browser().post('/api/user/email/confirm', { token })
    const late = await site.browser().post('/api/user/password/reset', { token: reset, pass: NEW_PASSWORD })
    expect(late.statusCode).toBe(422)
  })

  test('that somebody took meanwhile stays theirs', async () => {
    const { account, browser } = await newcomer()
    await askForEmail(account, browser, 'wanted@customer.example')
    const token = tokenIn(await site.server.mailTo('wanted@customer.example'))
    await makeAccount(site.database.db, { email: 'wanted@customer.example' })
    const answer = await site.browser().post('/api/user/email/confirm', { token })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { message: 'There is already an account with this email address.' },
    ])
    expect((await settings(account, browser)).email).toBe(account.email)
  })

  test('of two who confirm one address at once, one gets it', async () => {
    const people = [await newcomer(), await newcomer()]
    const email = 'both-want-it@customer.example'
    for (const { account, browser } of people) await askForEmail(account, browser, email)
    const mails = [await site.server.mailTo(email, 1), await site.server.mailTo(email, 2)]
    const answers = await Promise.all(
      mails.map((mail) => site.browser().post('/api/user/email/confirm', { token: tokenIn(mail) })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test('the link works for 24 hours', async () => {
    const { account, browser } = await newcomer()
    await askForEmail(account, browser, 'too-late@customer.example')
    const token = tokenIn(await site.server.mailTo('too-late@customer.example'))
    site.clock.pass(86_400)
    expect((await site.browser().post('/api/user/email/confirm', { token })).statusCode).toBe(422)
    expect((await settings(account, await signedIn(account))).pending_email).toBeNull()
  })

  test.each([
    ['', { email: 'Please enter your Email' }],
    ['nobody', { email: 'Please enter a valid email address' }],
    [`ada@${STAFF_DOMAIN}`, { email: 'Northwall staff should use Employee Login on the Sign In page.' }],
    ['own', { email: 'This is already your email address' }],
    ['taken', { email: 'There is already an account with this email address' }],
  ])('"%s" is refused', async (typed, errors) => {
    const { account, browser } = await newcomer()
    const other = await makeAccount(site.database.db)
    const email = { own: account.email.toUpperCase(), taken: other.email }[typed] ?? typed
    const answer = await askForEmail(account, browser, email)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual(errors)
  })

  test('needs the password', async () => {
    const { account, browser } = await newcomer()
    for (const [pass, problem] of [
      ['', 'Please enter your Password'],
      ['Wrong1pass', WRONG_PASSWORD],
    ] as const) {
      const body = { email: 'x-wanted@customer.example', pass }
      const answer = await browser.post(`/api/user/${account.uid}/email`, body)
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { pass: problem }])
    }
  })

  test('is no way to send mail to strangers', async () => {
    const { account, browser } = await newcomer()
    for (let count = 0; count < 5; count++)
      expect((await askForEmail(account, browser, `s${count}@customer.example`)).statusCode).toBe(200)
    expect((await askForEmail(account, browser, 's5@customer.example')).statusCode).toBe(429)
  })
})

describe('A-17 sessions', () => {
  test('are listed with where they came from, newest first', async () => {
    const { account, browser } = await newcomer()
    site.clock.pass(60)
    const other = site.browser({ address: '2001:db8::7' })
    await other.post('/api/user/login', { name: account.email, pass: account.pass }, { 'user-agent': 'Lynx' })
    const [newest, oldest, ...rest] = await sessions(account, browser)
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
    const { account, browser } = await newcomer()
    const [first, second] = [await signedIn(account), await signedIn(account)]
    const [current] = await sessions(account, first)
    const { id } = (await sessions(account, second)).find(({ is_current }) => is_current) ?? { id: 0 }
    expect(current).toBeDefined()
    const answer = await browser.post(`/api/user/${account.uid}/sessions/end`, { id })
    expect(answer.json<OwnSessions>().data).toHaveLength(2)
    expect((await second.post('/api/user/details')).statusCode).toBe(401)
    expect((await first.post('/api/user/details')).statusCode).toBe(200)
  })

  test('all others are ended at once, and nobody else’s', async () => {
    const { account, browser } = await newcomer()
    const stranger = await newcomer()
    const others = [await signedIn(account), await signedIn(account)]
    const answer = await browser.post(`/api/user/${account.uid}/sessions/end`)
    expect(answer.json<OwnSessions>().data).toMatchObject([{ is_current: true }])
    for (const other of others) expect((await other.post('/api/user/details')).statusCode).toBe(401)
    expect((await stranger.browser.post('/api/user/details')).statusCode).toBe(200)
  })

  test('one of somebody else is not ended, whatever number is given', async () => {
    const { account, browser } = await newcomer()
    const stranger = await newcomer()
    const [{ id } = { id: 0 }] = await sessions(stranger.account, stranger.browser)
    expect((await browser.post(`/api/user/${account.uid}/sessions/end`, { id })).statusCode).toBe(200)
    expect((await stranger.browser.post('/api/user/details')).statusCode).toBe(200)
  })

  test('the own one is left by signing out', async () => {
    const { account, browser } = await newcomer()
    const [{ id } = { id: 0 }] = await sessions(account, browser)
    expect((await browser.post(`/api/user/${account.uid}/sessions/end`, { id })).statusCode).toBe(422)
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
  })
})

describe('A-17 the own data', () => {
  test('is a file with everything that is kept, and no secret', async () => {
    const { account, browser } = await newcomer()
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
    const { account, browser } = await newcomer()
    const elsewhere = await signedIn(account)
    const answer = await browser.post(`/api/user/${account.uid}/delete`, { pass: account.pass })
    expect(answer.statusCode).toBe(204)
    expect([...browser.cookies.keys()].filter((name) => name !== 'candor_device')).toEqual([])
    expect((await elsewhere.post('/api/user/details')).statusCode).toBe(401)
    expect((await tryToSignIn(account.email, account.pass)).statusCode).toBe(422)
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
    const { account, browser } = await newcomer()
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

async function newcomer(of: { username?: string } = {}) {
  const account = await makeAccount(site.database.db, of)
  return { account, browser: await signedIn(account) }
}

async function signedIn({ email, pass }: TestAccount) {
  const browser = site.browser()
  expect((await browser.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  return browser
}

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

function tryToSignIn(name: string, pass: string) {
  return site.browser().post('/api/user/login', { name, pass })
}

async function settings({ uid }: TestAccount, browser: TestBrowser) {
  return (await browser.get(`/api/user/${uid}/settings`)).json<AccountSettings>().data
}

async function sessions({ uid }: TestAccount, browser: TestBrowser) {
  return (await browser.get(`/api/user/${uid}/sessions`)).json<OwnSessions>().data
}

function askForEmail({ uid, pass }: TestAccount, browser: TestBrowser, email: string) {
  return browser.post(`/api/user/${uid}/email`, { email, pass })
}

async function audited({ uid }: TestAccount) {
  const entries = await site.database.db
    .selectFrom('audit_log')
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(uid))
    .select('action')
    .execute()
  return entries.map(({ action }) => action)
}
