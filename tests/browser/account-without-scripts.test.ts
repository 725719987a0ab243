import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type LinkPurpose, makeOneTimeLink } from '../../src/accounts/links/one-time-link.ts'
import { makeAccount } from '../support/make-account.ts'
import { addressOf, type PageOptions, soon, testBrowser, untilAlive } from './browser.ts'
import { PATH } from './demo-site.ts'
import { focused, formOf, signInWith } from './form-parts.ts'
import { heldBack } from './held-back.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { toastOf } from './signed-in.ts'

const browser = testBrowser()
const site = sharedSite('readers')

const javaScript = false
const PASS = 'Fog9 over Lisbon'

const open = (path: string, options: PageOptions = {}) =>
  browser.open(path, { siteUrl: site().url, javaScript, ...options })

test('A-02, A-03, A-05, G-19, A-12 without scripts: errors appear at the field, sign-in leads back, and sign-out ends the session', async () => {
  const { uid, email, pass } = await makeAccount(site().db)
  const origin = encodeURIComponent(`${PATH.faq}?search=data+center`)
  // The hash stays in the URL; the server never sees it.
  const page = await open(`/sign-in?notice=subscribe&origin=${origin}#top`, { expects: [/status of 422/] })
  await signInWith(page, { name: 'kim@northwall.example', pass: 'Fog9' })
  const { alert, field, errorUnder, submit } = formOf(page)
  await soon(() => alert.textContent()).toMatch(/member of Northwall staff/)
  expect(await field('Email or username').inputValue()).toBe('kim@northwall.example')
  expect(await field('Password').inputValue()).toBe('')
  expect(await errorUnder('Email or username')).toMatch(/Employee login below/)
  expect(addressOf(page)).toContain('/sign-in?notice=subscribe')
  await soon(() => focused(page)).toBe('name')
  expect(await page.getByRole('button', { name: 'Show Password' }).isVisible()).toBe(false)

  await signInWith(page, { name: email, pass })
  await page.waitForURL('**/faq**')
  expect(addressOf(page)).toBe(`${PATH.faq}?search=data+center#top`)
  expect(await cookieNames(page)).toContain('candor_session')

  // Shared pages don't offer it: they don't know who is signed in.
  expect(await page.getByRole('link', { name: 'Sign out' }).count()).toBe(0)
  await page.goto('/subscribe')
  await shellOf(page).main.getByRole('link', { name: 'Sign out' }).click()
  await soon(() => shellOf(page).heading.textContent()).toBe('Sign Out')
  await submit.click()
  await page.waitForURL(`**${PATH.home}`)
  const cookies = await cookieNames(page)
  for (const name of ['candor_session', 'csrf_token', 'logout_token']) expect(cookies).not.toContain(name)
  const sessions = site().db.selectFrom('sessions').where('user_id', '=', uid).select('id')
  expect(await sessions.execute()).toEqual([])
  await page.goto('/sign-in')
  expect(await page.getByRole('link', { name: 'Sign out' }).count()).toBe(0)
})

test('A-07, A-09, A-11, A-16 without scripts: sign-up, password reset by link and address verification', async () => {
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
  expect(await cookieNames(page)).toContain('candor_session')

  await page.goto(await linkFor('verify-email', email))
  await submit.click()
  await page.waitForURL('**/thank-you')

  await page.goto('/user/password')
  await field('Email').fill(email)
  await submit.click()
  await page.waitForURL('**/user/password?notice=sent')
  expect(await shellOf(page).heading.textContent()).toBe('Check your email')
  await page.goto(await linkFor('reset-password', email))
  await field('New password').fill('Rain8 over Porto')
  await field('Confirm new password').fill('Rain8 over Porto')
  await submit.click()
  await page.waitForURL('**/sign-in?notice=password-set')
  await signInWith(page, { name: email, pass: 'Rain8 over Porto' })
  await page.waitForURL(`**${PATH.home}`)
})

describe('while the scripts are still loading', () => {
  test("a form can be submitted, and the server's messages stay when the scripts arrive", async () => {
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

  test('a one-time message appears on the next page', async () => {
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

async function cookieNames(page: Page) {
  return (await page.context().cookies()).map(({ name }) => name)
}

async function linkFor(purpose: LinkPurpose, email: string) {
  const { db, url } = site()
  const { id } = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirstOrThrow()
  const of = { purpose, userId: id, email, publicUrl: url, now: new Date() }
  return (await makeOneTimeLink(db, of)).link
}
