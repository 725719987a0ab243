import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenedSession } from '../../src/contract/signing-in.ts'
import { STAFF_DOMAIN } from '../support/account-site.ts'
import { linkIn, tokenIn } from '../support/mail-server.ts'
import { type MailedSite, mailedSite } from '../support/mail-server-site.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { ownAccounts } from '../support/own-accounts.ts'
import { linkFor } from '../support/posted-form.ts'

const NEW_PASSWORD = 'Rain7 over Porto'
const WRONG_PASSWORD = 'This is not your current password'

let site: MailedSite
let people: ReturnType<typeof ownAccounts>

beforeAll(async () => {
  site = await mailedSite()
  people = ownAccounts(site)
})
afterAll(() => site.stop())

describe('A-17 the password', () => {
  test('change ends every session, opens a new one here, and notifies the owner', async () => {
    const { account, browser } = await people.newcomer()
    const elsewhere = await people.signedIn(account)
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
    expect(browser.cookies.get('__Host-candor_session')).not.toBe(oldCookies.get('__Host-candor_session'))
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
    expect((await elsewhere.post('/api/user/details')).statusCode).toBe(401)
    const stolen = site.browser()
    for (const [name, value] of oldCookies) stolen.cookies.set(name, value)
    expect((await stolen.post('/api/user/details')).statusCode).toBe(401)
    expect((await people.tryToSignIn(account.email, account.pass)).statusCode).toBe(422)
    expect((await people.tryToSignIn(account.email, NEW_PASSWORD)).statusCode).toBe(200)
    expect((await site.server.mailTo(account.email)).parsed.subject).toBe('Your password was changed')
    expect(await people.audited(account)).toContain('change-password')
  })

  test('must differ: otherwise nothing changes, and no session ends', async () => {
    const { account, browser } = await people.newcomer()
    const elsewhere = await people.signedIn(account)
    const same = { current: account.pass, pass: account.pass }
    const answer = await browser.post(`/api/user/${account.uid}/password`, same)
    expect([answer.statusCode, answer.json().errors]).toEqual([
      422,
      { pass: 'This is your current password. Please choose another.' },
    ])
    expect((await elsewhere.post('/api/user/details')).statusCode).toBe(200)
  })

  test('change voids pending reset links and address changes', async () => {
    const { account, browser } = await people.newcomer()
    await browser.post('/api/user/password', { email: account.email })
    const reset = tokenIn(await site.server.mailTo(account.email))
    await people.askForEmail(account, browser, 'thief@customer.example')
    const change = tokenIn(await site.server.mailTo('thief@customer.example'))
    await browser.post(`/api/user/${account.uid}/password`, { current: account.pass, pass: NEW_PASSWORD })
    const late = site.browser()
    expect(
      (await late.post('/api/user/password/reset', { token: reset, pass: 'Snow3 in May' })).statusCode,
    ).toBe(422)
    expect((await late.post('/api/user/email/confirm', { token: change })).statusCode).toBe(422)
    expect((await people.settings(account, browser)).pending_email).toBeNull()
  })

  test.each([
    [{ current: 'Wrong1pass', pass: NEW_PASSWORD }, { current: WRONG_PASSWORD }],
    [{ current: '', pass: NEW_PASSWORD }, { current: 'Please enter your Password' }],
    [{ current: 'Fog9 over Lisbon', pass: 'Password1' }, { pass: expect.stringContaining('too common') }],
  ])('is unchanged with %o', async (body, errors) => {
    const { account, browser } = await people.newcomer()
    const answer = await browser.post(`/api/user/${account.uid}/password`, body)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual(errors)
    expect((await people.tryToSignIn(account.email, account.pass)).statusCode).toBe(200)
  })

  test("A-02 can't be changed by users whose domain now belongs to staff", async () => {
    const { account, browser } = await people.newcomer()
    await becomesStaff(account)
    const body = { current: account.pass, pass: NEW_PASSWORD }
    const answer = await browser.post(`/api/user/${account.uid}/password`, body)
    expect(answer.statusCode).toBe(403)
    expect(answer.json().message).toMatch(/^Your account signs in with Employee login\./)
  })

  test("can't be guessed from an open session", async () => {
    const { account, browser } = await people.newcomer()
    const ask = (current: string) =>
      browser.post(`/api/user/${account.uid}/password`, { current, pass: NEW_PASSWORD })
    for (let guess = 0; guess < 10; guess++) expect((await ask(`Guess${guess}x`)).statusCode).toBe(422)
    expect((await ask(account.pass)).statusCode).toBe(429)
    const owner = await people.signedIn(account)
    const wrong = await owner.post(`/api/user/${account.uid}/password`, { current: 'x', pass: NEW_PASSWORD })
    expect(wrong.statusCode).toBe(422)
    site.clock.pass(900)
    expect((await ask(account.pass)).statusCode).toBe(200)
  })
})

describe('A-17 the email address', () => {
  test('changes once its link is opened; the old one is notified', async () => {
    const { account, browser } = await people.newcomer()
    const elsewhere = await people.signedIn(account)
    const email = 'new-address@customer.example'
    const answer = await people.askForEmail(account, browser, email)
    expect(answer.json().data.message).toContain(email)
    expect(await people.settings(account, browser)).toMatchObject({
      email: account.email,
      pending_email: email,
    })
    const mail = await site.server.mailTo(email)
    expect(linkIn(mail).pathname).toBe('/user/email/confirm')
    expect(await people.settings(account, browser)).toMatchObject({
      email: account.email,
      pending_email: email,
    })

    const token = tokenIn(mail)
    expect((await site.browser().post('/api/user/email/confirm', { token })).statusCode).toBe(200)
    expect(await people.settings(account, browser)).toMatchObject({
      email,
      is_verified: true,
      pending_email: null,
    })
    expect((await elsewhere.post('/api/user/details')).statusCode).toBe(200)
    expect((await people.tryToSignIn(email, account.pass)).statusCode).toBe(200)
    expect((await people.tryToSignIn(account.email, account.pass)).statusCode).toBe(422)
    const notice = await site.server.mailTo(account.email)
    expect(notice.parsed.subject).toBe('Your email address was changed')
    expect(notice.parsed.text).not.toContain(email)
    expect(await people.audited(account)).toContain('change-email')
    expect((await site.browser().post('/api/user/email/confirm', { token })).statusCode).toBe(422)
  })

  test('a newer request replaces an older one', async () => {
    const { account, browser } = await people.newcomer()
    await people.askForEmail(account, browser, 'wish-1@customer.example')
    const first = tokenIn(await site.server.mailTo('wish-1@customer.example'))
    await people.askForEmail(account, browser, 'wish-2@customer.example')
    const second = tokenIn(await site.server.mailTo('wish-2@customer.example'))
    expect((await people.settings(account, browser)).pending_email).toBe('wish-2@customer.example')
    expect((await site.browser().post('/api/user/email/confirm', { token: first })).statusCode).toBe(422)
    expect((await site.browser().post('/api/user/email/confirm', { token: second })).statusCode).toBe(200)
  })

  test('a reset link sent to the old address stops working', async () => {
    const { account, browser } = await people.newcomer()
    await browser.post('/api/user/password', { email: account.email })
    const reset = tokenIn(await site.server.mailTo(account.email))
    await people.askForEmail(account, browser, 'moved-on@customer.example')
    const token = tokenIn(await site.server.mailTo('moved-on@customer.example'))
    await site.browser().post('/api/user/email/confirm', { token })
    const late = await site.browser().post('/api/user/password/reset', { token: reset, pass: NEW_PASSWORD })
    expect(late.statusCode).toBe(422)
  })

  test('that another account uses by then stays theirs', async () => {
    const { account, browser } = await people.newcomer()
    await people.askForEmail(account, browser, 'wanted@customer.example')
    const token = tokenIn(await site.server.mailTo('wanted@customer.example'))
    await makeAccount(site.database.db, { email: 'wanted@customer.example' })
    const answer = await site.browser().post('/api/user/email/confirm', { token })
    expect([answer.statusCode, answer.json()]).toEqual([
      422,
      { message: 'There is already an account with this email address.' },
    ])
    expect((await people.settings(account, browser)).email).toBe(account.email)
  })

  test('of two users who confirm one address at the same time, one gets it', async () => {
    const rivals = [await people.newcomer(), await people.newcomer()]
    const email = 'both-want-it@customer.example'
    for (const { account, browser } of rivals) await people.askForEmail(account, browser, email)
    const mails = [await site.server.mailTo(email, 1), await site.server.mailTo(email, 2)]
    const answers = await Promise.all(
      mails.map((mail) => site.browser().post('/api/user/email/confirm', { token: tokenIn(mail) })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422])
  })

  test("A-02 can't change from or to a staff address", async () => {
    const leaving = await people.newcomer()
    await people.askForEmail(leaving.account, leaving.browser, 'private@customer.example')
    const left = tokenIn(await site.server.mailTo('private@customer.example'))
    await becomesStaff(leaving.account)
    expect((await site.browser().post('/api/user/email/confirm', { token: left })).statusCode).toBe(422)
    const again = await people.askForEmail(leaving.account, leaving.browser, 'private2@customer.example')
    expect(again.statusCode).toBe(403)

    const joining = await people.newcomer()
    const email = `joining@${STAFF_DOMAIN}`
    const path = await linkFor(site, 'change-email', { ...joining.account, email })
    const token = new URLSearchParams(path.split('?')[1]).get('token')
    expect((await site.browser().post('/api/user/email/confirm', { token })).statusCode).toBe(422)
    expect((await people.settings(joining.account, joining.browser)).email).toBe(joining.account.email)
  })

  test('the link works for 24 hours', async () => {
    const { account, browser } = await people.newcomer()
    await people.askForEmail(account, browser, 'too-late@customer.example')
    const token = tokenIn(await site.server.mailTo('too-late@customer.example'))
    site.clock.pass(86_400)
    expect((await site.browser().post('/api/user/email/confirm', { token })).statusCode).toBe(422)
    expect((await people.settings(account, await people.signedIn(account))).pending_email).toBeNull()
  })

  test.each([
    ['', { email: 'Please enter your Email' }],
    ['nobody', { email: 'Please enter a valid email address' }],
    [`ada@${STAFF_DOMAIN}`, { email: 'Northwall staff should use Employee Login on the Sign In page.' }],
    ['own', { email: 'This is already your email address' }],
    ['taken', { email: 'There is already an account with this email address' }],
  ])('"%s" is rejected', async (typed, errors) => {
    const { account, browser } = await people.newcomer()
    const other = await makeAccount(site.database.db)
    const email = { own: account.email.toUpperCase(), taken: other.email }[typed] ?? typed
    const answer = await people.askForEmail(account, browser, email)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual(errors)
  })

  test('needs the password', async () => {
    const { account, browser } = await people.newcomer()
    for (const [pass, problem] of [
      ['', 'Please enter your Password'],
      ['Wrong1pass', WRONG_PASSWORD],
    ] as const) {
      const body = { email: 'x-wanted@customer.example', pass }
      const answer = await browser.post(`/api/user/${account.uid}/email`, body)
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { pass: problem }])
    }
  })

  test("can't be used to send mail to strangers", async () => {
    const { account, browser } = await people.newcomer()
    for (let count = 0; count < 5; count++)
      expect((await people.askForEmail(account, browser, `s${count}@customer.example`)).statusCode).toBe(200)
    expect((await people.askForEmail(account, browser, 's5@customer.example')).statusCode).toBe(429)
  })
})

/** As when the provider adds a staff domain. */
async function becomesStaff({ uid }: TestAccount) {
  const email = `once-${uid}@${STAFF_DOMAIN}`
  await site.database.db.updateTable('users').set({ email }).where('id', '=', uid).execute()
}
