import { expect, test } from 'vitest'
import { goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const COOKIE_POLICY = '/privacy-compliance/cookie-policy'
const COMPLETED = 'Congratulations! You have successfully completed the sign up process.'

test('G-10, A-10 the cookie policy and the thank-you page work on a phone and in print', async () => {
  const page = await browser.open(PATH.incidents, { width: 390 })
  const { footer, heading, main, header } = shellOf(page)
  await footer.getByRole('link', { name: 'Cookie policy' }).click()
  await page.waitForURL(`**${COOKIE_POLICY}`)
  await soon(() => heading.textContent()).toBe('Cookie Policy')
  await soon(() => main.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
  await page.emulateMedia({ media: 'print' })
  expect(await header.isVisible()).toBe(false)
  expect(await footer.isVisible()).toBe(false)
  expect(await heading.isVisible()).toBe(true)
  await main.getByText(new RegExp(`^http.*${COOKIE_POLICY}$`)).waitFor()

  // In print the button is replaced by the URL of the subscriptions.
  await goTo(page, '/thank-you')
  expect(await main.getByText(COMPLETED).isVisible()).toBe(true)
  expect(await main.getByRole('link').count()).toBe(0)
  await main.getByText(/^http.*\/subscribe$/).waitFor()
  await page.emulateMedia({ media: 'screen' })
  await main.getByText(COMPLETED, { exact: true }).waitFor()
  await main.getByRole('link', { name: 'Go to your subscriptions' }).click()
  await page.waitForURL('**/sign-in?notice=subscribe&origin=%2Fsubscribe')
})
