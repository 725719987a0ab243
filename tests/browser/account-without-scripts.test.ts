import { describe, expect, test } from 'vitest'
import { makeOneTimeLink } from '../../src/accounts/links/one-time-link.ts'
import { makeAccount } from '../support/make-account.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { focused, formOf, signInWith } from './form-parts.ts'
import { heldBack } from './held-back.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, toastOf } from './signed-in.ts'

const browser = testBrowser()
const site = ownSite()

const javaScript = false
const PASS = 'Fog9 over Lisbon'

const open = (path: string, options: PageOptions = {}) =>
  browser.open(path, { siteUrl: site().url, javaScript, ...options })

describe('without scripts', () => {
  test('A-05, G-19 signing in leads back to where the reader was, with query and hash', async () => {
    const { email, pass } = await makeAccount(site().db)
    for (const [query, hash] of [
      ['%23top', ''],
      ['', '#top'],
    ]) {
      const page = await open(
        `/sign-in?origin=${encodeURIComponent(`${PATH.faq}?search=data+center`)}${query}${hash}`,
      )
      await signInWith(page, { name: email, pass })
      await page.waitForURL('**/faq**')
      expect(addressOf(page)).toBe(`${PATH.faq}?search=data+center#top`)
      expect((await page.context().cookies()).map(({ name }) => name)).toContain('candor_session')
    }
  })

  test('A-02, A-03, A-05 what is wrong is told on the page again, at the field, and nothing but the password is lost', async () => {
    const page = await open('/sign-in?notice=subscribe', { expects: [/status of 422/] })
    await signInWith(page, { name: 'kim@northwall.example', pass: 'Fog9' })
    const { alert, field, errorUnder } = formOf(page)
    await soon(() => alert.textContent()).toMatch(/member of Northwall staff/)
    expect(await field('Email or username').inputValue()).toBe('kim@northwall.example')
    expect(await field('Password').inputValue()).toBe('')
    expect(await errorUnder('Email or username')).toMatch(/Employee login below/)
    expect(addressOf(page)).toBe('/sign-in?notice=subscribe')
    await soon(() => focused(page)).toBe('name')
    expect(await page.getByRole('button', { name: 'Show Password' }).isVisible()).toBe(false)
  })

  test('A-07, A-09 signing up leads to the subscriptions, once all is right', async () => {
    const page = await open('/sign-up', { expects: [/status of 422/] })
    const { field, submit, errorUnder } = formOf(page)
    const email = `${crypto.randomUUID()}@customer.example`
    await field('Email').fill(email)
    await field('Password').fill('weak')
    await field('Confirm Password').fill('weak')
    await submit.click()
    await soon(() => errorUnder('Password')).toMatch(/^Password should be of minimum 5 character/)
    expect(await field('Email').inputValue()).toBe(email)
    await field('Password').fill(PASS)
    await field('Confirm Password').fill(PASS)
    await submit.click()
    await page.waitForURL('**/subscribe')
    expect((await page.context().cookies()).map(({ name }) => name)).toContain('candor_session')
  })

  test('A-16 a password is forgotten, set anew by the link, and used', async () => {
    const account = await makeAccount(site().db)
    const page = await open('/user/password')
    const { field, submit } = formOf(page)
    await field('Email').fill(account.email)
    await submit.click()
    await page.waitForURL('**/user/password?notice=sent')
    expect(await shellOf(page).heading.textContent()).toBe('Check your email')

    const { db, url } = site()
    const { link } = await makeOneTimeLink(db, {
      purpose: 'reset-password',
      userId: account.uid,
      email: account.email,
      publicUrl: url,
      now: new Date(),
    })
    await page.goto(link)
    await field('New password').fill('Rain8 over Porto')
    await field('Confirm new password').fill('Rain8 over Porto')
    await submit.click()
    await page.waitForURL('**/sign-in?notice=password-set')
    await signInWith(page, { name: account.email, pass: 'Rain8 over Porto' })
    await page.waitForURL(`**${PATH.home}`)
  })

  test('A-11 an address is verified by the button of its page', async () => {
    const { uid, email } = await makeAccount(site().db, { isVerified: false })
    const { db, url } = site()
    const of = { purpose: 'verify-email' as const, userId: uid, email, publicUrl: url, now: new Date() }
    const page = await open((await makeOneTimeLink(db, of)).link.slice(url.length))
    await formOf(page).submit.click()
    await page.waitForURL('**/thank-you')
  })

  test('A-12 whoever is signed in can sign out from every page, and is not signed in any more', async () => {
    const { uid, email, pass } = await makeAccount(site().db)
    const page = await open('/sign-in')
    await signInWith(page, { name: email, pass })
    await page.waitForURL(`**${PATH.home}`)
    await shellOf(page).footer.getByRole('link', { name: 'Sign out' }).click()
    expect(await shellOf(page).heading.textContent()).toBe('Sign Out')
    await formOf(page).submit.click()
    await page.waitForURL(`**${PATH.home}`)
    const cookies = (await page.context().cookies()).map(({ name }) => name)
    for (const name of ['candor_session', 'csrf_token', 'logout_token']) expect(cookies).not.toContain(name)
    const sessions = site().db.selectFrom('sessions').where('user_id', '=', uid).select('id')
    expect(await sessions.execute()).toEqual([])
    await page.goto('/sign-in')
    expect(await formOf(page).link('Sign out').getAttribute('href')).toBe('/sign-out')
  })
})

describe('while the scripts are still on their way', () => {
  test('a form can be sent, and what the server says stays when they come', async () => {
    const page = await browser.newPage({ siteUrl: site().url, expects: [/status of 422/] })
    const scripts = await heldBack(page, '**/assets/*.js')
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await signInWith(page, { name: 'kim@customer.example', pass: '' })
    const { alert, field, errorUnder } = formOf(page)
    await soon(() => alert.textContent()).toBe('Please enter your Password')
    await field('Password').fill('Typed before')
    scripts.release()
    await untilAlive(page)
    expect(await alert.textContent()).toBe('Please enter your Password')
    expect(await errorUnder('Password')).toBe('Please enter your Password')
    expect(await field('Email or username').inputValue()).toBe('kim@customer.example')
    expect(await field('Password').inputValue()).toBe('Typed before')
  })

  test('what was said once is said by the next page', async () => {
    const { email, pass } = await makeAccount(site().db)
    const page = await browser.newPage({ siteUrl: site().url })
    await page.route('**/assets/*.js', (route) =>
      new URL(page.url()).pathname === '/sign-in' ? route.abort('aborted') : route.continue(),
    )
    await page.goto('/sign-in')
    await signInWith(page, { name: email, pass })
    await toastOf(page, 'You have successfully logged in!').waitFor()
  })
})

test('A-12, N-09 with scripts the page to sign out does it as the menu does', async () => {
  const { uid } = await makeAccount(site().db)
  const page = await browser.newPage({ siteUrl: site().url })
  await enterAs(page, site(), { uid })
  await goTo(page, '/sign-out')
  expect(await shellOf(page).footer.getByRole('link', { name: 'Sign out' }).count()).toBe(0)
  await formOf(page).submit.click()
  await toastOf(page, 'You have successfully logged out!').waitFor()
  await soon(() => addressOf(page)).toBe(PATH.home)
})
