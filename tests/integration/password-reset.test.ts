import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptsOfAddress } from '../../src/accounts/throttle/throttle.ts'
import type { OwnCalendar } from '../../src/contract/own-account.ts'
import { queueAccountMail } from '../../src/db/account-mails.ts'
import { THROTTLE_LIMITS } from '../../src/domain/account/throttle-limits.ts'
import { PASSWORD_TOO_WEAK } from '../../src/domain/texts.ts'
import { STAFF_DOMAIN } from '../support/account-site.ts'
import { eventually } from '../support/eventually.ts'
import { linkIn, tokenIn } from '../support/mail-server.ts'
import { type MailedSite, mailedSite } from '../support/mail-server-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { linkFor } from '../support/posted-form.ts'
import { spendAttempts } from '../support/throttles.ts'

const ASKED = {
  data: { message: 'If there is an account for this address, we sent a link to set a new password.' },
}
const DEAD_LINK = { message: 'This link has expired or was already used. Please ask for a new one.' }
const NEW_PASSWORD = 'Rain7 over Porto'

let site: MailedSite

beforeAll(async () => {
  site = await mailedSite()
})
afterAll(() => site.stop())

describe('A-16 asking for a new password', () => {
  test('sends a link to this site, whatever Host the request has', async () => {
    const { email } = await makeAccount(site.database.db)
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const answer = await site
      .browser()
      .post('/api/user/password', { email: ` ${email.toUpperCase()} ` }, forged)
    expect(answer.json()).toEqual(ASKED)
    const mail = await site.server.mailTo(email)
    const { origin, pathname } = linkIn(mail)
    expect(origin + pathname).toBe('https://trust.northwall.example/user/password/reset')
    expect(mail.raw).not.toContain('evil.example')
  })

  test('answers and writes the same for known, unknown, staff and locked accounts', async () => {
    const known = await makeAccount(site.database.db)
    const locked = await makeAccount(site.database.db, { lockedAt: new Date() })
    const staff = 'staff-elsewhere@customer.example'
    await site.database.db
      .insertInto('users')
      .values({ email: staff, oidc_issuer: 'https://id.example', oidc_subject: 'a' })
      .execute()
    const answers = []
    for (const email of [known.email, 'nobody@customer.example', staff, locked.email]) {
      const { statusCode, headers, body } = await site.browser().post('/api/user/password', { email })
      const { date: _, 'x-request-id': __, ...rest } = headers
      answers.push(JSON.stringify({ statusCode, rest, body }))
    }
    expect(new Set(answers).size).toBe(1)
    await site.server.mailTo(known.email)
    await eventually(async () => expect(await waiting()).toEqual([]))
    const receivers = site.server.mails.flatMap(({ envelope }) => envelope.to)
    for (const email of ['nobody@customer.example', staff, locked.email])
      expect(receivers).not.toContain(email)
  })

  // All kinds of addresses: `src/domain/account/email-address.test.ts` and `account-forms.test.ts`.
  test.each([
    ['ada@customer.example\r\nBcc: eve@evil.example', 'Please enter a valid email address'],
    [`ada@${STAFF_DOMAIN}`, 'Northwall staff should use Employee Login on the Sign In page.'],
  ])('"%s" is rejected: %s', async (email, problem) => {
    const answer = await site.browser().post('/api/user/password', { email })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ message: problem, errors: { email: problem } })
  })

  test('floods no mailbox: three per hour, silently', async () => {
    const { email } = await makeAccount(site.database.db)
    for (const count of [1, 2, 3]) {
      await site.browser().post('/api/user/password', { email })
      await site.server.mailTo(email, count)
    }
    const fourth = await site.browser().post('/api/user/password', { email })
    expect([fourth.statusCode, fourth.json()]).toEqual([200, ASKED])
    expect(await waiting()).toEqual([])
    site.clock.pass(3_600)
    await site.browser().post('/api/user/password', { email })
    await site.server.mailTo(email, 4)
  })

  test('is rate limited per IP address', async () => {
    const address = '203.0.113.91'
    const of = { limit: THROTTLE_LIMITS.resetPerAddress, address, now: site.clock.now }
    await spendAttempts(site.database.db, attemptsOfAddress(of), 8)
    const browser = site.browser({ address })
    for (let count = 8; count < 10; count++) {
      const email = `asked-${count}@customer.example`
      expect((await browser.post('/api/user/password', { email })).statusCode).toBe(200)
    }
    const answer = await browser.post('/api/user/password', { email: 'asked-10@customer.example' })
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBeDefined()
    expect(
      (await site.browser().post('/api/user/password', { email: 'a@customer.example' })).statusCode,
    ).toBe(200)
  })
})

describe('A-16 setting the new password', () => {
  test('ends all sessions, verifies the address, notifies the owner, and works once', async () => {
    const account = await makeAccount(site.database.db, { isVerified: false })
    const [first, second] = [await signedIn(account), await signedIn(account)]
    const token = await resetToken(account)
    const browser = site.browser()
    const answer = await browser.post('/api/user/password/reset', { token, pass: NEW_PASSWORD })
    expect(answer.json()).toEqual({ data: { message: 'Your new password is set. Please sign in with it.' } })

    for (const old of [first, second]) expect((await old.post('/api/user/details')).statusCode).toBe(401)
    expect((await tryToSignIn(account.email, account.pass)).statusCode).toBe(422)
    expect((await tryToSignIn(account.email, NEW_PASSWORD)).statusCode).toBe(200)
    const user = await userRow(account)
    expect(user.email_verified_at).toEqual(site.clock.now)
    const notice = await site.server.mailTo(account.email, 2)
    expect(notice.parsed.subject).toBe('Your password was changed')
    expect(notice.raw).not.toContain('token=')

    const again = await browser.post('/api/user/password/reset', { token, pass: 'Wind5 over Faro' })
    expect([again.statusCode, again.json()]).toEqual([422, DEAD_LINK])
    expect((await tryToSignIn(account.email, NEW_PASSWORD)).statusCode).toBe(200)
  })

  test('revokes the calendar URL, and channels added before verification', async () => {
    const account = await makeAccount(site.database.db, { isVerified: false })
    const stranger = await signedIn(account)
    const calendar = await calendarOf(account, stranger)
    await addWebhook(account)
    await site
      .browser()
      .post('/api/user/password/reset', { token: await resetToken(account), pass: NEW_PASSWORD })
    expect(await readCalendar(calendar)).toBe(404)
    expect(await kindsOfChannels(account)).toEqual(['email'])
  })

  test("removes a second factor added before verification: it was not the owner's", async () => {
    const account = await makeAccount(site.database.db, { isVerified: false })
    await site.database.db
      .insertInto('second_factor_apps')
      .values({ user_id: account.uid, secret: 'JBSWY3DPEHPK3PXP', last_step: 0, created_at: new Date() })
      .execute()
    await site
      .browser()
      .post('/api/user/password/reset', { token: await resetToken(account), pass: NEW_PASSWORD })
    expect((await tryToSignIn(account.email, NEW_PASSWORD)).json().data).toHaveProperty('csrf_token')
  })

  test('keeps channels that a verified owner added', async () => {
    const account = await makeAccount(site.database.db)
    const calendar = await calendarOf(account, await signedIn(account))
    expect((await site.server.mailTo(account.email)).parsed.subject).toBe(
      'A calendar address was created for your account',
    )
    await addWebhook(account)
    await site
      .browser()
      .post('/api/user/password/reset', { token: await resetToken(account, 2), pass: NEW_PASSWORD })
    expect(await readCalendar(calendar)).toBe(404)
    expect(await kindsOfChannels(account)).toEqual(['email', 'webhook'])
  })

  test("lets the owner sign in despite others' failed attempts", async () => {
    const account = await makeAccount(site.database.db)
    const { signInPerAccount: limit } = THROTTLE_LIMITS
    const attempt = { limit, subject: String(account.uid), now: site.clock.now }
    await spendAttempts(site.database.db, [attempt], limit.attempts)
    expect((await tryToSignIn(account.email, account.pass)).statusCode).toBe(429)
    const browser = site.browser()
    await browser.post('/api/user/password/reset', { token: await resetToken(account), pass: NEW_PASSWORD })
    const answer = await browser.post('/api/user/login', { name: account.email, pass: NEW_PASSWORD })
    expect(answer.statusCode).toBe(200)
  })

  test('A-02 an address that now belongs to staff gets no link, and a pending link stops working', async () => {
    const account = await makeAccount(site.database.db, { email: `once@${STAFF_DOMAIN}` })
    const path = await linkFor(site, 'reset-password', account)
    const token = new URLSearchParams(path.split('?')[1]).get('token')
    const used = await site.browser().post('/api/user/password/reset', { token, pass: NEW_PASSWORD })
    expect([used.statusCode, used.json()]).toEqual([422, DEAD_LINK])

    const { email } = account
    const before = site.events.length
    const queued = { kind: 'reset-password', email, userId: null, now: site.clock.now } as const
    await queueAccountMail(site.database.db, queued)
    site.worker.wake()
    // The mail of an earlier test may be recorded meanwhile.
    await eventually(() => expect(site.events.slice(before).map(({ kind }) => kind)).toContain('void'))
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect(site.server.mails.flatMap(({ envelope }) => envelope.to)).not.toContain(email)
  })

  test('the link works for an hour', async () => {
    const account = await makeAccount(site.database.db)
    const token = await resetToken(account)
    site.clock.pass(3_600)
    const answer = await site.browser().post('/api/user/password/reset', { token, pass: NEW_PASSWORD })
    expect([answer.statusCode, answer.json()]).toEqual([422, DEAD_LINK])
    expect((await tryToSignIn(account.email, account.pass)).statusCode).toBe(200)
  })

  test('a rejected password keeps the link valid', async () => {
    const account = await makeAccount(site.database.db)
    const token = await resetToken(account)
    const weak = await site.browser().post('/api/user/password/reset', { token, pass: 'weak' })
    expect([weak.statusCode, weak.json()]).toEqual([
      422,
      { message: PASSWORD_TOO_WEAK, errors: { pass: PASSWORD_TOO_WEAK } },
    ])
    const common = await site.browser().post('/api/user/password/reset', { token, pass: 'Password1' })
    expect(common.statusCode).toBe(422)
    const good = await site.browser().post('/api/user/password/reset', { token, pass: NEW_PASSWORD })
    expect(good.statusCode).toBe(200)
  })

  test('voids other reset links', async () => {
    const account = await makeAccount(site.database.db)
    const first = await resetToken(account)
    const second = await resetToken(account, 2)
    const use = (token: string) =>
      site.browser().post('/api/user/password/reset', { token, pass: NEW_PASSWORD })
    expect((await use(second)).statusCode).toBe(200)
    expect((await use(first)).statusCode).toBe(422)
  })

  test('of two simultaneous uses of the link, one succeeds', async () => {
    const account = await makeAccount(site.database.db)
    const token = await resetToken(account)
    const passes = ['First1 wins', 'Second2 wins']
    const answers = await Promise.all(
      passes.map((pass) => site.browser().post('/api/user/password/reset', { token, pass })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test('is audited without personal data, and neither token nor address is logged', async () => {
    const account = await makeAccount(site.database.db)
    const token = await resetToken(account)
    await site.browser().post('/api/user/password/reset', { token, pass: NEW_PASSWORD })
    const entries = await site.database.db
      .selectFrom('audit_log')
      .where('entity_id', '=', String(account.uid))
      .selectAll()
      .execute()
    expect(entries).toMatchObject([{ action: 'reset-password', actor: 'user', before: null, after: null }])
    const written = JSON.stringify([site.log, site.events, entries])
    for (const secret of [token, account.email, NEW_PASSWORD]) expect(written).not.toContain(secret)
  })
})

async function resetToken({ email }: TestAccount, count = 1) {
  await site.browser().post('/api/user/password', { email })
  return tokenIn(await site.server.mailTo(email, count))
}

async function calendarOf({ uid }: TestAccount, browser: Awaited<ReturnType<typeof signedIn>>) {
  const made = await browser.post(`/api/user/${uid}/calendar`)
  const path = new URL(made.json<OwnCalendar>().data.url ?? '').pathname
  expect(await readCalendar(path)).toBe(200)
  return path
}

async function readCalendar(path: string) {
  return (await site.app.inject({ url: path })).statusCode
}

async function addWebhook({ uid }: TestAccount) {
  await site.database.db
    .insertInto('channels')
    .values({ user_id: uid, kind: 'webhook', address: 'https://hooks.example/in', secret: 'whsec_x' })
    .execute()
}

async function kindsOfChannels({ uid }: TestAccount) {
  const rows = await site.database.db
    .selectFrom('channels')
    .where('user_id', '=', uid)
    .orderBy('id')
    .select('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

function tryToSignIn(name: string, pass: string) {
  return site.browser().post('/api/user/login', { name, pass })
}

async function signedIn({ email, pass }: TestAccount) {
  const browser = site.browser()
  expect((await browser.post('/api/user/login', { name: email, pass })).statusCode).toBe(200)
  return browser
}

function userRow({ uid }: TestAccount) {
  return site.database.db.selectFrom('users').where('id', '=', uid).selectAll().executeTakeFirstOrThrow()
}

function waiting() {
  return site.database.db.selectFrom('account_mails').selectAll().execute()
}
