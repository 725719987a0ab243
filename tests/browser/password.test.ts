import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type LinkPurpose, makeOneTimeLink } from '../../src/accounts/links/one-time-link.ts'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, type PageOptions, soon, testBrowser } from './browser.ts'
import { focused, formOf, signInWith } from './form-parts.ts'
import { heldBack } from './held-back.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, toastOf } from './signed-in.ts'

const browser = testBrowser()
const site = ownSite()

const PASS = 'Rain8 over Porto'
const DEAD_LINK = 'This link has expired or was used before. Please ask for a new one.'
const REFUSED = /status of 422/

const open = (path: string, options: PageOptions = {}) =>
  browser.open(path, { siteUrl: site().url, ...options })

async function linkFor(purpose: LinkPurpose, { uid, email }: Pick<TestAccount, 'uid' | 'email'>) {
  const { db, url } = site()
  const of = { purpose, userId: uid, email, publicUrl: url, now: new Date() }
  return (await makeOneTimeLink(db, of)).link.slice(url.length)
}

describe('A-16 who forgot the password', () => {
  test('hears the same for every address, and where the link will be', async () => {
    const { email } = await makeAccount(site().db)
    const texts: (string | null)[] = []
    for (const asked of [email, 'nobody@customer.example']) {
      const page = await open('/user/password')
      const { field, submit } = formOf(page)
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

  test('is told what is wrong with the address, and can ask again', async () => {
    const page = await open('/user/password', { expects: [REFUSED] })
    const { field, submit, errorUnder } = formOf(page)
    await submit.click()
    await soon(() => errorUnder('Email')).toBe('Please enter your Email')
    await field('Email').fill('kim')
    await submit.click()
    await soon(() => errorUnder('Email')).toBe('Please enter a valid email address')
    expect(await field('Email').inputValue()).toBe('kim')
  })

  test('sets another by the link, is signed out here, and signs in with it', async () => {
    const account = await makeAccount(site().db)
    const link = await linkFor('reset-password', account)
    const page = await open('/thank-you')
    await enterAs(page, site(), account)
    await page.goto(link)
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
    await signInWith(page, { name: account.email, pass: PASS })
    await toastOf(page, 'You have successfully logged in!').waitFor()
  })

  test('by a link that was used is told so, and can ask for a new one', async () => {
    const page = await open(`/user/password/reset?token=${'x'.repeat(43)}`, { expects: [REFUSED] })
    const { field, submit, alert, link } = formOf(page)
    await field('New password').fill(PASS)
    await field('Confirm new password').fill(PASS)
    await submit.click()
    await soon(() => alert.textContent()).toBe(DEAD_LINK)
    expect(await focused(page)).toBe('alert')
    await link('Ask for a new link').click()
    await soon(() => addressOf(page)).toBe('/user/password')
  })
})

test('A-05 what was refused is not said any more while it is tried again, and nothing moves meanwhile', async () => {
  const page = await open('/user/password', { expects: [/status of 502/] })
  const { alert, field, submit } = formOf(page)
  await submit.click()
  await alert.waitFor()
  const place = await submit.boundingBox()
  await page.route('**/api/user/password', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  )
  const asked = await heldBack(page, '**/api/user/password')
  await field('Email').fill('kim@customer.example')
  await submit.click()
  await soon(() => submit.textContent()).toBe('Sending…')
  const said = shellOf(page).main.getByText('Please enter your Email')
  expect(await said.count()).toBe(2)
  for (const each of await said.all()) expect(await each.isVisible()).toBe(false)
  expect(await field('Email').evaluate((input) => getComputedStyle(input).boxShadow)).toBe('none')
  expect((await submit.boundingBox())?.y).toBe(place?.y)
  asked.release()
  // A proxy's own page is nothing to show to anybody.
  await soon(() => alert.textContent()).toBe('The site cannot be reached at the moment. Please try again.')
  expect(await focused(page)).toBe('alert')
})

describe('A-11 the link of a verification mail', () => {
  test('verifies by its button, and the token leaves the address', async () => {
    const account = await makeAccount(site().db, { isVerified: false })
    const link = await linkFor('verify-email', account)
    const page = await open(link)
    expect(await isVerified(account)).toBe(false)
    await formOf(page).submit.click()
    await soon(() => addressOf(page)).toBe('/thank-you')
    await toastOf(page, 'Your email address is verified.').waitFor()
    expect(await isVerified(account)).toBe(true)
    expect(await addressesBehind(page)).not.toContain(link)
  })

  test('that was used says so, and what to do', async () => {
    const page = await open(`/user/verify?token=${'x'.repeat(43)}`, { expects: [REFUSED] })
    const { alert, submit, link } = formOf(page)
    await submit.click()
    await soon(() => alert.textContent()).toBe(DEAD_LINK)
    expect(await link('Sign in for a new one').getAttribute('href')).toBe('/sign-in?origin=%2Fsubscribe')
  })

  test('that was cut off says so', async () => {
    const page = await open('/user/verify?token=')
    const { alert, submit } = formOf(page)
    expect(await alert.textContent()).toContain('This link is not complete.')
    expect(await submit.count()).toBe(0)
  })
})

test('A-17 the link to a new address confirms it by its button', async () => {
  const account = await makeAccount(site().db)
  const email = `new-${account.email}`
  const page = await open('/thank-you')
  await enterAs(page, site(), account)
  await page.goto(await linkFor('change-email', { ...account, email }))
  await formOf(page).submit.click()
  await toastOf(page, 'Your new email address is confirmed.').waitFor()
  await page.locator(`header summary[title="${email}"]`).waitFor()
  await soon(() => addressOf(page)).toBe(`/user/${account.uid}/edit`)
})

test.each([390, 800, 1440])('axe finds nothing on a link that does not work, at %i px', async (width) => {
  for (const path of ['/user/password/reset', '/user/verify', '/user/email/confirm', '/user/staff-link']) {
    const page = await open(`${path}?token=${'x'.repeat(43)}`, { width, reducedMotion: true })
    expect(await axeViolations(page), path).toEqual([])
  }
})

/** What the back button could lead to. */
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
