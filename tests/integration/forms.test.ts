import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountSite, accountSite, STAFF_DOMAIN } from '../support/account-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { autofocused, describedAt, errorUnder, linkFor, post, read } from '../support/posted-form.ts'

const NO_STORE = 'private, no-store'
const UNRECOGNISED = 'Sorry, unrecognized email, username or password.'
const DEAD_LINK = 'This link has expired or was already used. Please ask for a new one.'

let site: AccountSite
beforeAll(async () => {
  site = await accountSite()
})
afterAll(() => site.stop())

describe('A-05 a sign-in without scripts', () => {
  test('leads to the origin with query and hash, sets the session, and shows a message on the next page', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const browser = site.browser()
    const origin = encodeURIComponent('/northwall.net/incidents?category=5#list')
    const answer = await post(browser, `/sign-in?origin=${origin}`, { name: email, pass })
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/northwall.net/incidents?category=5#list',
    ])
    expect(answer.headers['cache-control']).toBe(NO_STORE)
    expect([...browser.cookies.keys()]).toEqual(
      expect.arrayContaining(['__Host-candor_session', 'csrf_token', 'logout_token', 'candor_flash']),
    )
    expect(browser.cookies.get('candor_flash')).toBe('signed-in')
    expect((await browser.post('/api/user/details')).statusCode).toBe(200)
  })

  test('without an origin, or with a foreign one, leads home', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    for (const query of [
      '',
      '?origin=//evil.example',
      '?origin=https%3A%2F%2Fevil.example',
      '?origin=/sign-in',
    ]) {
      const answer = await post(site.browser(), `/sign-in${query}`, { name: email, pass })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    }
  })

  test('A-03 that fails shows its page again, with the input but for the password', async () => {
    const name = '"><b>kim@customer.example'
    const answer = await post(site.browser(), '/sign-in?notice=subscribe', { name, pass: '' })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([422, NO_STORE])
    const { alert, body } = read(answer.body)
    expect(alert).toBe('Please enter your Password')
    expect(body).toContain('value="&quot;&gt;&lt;b&gt;kim@customer.example"')
    expect(body).toContain('Please sign in or sign up to receive email notifications from Northwall.')
    expect(errorUnder(body, 'pass')).toBe('Please enter your Password')
    expect(errorUnder(body, 'name')).toBeUndefined()
    expect(autofocused(body)).toMatch(/name="pass"/)
  })

  test('A-02 directs staff to the employee login', async () => {
    const { body, statusCode } = await post(site.browser(), '/sign-in', {
      name: `kim@${STAFF_DOMAIN}`,
      pass: 'Secret1x',
    })
    expect(statusCode).toBe(422)
    expect(read(body).alert).toMatch(/member of Northwall staff.*Employee login below/)
    expect(errorUnder(body, 'name')).toMatch(/Employee login/)
    expect(body).not.toContain('Secret1x')
  })

  test('with a wrong password says so above the form, and no page contains the password', async () => {
    const { email } = await makeAccount(site.database.db)
    const answer = await post(site.browser(), '/sign-in', { name: email, pass: 'Not9-the-password' })
    expect(answer.statusCode).toBe(422)
    expect(read(answer.body).alert).toBe(UNRECOGNISED)
    expect(autofocused(answer.body)).toMatch(/role="alert"/)
    expect(answer.body).not.toContain('Not9-the-password')
    expect(answer.body).toContain(email)
    const next = await site.browser().get('/sign-in')
    expect(next.body).not.toContain(email)
    expect(next.body).not.toContain(UNRECOGNISED)
  })

  test('A-04 is counted per client address, and too many attempts are rejected on the page', async () => {
    const { email } = await makeAccount(site.database.db)
    const browser = site.browser()
    let answer = await post(browser, '/sign-in', { name: email, pass: 'Wrong1' })
    for (let tries = 1; answer.statusCode === 422 && tries < 60; tries++) {
      answer = await post(browser, '/sign-in', { name: email, pass: 'Wrong1' })
    }
    expect(answer.statusCode).toBe(429)
    expect(read(answer.body).alert).toMatch(/Too many/)
    expect((await browser.post('/api/user/login', { name: email, pass: 'Wrong1' })).statusCode).toBe(429)
    const other = await post(site.browser(), '/sign-in', { name: 'nobody@customer.example', pass: 'Wrong1' })
    expect(other.statusCode).toBe(422)
  })
})

describe('A-12 a sign-out without scripts', () => {
  test('ends the session, removes its cookies and leads home with a message', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const browser = site.browser()
    await post(browser, '/sign-in', { name: email, pass })
    const stolen = new Map(browser.cookies)
    expect((await browser.get('/subscribe')).body).toMatch(
      /<noscript>.*<a [^>]*href="\/sign-out".*<\/noscript>/s,
    )
    const answer = await post(browser, '/sign-out', {})
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    expect(answer.headers['cache-control']).toBe(NO_STORE)
    expect(browser.cookies.get('candor_flash')).toBe('signed-out')
    for (const name of ['__Host-candor_session', 'csrf_token', 'logout_token'])
      expect(browser.cookies.has(name)).toBe(false)
    for (const [name, value] of stolen) browser.cookies.set(name, value)
    expect((await browser.post('/api/user/details')).statusCode).toBe(401)
  })

  test('works even without the tokens, and when already signed out', async () => {
    const { email, pass } = await makeAccount(site.database.db)
    const browser = site.browser()
    await post(browser, '/sign-in', { name: email, pass })
    const stolen = new Map(browser.cookies)
    browser.cookies.delete('csrf_token')
    for (let time = 0; time < 2; time++) {
      const answer = await post(browser, '/sign-out', {})
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
      expect(browser.cookies.has('__Host-candor_session')).toBe(false)
    }
    for (const [name, value] of stolen) browser.cookies.set(name, value)
    expect((await browser.post('/api/user/details')).statusCode).toBe(401)
  })
})

describe('A-09 a sign-up without scripts', () => {
  const email = () => `${crypto.randomUUID()}@customer.example`

  test('signs in, leads to the subscriptions, and the next page mentions the mail', async () => {
    const browser = site.browser()
    const fields = { email: email(), pass: 'Fog9 over Lisbon', confirm: 'Fog9 over Lisbon' }
    const answer = await post(browser, '/sign-up', fields)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/subscribe'])
    expect(browser.cookies.get('candor_flash')).toBe('signed-up')
    expect((await browser.post('/api/user/details')).json().data.mail).toEqual([{ value: fields.email }])
  })

  test("A-07 rejects weak passwords, and those that don't match", async () => {
    const { body, statusCode } = await post(site.browser(), '/sign-up', {
      email: 'kim@customer.example',
      pass: 'weak',
      confirm: 'Weak1',
    })
    expect(statusCode).toBe(422)
    expect(errorUnder(body, 'pass')).toBe(
      'Password should be of minimum 5 character & include at least 1 uppercase alphabet and 1 number',
    )
    expect(errorUnder(body, 'confirm')).toBe('The passwords do not match')
    expect(body).toContain('value="kim@customer.example"')
  })

  test('A-07 lists all password rules next to the field, before and after a rejection', async () => {
    const rules =
      'At least 5 characters, one uppercase letter, one number. The most common passwords, such as Password1, are refused.'
    const { uid, email: known } = await makeAccount(site.database.db)
    const reset = await linkFor(site, 'reset-password', { uid, email: known })
    for (const path of ['/sign-up', reset]) {
      expect(describedAt((await site.browser().get(path)).body, 'pass'), path).toEqual([rules])
    }
    const pass = 'Password1'
    const { body } = await post(site.browser(), '/sign-up', { email: email(), pass, confirm: pass })
    expect(describedAt(body, 'pass')).toEqual(['This password is too common. Please choose another.', rules])
  })

  test('A-08 shows a taken address under its field', async () => {
    const { email: taken } = await makeAccount(site.database.db)
    const pass = 'Fog9 over Lisbon'
    const { body, statusCode } = await post(site.browser(), '/sign-up', { email: taken, pass, confirm: pass })
    expect(statusCode).toBe(422)
    expect(errorUnder(body, 'email')).toBe('There is already an account with this email address')
  })

  test("shows the server's password errors under the field", async () => {
    const pass = 'Password1'
    const { body, statusCode } = await post(site.browser(), '/sign-up', {
      email: email(),
      pass,
      confirm: pass,
    })
    expect(statusCode).toBe(422)
    expect(errorUnder(body, 'pass')).toMatch(/common/i)
  })
})

describe('A-16 a forgotten password without scripts', () => {
  test('leads to the same page whether or not there is an account', async () => {
    const { email } = await makeAccount(site.database.db)
    for (const asked of [email, 'nobody@customer.example']) {
      const answer = await post(site.browser(), '/user/password', { email: asked })
      expect([answer.statusCode, answer.headers.location]).toEqual([303, '/user/password?notice=sent'])
      expect(answer.cookies).toEqual([])
    }
    expect(read((await site.app.inject('/user/password?notice=sent')).body).text).toContain(
      'If there is an account with that email address',
    )
  })

  test('needs an address', async () => {
    const { body } = await post(site.browser(), '/user/password', {})
    expect(errorUnder(body, 'email')).toBe('Please enter your Email')
  })

  test('is set by the link, signs out everywhere and leads to sign-in; the link works once', async () => {
    const account = await makeAccount(site.database.db)
    const browser = site.browser()
    await post(browser, '/sign-in', { name: account.email, pass: account.pass })
    const path = await linkFor(site, 'reset-password', account)
    const pass = 'Rain8 over Porto'
    const refused = await post(browser, path, { pass, confirm: 'else' })
    expect(refused.statusCode).toBe(422)
    expect(errorUnder(refused.body, 'confirm')).toBe('The passwords do not match')
    const answer = await post(browser, path, { pass, confirm: pass })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/sign-in?notice=password-set'])
    expect(browser.cookies.has('csrf_token')).toBe(false)
    expect((await browser.post('/api/user/details')).statusCode).toBe(401)
    const again = await post(browser, path, { pass, confirm: pass })
    expect([again.statusCode, read(again.body).alert]).toEqual([422, DEAD_LINK])
    expect(read(again.body).text).toContain('Ask for a new link')
    expect((await post(browser, '/sign-in', { name: account.email, pass })).statusCode).toBe(303)
  })
})
