import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type LinkPurpose, makeOneTimeLink } from '../../src/accounts/links/one-time-link.ts'
import { isShort, sized } from '../size.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { focused, formOf, signInWith } from './form-parts.ts'
import { heldBack } from './held-back.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, toastOf } from './signed-in.ts'

const browser = testBrowser()
const site = sharedSite('readers')

const PASS = 'Rain8 over Porto'
const DEAD_LINK = 'This link has expired or was already used. Please ask for a new one.'
const REFUSED = /status of 422/

const open = (path: string, options: PageOptions = {}) =>
  browser.open(path, { siteUrl: site().url, ...options })

async function linkFor(purpose: LinkPurpose, { uid, email }: Pick<TestAccount, 'uid' | 'email'>) {
  const { db, url } = site()
  const of = { purpose, userId: uid, email, publicUrl: url, now: new Date() }
  return (await makeOneTimeLink(db, of)).link.slice(url.length)
}

test('A-16, A-05 forgotten password: an invalid address gets an error, and any other address the same answer; a retry clears the error, and nothing shifts', async () => {
  const { email } = await makeAccount(site().db)
  const page = await open('/user/password', { expects: [REFUSED, ...(isShort ? [] : [/status of 502/])] })
  const { alert, field, submit, errorUnder } = formOf(page)
  await submit.click()
  await soon(() => errorUnder('Email')).toBe('Please enter your Email')
  await field('Email').fill('kim')
  await submit.click()
  await soon(() => errorUnder('Email')).toBe('Please enter a valid email address')
  expect(await field('Email').inputValue()).toBe('kim')

  // In the short run: sign-in.test.ts for calls that fail, password-reset.test.ts for one answer to all.
  if (isShort) return
  const place = await submit.boundingBox()
  await page.route('**/api/user/password', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  const asked = await heldBack(page, '**/api/user/password')
  await field('Email').fill('kim@customer.example')
  await submit.click()
  await soon(() => submit.textContent()).toBe('Sending…')
  const said = shellOf(page).main.getByText('Please enter a valid email address')
  expect(await said.count()).toBe(2)
  for (const each of await said.all()) expect(await each.isVisible()).toBe(false)
  expect(await field('Email').evaluate((input) => getComputedStyle(input).boxShadow)).toBe('none')
  expect((await submit.boundingBox())?.y).toBe(place?.y)
  asked.release()
  // A proxy's own error page is not shown.
  await soon(() => alert.textContent()).toBe('We can’t reach the site right now. Please try again.')
  await soon(() => focused(page)).toBe('alert')
  await page.unroute('**/api/user/password')

  const texts: (string | null)[] = []
  for (const asked of [email, 'nobody@customer.example']) {
    await goTo(page, '/user/password')
    await field('Email').fill(asked)
    await submit.click()
    await soon(() => addressOf(page)).toBe('/user/password?notice=sent')
    const { heading, main } = shellOf(page)
    await soon(() => heading.textContent()).toBe('Check your email')
    await soon(() => focused(page)).toBe('status')
    texts.push(await main.textContent())
  }
  expect(texts[0]).toContain('If there is an account with that email address')
  expect(texts[1]).toBe(texts[0])
})

test('A-11, A-16, A-17 mail links verify an address, confirm a new one and reset the password by button; the token leaves the URL, and after a reset the user signs in again', async () => {
  const account = await makeAccount(site().db, { isVerified: false })
  const verifying = await linkFor('verify-email', account)
  const page = await open(verifying)
  expect(await isVerified(account)).toBe(false)
  await formOf(page).submit.click()
  await soon(() => addressOf(page)).toBe('/thank-you')
  await toastOf(page, 'Your email address is verified.').waitFor()
  expect(await isVerified(account)).toBe(true)
  expect(await addressesBehind(page)).not.toContain(verifying)

  const email = `new-${account.email}`
  await enterAs(page, site(), account)
  await goTo(page, await linkFor('change-email', { ...account, email }))
  await formOf(page).submit.click()
  await toastOf(page, 'Your new email address is confirmed.').waitFor()
  await page.locator(`header summary[title="${email}"]`).waitFor()
  await soon(() => addressOf(page)).toBe(`/user/${account.uid}/edit`)

  const link = await linkFor('reset-password', { ...account, email })
  await goTo(page, link)
  const { field, submit, errorUnder } = formOf(page)
  await submit.click()
  await soon(() => errorUnder('New password')).toBe('Please enter your Password')
  await field('New password').fill(PASS)
  await field('Confirm new password').fill('else')
  await submit.click()
  await soon(() => errorUnder('Confirm new password')).toBe('The passwords do not match')
  expect(await field('New password').inputValue()).toBe(PASS)
  await field('Confirm new password').fill(PASS)
  await submit.click()
  await soon(() => addressOf(page)).toBe('/sign-in?notice=password-set')
  await shellOf(page).main.getByText('Your new password is set. Please sign in with it.').waitFor()
  expect(await page.getByText('Your session has ended').count()).toBe(0)
  expect(await addressesBehind(page)).not.toContain(link)
  await signInWith(page, { name: email, pass: PASS })
  await toastOf(page, 'You have successfully logged in!').waitFor()
})

// In the short run: password-reset.test.ts and verification.test.ts use links twice.
test.skipIf(isShort)('A-11, A-16 a used or truncated link says so and what to do', async () => {
  const page = await open(`/user/password/reset?token=${'x'.repeat(43)}`, {
    reducedMotion: true,
    expects: [REFUSED],
  })
  const { field, submit, alert, link } = formOf(page)
  await field('New password').fill(PASS)
  await field('Confirm new password').fill(PASS)
  await submit.click()
  await soon(() => alert.textContent()).toBe(DEAD_LINK)
  await soon(() => focused(page)).toBe('alert')
  // The pages of forms are among all pages that axe checks; the sign-in has one with errors.
  expect(await axeInDetail(page)).toEqual([])
  await link('Ask for a new link').click()
  await soon(() => addressOf(page)).toBe('/user/password')

  await goTo(page, `/user/verify?token=${'x'.repeat(43)}`)
  await submit.click()
  await soon(() => alert.textContent()).toBe(DEAD_LINK)
  expect(await link('Sign in for a new one').getAttribute('href')).toBe('/sign-in?origin=%2Fsubscribe')
  await goTo(page, '/user/verify?token=')
  expect(await alert.textContent()).toContain('This link is incomplete.')
  expect(await submit.count()).toBe(0)
})

const LINKS = sized({
  // The short run checks only the page of a used link.
  short: [],
  long: [390, 800, 1440].map((width) => ({
    width,
    paths: ['/user/password/reset', '/user/verify', '/user/email/confirm', '/user/staff-link'],
  })),
})

test.each(LINKS)('axe finds nothing on the pages of mail links at $width px', async ({ width, paths }) => {
  const page = await browser.newPage({ siteUrl: site().url, width, reducedMotion: true })
  for (const path of paths) {
    await goTo(page, `${path}?token=${'x'.repeat(43)}`)
    expect(await axeViolations(page), path).toEqual([])
  }
})

async function addressesBehind(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { entries } = await session.send('Page.getNavigationHistory')
  return entries.map(({ url }) => url.slice(site().url.length))
}

async function isVerified({ uid }: TestAccount) {
  const { email_verified_at } = await site()
    .db.selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', uid)
    .executeTakeFirstOrThrow()
  return email_verified_at !== null
}
