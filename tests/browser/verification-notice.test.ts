import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeOneTimeLink } from '../../src/accounts/links/one-time-link.ts'
import { isShort } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeInDetail } from './axe.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { formOf } from './form-parts.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, untilQuiet } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const SENTENCE = 'If you can not find the email, click here to resend the verification email.'
const SENT_AGAIN = /verification email again/

test('A-11 an account with an unverified address sees a notice on every page and can have the mail sent again', async () => {
  const page = await browser.newPage({
    siteUrl: site().url,
    reducedMotion: true,
    movesClock: true,
    expects: isShort ? [] : [/status of 429/, /status of 403/],
  })
  await page.clock.install()
  const local = `${crypto.randomUUID()}.von-und-zu-hohenlohe`
  const { uid, email } = await makeAccount(site().db, {
    email: `${local}@customer.example`,
    isVerified: false,
  })
  await enterAs(page, site(), { uid })
  await goTo(page, PATH.home)
  await noticeOf(page).waitFor()
  const text = await noticeOf(page).innerText()
  expect(text.replace(/\s+/g, ' ')).toMatch(/verif.*\. If you can not find/)
  expect(text).toContain(SENTENCE)
  expect(text).toContain(email)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
  await soon(() => addressOf(page)).toBe(PATH.incidents)
  expect(await noticeOf(page).isVisible()).toBe(true)

  // The confirmation is shown for 10 s. The clock is stopped, so a slow machine uses none of them.
  await untilQuiet(page)
  await page.clock.pauseAt(Date.now() + 60_000)
  await resend(page)
  const sent = noticeOf(page).getByText(SENT_AGAIN)
  await sent.waitFor()
  await page.clock.runFor(9_000)
  expect(await sent.count()).toBe(1)
  await page.clock.runFor(2_000)
  await soon(() => sent.count()).toBe(0)
  expect(await noticeOf(page).innerText()).toContain(SENTENCE)

  if (!isShort) await seeRefusals(page)
  await page.clock.resume()

  const { db, url } = site()
  const of = { purpose: 'verify-email' as const, userId: uid, email, publicUrl: url, now: new Date() }
  await goTo(page, (await makeOneTimeLink(db, of)).link.slice(url.length))
  await noticeOf(page).waitFor()
  if (!isShort) expect(await axeInDetail(page)).toEqual([])
  await formOf(page).submit.click()
  await soon(() => addressOf(page)).toBe('/thank-you')
  await soon(() => noticeOf(page).count()).toBe(0)
})

/** In the short run: verification.test.ts. */
async function seeRefusals(page: Page) {
  const sent = noticeOf(page).getByText(SENT_AGAIN)
  await resend(page)
  await sent.waitFor()
  await page.route('**/api/resend/verification', (route) =>
    route.fulfill({ status: 429, json: { message: 'Too many attempts.' } }),
  )
  await resend(page)
  const alert = noticeOf(page).getByRole('alert')
  await soon(() => alert.innerText()).toBe('Too many attempts.')
  expect(await sent.count()).toBe(0)
  await page.unroute('**/api/resend/verification')
  await page.clock.resume()

  // A page older than the session says so.
  const cookies = await page.context().cookies()
  const own = cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
  const setCsrf = (value: string) =>
    page.context().addCookies([{ url: site().url, name: 'csrf_token', value, sameSite: 'Lax' }])
  await setCsrf('x'.repeat(43))
  await resend(page)
  await soon(() => alert.innerText()).toBe('This page is out of date. Please reload it.')
  await setCsrf(own)
}

function noticeOf(page: Page) {
  return page.getByRole('region', { name: 'Your account' })
}

async function resend(page: Page) {
  await noticeOf(page).getByRole('button', { name: 'click here' }).click()
}
