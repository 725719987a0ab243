import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { prepareAccountMail } from '../../src/accounts/mails/prepare-account-mail.ts'
import { fromBase32 } from '../../src/accounts/second-factor/app-secret.ts'
import { timeStep, totpCode } from '../../src/accounts/second-factor/totp.ts'
import type { AppToAdd, OwnSecondFactor } from '../../src/contract/second-factor.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { ownAccounts } from '../support/own-accounts.ts'
import { errorUnder, linkFor, post, read } from '../support/posted-form.ts'
import { signIn } from '../support/sign-in.ts'
import { softwarePasskey } from '../support/software-passkey.ts'
import type { TestBrowser } from '../support/test-browser.ts'
import { whileThrottlesAreStuck } from '../support/throttles.ts'

const RP_ID = new URL(SITE).hostname
const WRONG_CODE = 'This code is wrong or was already used'
const EXPIRED = 'This sign-in has expired. Please <a href="/sign-in">sign in again</a>.'

let site: AccountSite
const faults: string[] = []
let people: ReturnType<typeof ownAccounts>
beforeAll(async () => {
  site = await accountSite({ desk: { logFault: (_error, message) => faults.push(message) } })
  people = ownAccounts(site)
})
afterAll(() => site.stop())

const urlOf = ({ uid }: TestAccount, rest = '') => `/api/user/${uid}/second-factor${rest}`
const codeOf = (secret: string, away = 0) => totpCode(fromBase32(secret), timeStep(site.clock.now) + away)

async function withApp() {
  const { account, browser } = await people.newcomer()
  const { pass } = account
  const started = await browser.post(urlOf(account, '/app'), { pass })
  const { secret } = started.json<AppToAdd>().data
  const confirmed = await browser.post(urlOf(account, '/app/confirm'), { code: codeOf(secret) })
  expect(confirmed.statusCode).toBe(200)
  const codes = confirmed.json<OwnSecondFactor>().data.new_codes ?? []
  return { account, browser, secret, codes }
}

async function withPasskey() {
  const { account, browser } = await people.newcomer()
  const passkey = softwarePasskey()
  const added = await addPasskey(account, browser, passkey)
  expect(added.statusCode).toBe(200)
  return { account, browser, passkey, secondFactor: added.json<OwnSecondFactor>().data }
}

async function addPasskey(
  account: TestAccount,
  browser: TestBrowser,
  passkey: ReturnType<typeof softwarePasskey>,
  origin = SITE,
) {
  const options = await browser.post(urlOf(account, '/passkeys/options'), { pass: account.pass })
  const { challenge } = options.json().data
  const credential = passkey.create({ challenge, rpId: RP_ID, origin })
  return browser.post(urlOf(account, '/passkeys'), { name: ' My  laptop ', credential })
}

async function afterPassword({ email, pass }: TestAccount, browser = site.browser()) {
  const answer = await browser.post('/api/user/login', { name: email, pass })
  expect([answer.statusCode, Object.keys(answer.json().data)]).toEqual([200, ['second_step']])
  return browser
}

const enterCode = (browser: TestBrowser, code: string) => browser.post('/api/user/second-step', { code })

async function challengeOf(browser: TestBrowser): Promise<string> {
  return (await browser.post('/api/user/second-step/passkey/options')).json().data.challenge
}

async function subjectsTo({ uid }: TestAccount) {
  const { db } = site.database
  const mails = await db
    .selectFrom('account_mails')
    .where('user_id', '=', uid)
    .select([
      'id',
      'kind',
      'email',
      'user_id',
      'channel_id',
      'approval_id',
      'note_id',
      'reminder_id',
      'attempts',
      'created_at',
    ])
    .orderBy('id')
    .execute()
  const provider = { name: 'Northwall', staff_domains: [], help_url: '', gov_help_url: '' }
  const about = { site: { provider, publicUrl: SITE, isGov: false }, vault: OPEN_VAULT, now: site.clock.now }
  const prepared = mails.map((mail) => prepareAccountMail(db, mail, about))
  return (await Promise.all(prepared)).map((message) => message?.subject)
}

async function mailsTo({ uid }: TestAccount) {
  const mails = await site.database.db
    .selectFrom('account_mails')
    .where('user_id', '=', uid)
    .select('kind')
    .orderBy('id')
    .execute()
  return mails.map(({ kind }) => kind)
}

test("an unverified address can't add a second factor: it would lock out the address's owner", async () => {
  const account = await makeAccount(site.database.db, { isVerified: false })
  const browser = await people.signedIn(account)
  for (const path of ['/app', '/passkeys/options']) {
    const refused = await browser.post(urlOf(account, path), { pass: account.pass })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { pass: 'Please verify your email address first' },
    ])
  }
})

test('the first second factor ends all other sessions opened with the password alone', async () => {
  const { account, browser } = await people.newcomer()
  const other = await people.signedIn(account)
  const { secret } = (await browser.post(urlOf(account, '/app'), { pass: account.pass })).json<AppToAdd>()
    .data
  await browser.post(urlOf(account, '/app/confirm'), { code: codeOf(secret) })
  expect((await other.get(`/api/user/${account.uid}/settings`)).statusCode).toBe(401)
  expect((await browser.get(`/api/user/${account.uid}/settings`)).statusCode).toBe(200)
})

describe('an authenticator app', () => {
  test('is active once its code was entered; then the password alone is not enough', async () => {
    const { account, browser } = await people.newcomer()
    const wrong = await browser.post(urlOf(account, '/app'), { pass: 'Wrong9 word' })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([
      422,
      { pass: 'This is not your current password' },
    ])
    const started = await browser.post(urlOf(account, '/app'), { pass: account.pass })
    const { secret, uri, qr } = started.json<AppToAdd>().data
    expect(uri).toBe(
      `otpauth://totp/Northwall%20Trust:${encodeURIComponent(account.email)}?secret=${secret}&issuer=Northwall%20Trust&algorithm=SHA1&digits=6&period=30`,
    )
    expect(qr.path).toMatch(/^M0 0h7v1h-7z/)
    expect((await people.tryToSignIn(account.email, account.pass)).json().data).toHaveProperty('csrf_token')

    const refused = await browser.post(urlOf(account, '/app/confirm'), { code: codeOf(secret, 5) })
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { code: WRONG_CODE }])
    const confirmed = await browser.post(urlOf(account, '/app/confirm'), { code: codeOf(secret) })
    const { data } = confirmed.json<OwnSecondFactor>()
    expect(data).toMatchObject({ is_on: true, passkeys: [], recovery_codes: { total: 10, left: 10 } })
    expect(data.new_codes).toHaveLength(10)
    const again = await browser.get(urlOf(account))
    expect(again.json<OwnSecondFactor>().data.new_codes).toBeNull()
    expect(await mailsTo(account)).toEqual(['two-step-on'])

    const stranger = await afterPassword(account)
    expect(stranger.cookies.has('candor_session')).toBe(false)
    expect(stranger.cookies.has('candor_device')).toBe(false)
    expect((await stranger.get(`/api/user/${account.uid}/settings`)).statusCode).toBe(401)
  })

  test('accepts a code one step early or late, and once', async () => {
    const { account, secret } = await withApp()
    const browser = await afterPassword(account)
    const used = await enterCode(browser, codeOf(secret))
    expect([used.statusCode, used.json().errors]).toEqual([422, { code: WRONG_CODE }])
    for (const away of [-1, 2]) expect((await enterCode(browser, codeOf(secret, away))).statusCode).toBe(422)

    const code = codeOf(secret, 1)
    const entered = await enterCode(browser, `${code.slice(0, 3)} ${code.slice(3)}`)
    expect(entered.json().data.current_user).toMatchObject({ uid: String(account.uid), name: account.email })
    expect(browser.cookies.has('candor_second_step')).toBe(false)
    expect((await browser.get(`/api/user/${account.uid}/settings`)).statusCode).toBe(200)
    expect((await enterCode(browser, code)).json().message).toBe(EXPIRED)
    expect((await enterCode(await afterPassword(account), code)).statusCode).toBe(422)
  })

  test('lets in one of two browsers with one code', async () => {
    const { account, secret } = await withApp()
    const browsers = [await afterPassword(account), await afterPassword(account)]
    const code = codeOf(secret, 1)
    const answers = await Promise.all(browsers.map((browser) => enterCode(browser, code)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test.skipIf(isShort)('can be replaced; removing the last one turns two-step sign-in off', async () => {
    const { account, browser, secret: old } = await withApp()
    const { pass } = account
    const { secret } = (await browser.post(urlOf(account, '/app'), { pass })).json<AppToAdd>().data
    const replaced = await browser.post(urlOf(account, '/app/confirm'), { code: codeOf(secret) })
    expect(replaced.json<OwnSecondFactor>().data.new_codes).toBeNull()
    const other = await afterPassword(account)
    expect((await enterCode(other, codeOf(old, 1))).statusCode).toBe(422)
    expect((await enterCode(other, codeOf(secret, 1))).statusCode).toBe(200)

    expect((await browser.post(urlOf(account, '/app/remove'), { pass: 'Wrong9 word' })).statusCode).toBe(422)
    const removed = await browser.post(urlOf(account, '/app/remove'), { pass })
    expect(removed.json<OwnSecondFactor>().data).toMatchObject({ is_on: false, recovery_codes: null })
    expect(await mailsTo(account)).toEqual(['two-step-on', 'two-step-changed', 'two-step-off'])
    expect((await people.tryToSignIn(account.email, pass)).json().data).toHaveProperty('csrf_token')
  })

  test("can't be confirmed from another session or after half an hour", async () => {
    const { account, browser } = await people.newcomer()
    const other = await people.signedIn(account)
    const { secret } = (await browser.post(urlOf(account, '/app'), { pass: account.pass })).json<AppToAdd>()
      .data
    const confirm = (of: TestBrowser) => of.post(urlOf(account, '/app/confirm'), { code: codeOf(secret) })
    expect((await confirm(other)).json().message).toMatch(/start again/)
    site.clock.pass(1801)
    expect((await confirm(browser)).json().message).toMatch(/start again/)
  })
})

describe('the second step', () => {
  test('expires after ten minutes, and belongs to its browser', async () => {
    const { account, secret } = await withApp()
    const browser = await afterPassword(account)
    expect((await enterCode(site.browser(), codeOf(secret, 1))).json().message).toBe(EXPIRED)
    site.clock.pass(601)
    expect((await enterCode(browser, codeOf(secret))).json().message).toBe(EXPIRED)
  })

  test('is rate limited per account, from anywhere; a recovery code still works', async () => {
    const { account, codes, secret } = await withApp()
    for (let time = 0; time < 10; time++) {
      // Known browsers have their own counters; this one covers all of them.
      await site.database.db.deleteFrom('throttles').where('key', 'like', 'sign-in:%').execute()
      expect((await enterCode(await afterPassword(account), codeOf(secret, 10))).statusCode).toBe(422)
    }
    await site.database.db.deleteFrom('throttles').where('key', 'like', 'sign-in:%').execute()
    const browser = await afterPassword(account)
    const refused = await enterCode(browser, codeOf(secret, 1))
    expect([refused.statusCode, refused.headers['retry-after'], refused.json().message]).toEqual([
      429,
      '3600',
      'Too many wrong codes. Please try again in 60 minutes, or use a recovery code.',
    ])
    expect((await enterCode(browser, codes[0] ?? '')).statusCode).toBe(200)
  })

  test.skipIf(isShort)('counts wrong codes as failed sign-ins', async () => {
    const { account, secret } = await withApp()
    const browser = await afterPassword(account)
    for (let time = 0; time < 9; time++) await enterCode(browser, codeOf(secret, 10))
    await browser.post('/api/user/login', { name: account.email, pass: 'Wrong9 word' })
    expect((await people.tryToSignIn(account.email, account.pass)).statusCode).toBe(429)
  })

  test('reports several failures in a row to the owner, once a day in a specific mail', async () => {
    const { account, secret, codes } = await withApp()
    const { db } = site.database
    const fail = async (times: number) => {
      const limits = ['sign-in:%', 'second-step:account:%', 'second-step:day:%']
      for (const key of limits) await db.deleteFrom('throttles').where('key', 'like', key).execute()
      const browser = await afterPassword(account)
      for (let time = 0; time < times; time++)
        expect((await enterCode(browser, codeOf(secret, 10))).statusCode).toBe(422)
      return browser
    }
    const browser = await fail(4)
    expect((await enterCode(browser, codeOf(secret, 1))).statusCode).toBe(200)
    await fail(4)
    expect(await mailsTo(account)).toEqual(['two-step-on'])
    // Mails triggered by strangers have used up the mailbox's limit.
    for (let time = 0; time < 4; time++)
      await site.browser().post('/api/user/password', { name: account.email })
    await fail(1)
    await fail(3)
    expect(await subjectsTo(account)).toEqual([
      'Two-step sign-in is on',
      'Failed sign-ins with your password',
    ])

    // A recovery code used at the same time causes another mail.
    expect((await enterCode(await fail(0), codes[0] ?? '')).statusCode).toBe(200)
    await fail(5)
    expect((await subjectsTo(account)).slice(2)).toEqual(['A recovery code was used'])
    const aDayAgo = new Date(site.clock.now.getTime() - 86_400_000)
    await db
      .updateTable('throttles')
      .set({ window_started_at: aDayAgo })
      .where('key', '=', `second-step:warning:${account.uid}`)
      .execute()
    await fail(5)
    expect((await subjectsTo(account)).slice(3)).toEqual(['Failed sign-ins with your password'])
  })

  test('accepts a recovery code once, however typed, and notifies the owner', async () => {
    const { account, browser: owner, codes } = await withApp()
    const [code = ''] = codes
    const entered = await enterCode(await afterPassword(account), code.toUpperCase().replaceAll('-', ' '))
    expect(entered.statusCode).toBe(200)
    expect((await enterCode(await afterPassword(account), code)).json().errors).toEqual({ code: WRONG_CODE })
    expect(await mailsTo(account)).toEqual(['two-step-on', 'recovery-code-used'])
    const { data } = (await owner.get(urlOf(account))).json<OwnSecondFactor>()
    expect(data.recovery_codes).toEqual({ total: 10, left: 9 })

    const renewed = await owner.post(urlOf(account, '/recovery-codes'), { pass: account.pass })
    const [fresh = ''] = renewed.json<OwnSecondFactor>().data.new_codes ?? []
    const browser = await afterPassword(account)
    expect((await enterCode(browser, codes[1] ?? '')).statusCode).toBe(422)
    expect((await enterCode(browser, fresh)).statusCode).toBe(200)
  })

  // The short run has the sign-in on a page that cannot give attempts back, in sign-on.test.ts.
  test.skipIf(isShort)(
    'people who are signed in are told so, though earlier attempts still count',
    async () => {
      const { account, secret } = await withApp()
      await enterCode(await afterPassword(account), '000000')
      site.clock.pass(60)
      faults.length = 0
      await whileThrottlesAreStuck(site.database.db, async () => {
        const browser = await afterPassword(account)
        const entered = await enterCode(browser, codeOf(secret))
        expect(entered.statusCode).toBe(200)
        expect((await browser.get(urlOf(account))).statusCode).toBe(200)
        // Nor does it matter for those who need no second step.
        const { email, pass } = await makeAccount(site.database.db)
        const signedIn = await site.browser().post('/api/user/login', { name: email, pass })
        expect(signedIn.statusCode).toBe(200)
      })
      // The password, the code, the failures in a row, and the other account.
      expect(faults).toEqual(Array(4).fill('Sign-in attempts could not be refunded'))
    },
  )

  test('is still needed after a password reset, which ends a pending step', async () => {
    const { account, secret } = await withApp()
    const waiting = await afterPassword(account)
    const pass = 'Rain7 over Porto'
    const link = await linkFor(site, 'reset-password', account)
    const browser = site.browser()
    expect((await post(browser, link, { pass, confirm: pass })).statusCode).toBe(303)
    expect((await enterCode(waiting, codeOf(secret, 1))).json().message).toBe(EXPIRED)
    await afterPassword({ ...account, pass }, browser)
    expect((await enterCode(browser, codeOf(secret, 1))).statusCode).toBe(200)
  })

  test('rejects a locked account', async () => {
    const { account, secret } = await withApp()
    const browser = await afterPassword(account)
    await site.database.db
      .updateTable('users')
      .set({ locked_at: site.clock.now })
      .where('id', '=', account.uid)
      .execute()
    expect((await enterCode(browser, codeOf(secret, 1))).json().message).toBe(EXPIRED)
  })

  // The short run covers the other forms without scripts, in forms.test.ts.
  test.skipIf(isShort)('works without scripts, and shows errors', async () => {
    const { account, secret } = await withApp()
    const browser = site.browser()
    const { email: name, pass } = account
    const first = await post(browser, '/sign-in?origin=%2Fsubscribe', { name, pass })
    expect([first.statusCode, first.headers.location]).toEqual([303, '/user/second-step?origin=%2Fsubscribe'])
    const page = '/user/second-step?origin=%2Fsubscribe'
    const opened = await browser.get(page)
    expect(opened.body).toContain('autoComplete="one-time-code"')
    expect(opened.body).toContain('/user/second-step?with=recovery-code&amp;origin=%2Fsubscribe')
    const refused = await post(browser, page, { code: codeOf(secret, 9) })
    expect([refused.statusCode, errorUnder(refused.body, 'code')]).toEqual([422, WRONG_CODE])
    const empty = await post(browser, page, { code: '' })
    expect(errorUnder(empty.body, 'code')).toBe('Please enter the code')
    const entered = await post(browser, page, { code: codeOf(secret, 1) })
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/subscribe'])
    const late = await post(browser, page, { code: codeOf(secret, 1) })
    expect(read(late.body).alert).toBe('This sign-in has expired. Please sign in again.')
  })

  test("can't be answered from another site", async () => {
    const { account, secret } = await withApp()
    const browser = await afterPassword(account)
    const body = { code: codeOf(secret, 1) }
    const foreign = await browser.post('/api/user/second-step', body, { origin: 'https://evil.example' })
    expect(foreign.statusCode).toBe(403)
    expect((await browser.post('/api/user/second-step', body)).statusCode).toBe(200)
  })
})

describe('a passkey', () => {
  test('is added by name, and completes the sign-in', async () => {
    const { account, browser: owner, passkey, secondFactor } = await withPasskey()
    expect(secondFactor.passkeys).toEqual([
      {
        id: expect.any(Number),
        name: 'My laptop',
        added_at: site.clock.now.toISOString(),
        last_used_at: null,
      },
    ])
    expect(secondFactor.new_codes).toHaveLength(10)
    const browser = await afterPassword(account)
    const challenge = await challengeOf(browser)
    const credential = passkey.sign({ challenge, rpId: RP_ID, origin: SITE })
    expect((await browser.post('/api/user/second-step/passkey', { credential })).statusCode).toBe(200)

    const [{ id = 0 } = {}] = secondFactor.passkeys
    const removed = await owner.post(urlOf(account, `/passkeys/${id}/remove`), { pass: account.pass })
    expect(removed.json<OwnSecondFactor>().data.is_on).toBe(false)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['another challenge', { challenge: 'AAAA' }],
  ])('is rejected with %s', async (_, changed) => {
    const { account, passkey } = await withPasskey()
    const browser = await afterPassword(account)
    const right = { challenge: await challengeOf(browser), rpId: RP_ID, origin: SITE }
    const credential = passkey.sign({ ...right, ...changed })
    const refused = await browser.post('/api/user/second-step/passkey', { credential })
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'This passkey didn’t work. Try again, or sign in another way.',
    ])
    // A challenge is valid once, so the right answer comes too late.
    const late = await browser.post('/api/user/second-step/passkey', { credential: passkey.sign(right) })
    expect(late.statusCode).toBe(422)
  })

  test('that was cloned, or of another account, is rejected', async () => {
    const { account, passkey } = await withPasskey()
    const enter = async (with_: typeof passkey) => {
      const browser = await afterPassword(account)
      const challenge = await challengeOf(browser)
      const credential = with_.sign({ challenge, rpId: RP_ID, origin: SITE })
      return (await browser.post('/api/user/second-step/passkey', { credential })).statusCode
    }
    expect(await enter(passkey)).toBe(200)
    passkey.goBackTo(0)
    expect(await enter(passkey)).toBe(422)
    expect(await enter((await withPasskey()).passkey)).toBe(422)
    passkey.goBackTo(5)
    expect(await enter(passkey)).toBe(200)
  })

  test("can't be added from another origin, without the password, or twice", async () => {
    const { account, browser } = await people.newcomer()
    const wrong = await browser.post(urlOf(account, '/passkeys/options'), { pass: 'Wrong9 word' })
    expect(wrong.statusCode).toBe(422)
    const passkey = softwarePasskey()
    expect((await addPasskey(account, browser, passkey, 'https://evil.example')).statusCode).toBe(422)
    expect((await addPasskey(account, browser, passkey)).statusCode).toBe(200)
    expect((await addPasskey(account, browser, passkey)).statusCode).toBe(422)
  })
})

describe('managing it', () => {
  test('turning it off needs the password and removes everything', async () => {
    const { account, browser } = await withApp()
    await addPasskey(account, browser, softwarePasskey())
    expect((await browser.post(urlOf(account, '/off'), { pass: '' })).statusCode).toBe(422)
    const off = await browser.post(urlOf(account, '/off'), { pass: account.pass })
    expect(off.json<OwnSecondFactor>().data).toEqual({
      is_on: false,
      app: null,
      passkeys: [],
      recovery_codes: null,
      new_codes: null,
    })
    const codes = await browser.post(urlOf(account, '/recovery-codes'), { pass: account.pass })
    expect(codes.statusCode).toBe(422)
    expect((await people.audited(account)).sort()).toEqual([
      'add-second-factor',
      'add-second-factor',
      'remove-second-factor',
      'sign-in',
    ])
  })

  test('an administrator removes it for an owner who lost everything, who is notified', async () => {
    const { account } = await withApp()
    const admin = await signIn(site.database.db, { roles: ['administrator'] })
    const ask = (method: 'GET' | 'POST', rest = '') =>
      site.app.inject({
        method,
        url: `/api/admin/people/${account.uid}${rest}`,
        headers: { cookie: admin.cookie, 'x-csrf-token': admin.csrf, origin: SITE },
      })
    const before = await ask('GET')
    expect(before.json().data.second_factor).toEqual({ has_app: true, passkeys: 0, recovery_codes_left: 10 })
    const removed = await ask('POST', '/second-factor/remove')
    expect([removed.statusCode, removed.json().data.second_factor]).toEqual([200, null])
    expect(await mailsTo(account)).toEqual(['two-step-on', 'two-step-removed-by-staff'])
    expect(await people.audited(account)).toContain('remove-second-factor')
    expect((await people.tryToSignIn(account.email, account.pass)).json().data).toHaveProperty('csrf_token')
    expect((await ask('POST', '/second-factor/remove')).statusCode).toBe(200)
    expect(await mailsTo(account)).toHaveLength(2)
  })

  test('the data export names it without a secret, and it is deleted with the account', async () => {
    const { account, browser, secret, codes } = await withApp()
    await addPasskey(account, browser, softwarePasskey())
    const { body } = await browser.get(`/api/user/${account.uid}/data`)
    expect(JSON.parse(body).two_step_sign_in.passkeys).toHaveLength(1)
    for (const hidden of [secret, 'public_key', 'credential_id', '_hash', ...codes])
      expect(body).not.toContain(hidden)
    await browser.post(`/api/user/${account.uid}/delete`, { pass: account.pass })
    for (const table of ['second_factor_apps', 'passkeys', 'recovery_codes'] as const) {
      const left = await site.database.db
        .selectFrom(table)
        .where('user_id', '=', account.uid)
        .select('user_id')
        .execute()
      expect(left).toEqual([])
    }
  })
})
