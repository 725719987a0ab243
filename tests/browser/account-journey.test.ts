import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { linkIn, mailServer } from '../support/mail-server.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { formOf, signInWith } from './form-parts.ts'
import { ownSite } from './own-site.ts'
import { sectionOf } from './settings-parts.ts'
import { clickInside } from './shell.ts'
import { toastOf } from './signed-in.ts'

// Must start before the site, which needs to know its mail server.
const mail = isShort ? undefined : await mailServer()
afterAll(() => mail?.stop())

const browser = testBrowser()
const site = ownSite({ SMTP_URL: mail?.url ?? '' })

const PASS = 'Fog9 over Lisbon'
const NEW_PASS = 'Sun7 over Porto'

/**
 * in one journey: every mail is opened as it arrived. In the short run `sign-up.test.ts`,
 * `password.test.ts`, `sign-out.test.ts` and `settings.test.ts` cover its steps, and integration tests the
 * links in mails of a real server.
 */
test.skipIf(isShort)(
  'A-09, A-11, A-05, A-17, N-09, A-16 from sign-up to a new password, through a real mail server',
  async () => {
    const email = `${crypto.randomUUID()}@customer.example`
    const page = await browser.open(PATH.home, { siteUrl: site().url, expects: [/status of 422/] })

    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await formOf(page).link('Sign Up').click()
    const signUp = formOf(page)
    await signUp.field('Confirm Password').waitFor()
    await signUp.field('Email').fill(email)
    await signUp.field('Password').fill(PASS)
    await signUp.field('Confirm Password').fill(PASS)
    await signUp.submit.click()
    await soon(() => addressOf(page)).toBe('/subscribe')
    await page
      .getByText('If you can not find the email, click here to resend the verification email.')
      .waitFor()

    const verification = await mailTo(email)
    expect(verification.parsed.html).toContain(linkIn(verification).href.replaceAll('&', '&amp;'))
    await openLink(page, linkIn(verification))
    await formOf(page).submit.click()
    await soon(() => addressOf(page)).toBe('/thank-you')
    await page.getByText('Congratulations! You have successfully completed the sign up process.').waitFor()
    await soon(() => page.getByText('If you can not find the email').count()).toBe(0)

    await signOut(page, email)
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await signInWith(page, { name: email.toUpperCase(), pass: PASS })
    await toastOf(page, 'You have successfully logged in!').waitFor()
    await soon(() => addressOf(page)).toBe(PATH.home)

    await clickInside(menuOf(page, email), page.getByRole('link', { name: 'Settings', exact: true }))
    const zone = sectionOf(page, 'Time zone')
    await zone.field('Time zone').selectOption('Asia/Tokyo')
    await zone.button('Save time zone').click()
    await soon(() => zone.text()).toContain('Times are now shown in')
    await signOut(page, email)

    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await formOf(page).link('Forgot Password').click()
    const forgot = formOf(page)
    await forgot.field('Email').fill(email)
    await forgot.submit.click()
    await openLink(page, linkIn(await mailTo(email, 2)))
    const reset = formOf(page)
    await reset.field('New password').fill(NEW_PASS)
    await reset.field('Confirm new password').fill(NEW_PASS)
    await reset.submit.click()
    await page.getByText('Your new password is set. Please sign in with it.').waitFor()
    await signInWith(page, { name: email, pass: PASS })
    await formOf(page).alert.waitFor()
    await signInWith(page, { name: email, pass: NEW_PASS })
    await toastOf(page, 'You have successfully logged in!').waitFor()
    expect((await mailTo(email, 3)).parsed.subject).toMatch(/password/i)
  },
)

async function mailTo(email: string, count?: number) {
  if (mail === undefined) throw new Error('There is no mail server in the short run.')
  return mail.mailTo(email, count)
}

/** Mail links use the site's public URL, which is also the browser's URL here. */
async function openLink(page: Page, link: URL) {
  expect(link.origin).toBe(site().url)
  await page.goto(link.href)
}

async function signOut(page: Page, email: string) {
  await clickInside(menuOf(page, email), page.getByRole('button', { name: 'Sign Out', exact: true }))
  await toastOf(page, 'You have successfully logged out!').waitFor()
  await soon(() => addressOf(page)).toBe(PATH.home)
}

function menuOf(page: Page, email: string) {
  return page.locator(`header summary[title="${email}"]`)
}
