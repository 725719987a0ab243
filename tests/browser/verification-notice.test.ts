import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeOneTimeLink } from '../../src/accounts/links/one-time-link.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { formOf } from './form-parts.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, untilQuiet } from './signed-in.ts'

const site = ownSite()
const browser = testBrowser()

const SENTENCE = 'If you can not find the email, click here to resend the verification email.'
const SENT_AGAIN = /verification email again/

describe('A-11 an account whose address is not verified', () => {
  test.each([390, 1440])('is told so under the header of every page, at %i px', async (width) => {
    const email = `${width}.maximiliane.von-und-zu-hohenlohe.operations@customer.example`
    const { page } = await openUnverified(PATH.home, { width, reducedMotion: true }, { email })
    const text = await noticeOf(page).innerText()
    expect(text.replace(/\s+/g, ' ')).toMatch(/verif.*\. If you can not find/)
    expect(text).toContain(SENTENCE)
    expect(text).toContain(email)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await soon(() => addressOf(page)).toBe(PATH.incidents)
    expect(await noticeOf(page).isVisible()).toBe(true)
    expect(await axeViolations(page)).toEqual([])
  })

  test('can have the mail sent again, which is confirmed for 10 s', async () => {
    const { page } = await openUnverified(PATH.home, {}, { hasClock: true })
    await resend(page)
    const sent = noticeOf(page).getByText(SENT_AGAIN)
    await sent.waitFor()
    await page.clock.fastForward(9_000)
    expect(await sent.count()).toBe(1)
    await page.clock.fastForward(2_000)
    await soon(() => sent.count()).toBe(0)
    expect(await noticeOf(page).innerText()).toContain(SENTENCE)
  })

  test('is told when that fails, and the confirmation of the last time goes', async () => {
    const { page } = await openUnverified(PATH.home, { expects: [/status of 429/] })
    await resend(page)
    await noticeOf(page).getByText(SENT_AGAIN).waitFor()
    await page.route('**/api/resend/verification', (route) =>
      route.fulfill({ status: 429, json: { message: 'Too many attempts.' } }),
    )
    await resend(page)
    await soon(() => noticeOf(page).getByRole('alert').innerText()).toBe('Too many attempts.')
    expect(await noticeOf(page).getByText(SENT_AGAIN).count()).toBe(0)
  })

  test('is told in plain words that the page is older than the session', async () => {
    const { page } = await openUnverified(PATH.home, { expects: [/status of 403/] })
    await page
      .context()
      .addCookies([{ url: site().url, name: 'csrf_token', value: 'x'.repeat(43), sameSite: 'Lax' }])
    await resend(page)
    const alert = noticeOf(page).getByRole('alert')
    await soon(() => alert.innerText()).toBe('This page is out of date. Please load it again.')
  })

  test('is told nothing any more after the button of the link, on the very next page', async () => {
    const { page, uid, email } = await openUnverified(PATH.home)
    const { db, url } = site()
    const of = { purpose: 'verify-email' as const, userId: uid, email, publicUrl: url, now: new Date() }
    await goTo(page, (await makeOneTimeLink(db, of)).link.slice(url.length))
    await noticeOf(page).waitFor()
    await formOf(page).submit.click()
    await soon(() => addressOf(page)).toBe('/thank-you')
    await soon(() => noticeOf(page).count()).toBe(0)
  })

  test('is told nothing any more once it is verified', async () => {
    const { page, uid } = await openUnverified(PATH.home)
    await site()
      .db.updateTable('users')
      .where('id', '=', uid)
      .set({ email_verified_at: new Date() })
      .execute()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await soon(() => noticeOf(page).count()).toBe(0)
  })
})

test('A-11 who has verified the address, or is not signed in, is told nothing', async () => {
  const visitor = await browser.open(PATH.home, { siteUrl: site().url })
  expect(await noticeOf(visitor).count()).toBe(0)
  const page = await browser.newPage({ siteUrl: site().url })
  const { uid, email } = await makeAccount(site().db)
  await enterAs(page, site(), { uid })
  await goTo(page, PATH.home)
  await page.locator(`header summary[title="${email}"]`).waitFor()
  expect(await noticeOf(page).count()).toBe(0)
})

function noticeOf(page: Page) {
  return page.getByRole('region', { name: 'Your account' })
}

async function resend(page: Page) {
  await noticeOf(page).getByRole('button', { name: 'click here' }).click()
}

async function openUnverified(
  path: string,
  options: PageOptions = {},
  { hasClock = false, ...account }: { hasClock?: boolean; email?: string } = {},
) {
  const { uid, email } = await makeAccount(site().db, { ...account, isVerified: false })
  const page = await browser.newPage({ siteUrl: site().url, movesClock: hasClock, ...options })
  await enterAs(page, site(), { uid })
  if (hasClock) await page.clock.install()
  await goTo(page, path)
  if (hasClock) await untilQuiet(page)
  await noticeOf(page).waitFor()
  return { page, uid, email }
}
