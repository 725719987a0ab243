import { describe, expect, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const COOKIE_POLICY = '/privacy-compliance/cookie-policy'
const COMPLETED = 'Congratulations! You have successfully completed the sign up process.'

describe.each([true, false])('pages that stand by themselves (scripts: %s)', (javaScript) => {
  test.each([390, 1440])('G-10 the cookie policy is linked from every page, at %i px', async (width) => {
    const page = await browser.open(PATH.incidents, { javaScript, width })
    const { footer, heading, main } = shellOf(page)
    await footer.getByRole('link', { name: 'Cookie policy' }).click()
    await page.waitForURL(`**${COOKIE_POLICY}`)
    await soon(() => heading.textContent()).toBe('Cookie Policy')
    await soon(() => main.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
  })

  test.each([390, 1440])(
    'G-10, A-10 the thank-you page leads to the subscriptions, at %i px',
    async (width) => {
      const page = await browser.open('/thank-you', { javaScript, width })
      const { main } = shellOf(page)
      await main.getByText(COMPLETED, { exact: true }).waitFor()
      await main.getByRole('link', { name: 'Go to your subscriptions' }).click()
      await page.waitForURL('**/sign-in?notice=subscribe&origin=%2Fsubscribe')
    },
  )
})

describe('on paper', () => {
  test('G-10 the cookie policy is its text and where it stands', async () => {
    const page = await browser.open(COOKIE_POLICY, { scheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    const { header, footer, heading, main } = shellOf(page)
    expect(await header.isVisible()).toBe(false)
    expect(await footer.isVisible()).toBe(false)
    expect(await heading.isVisible()).toBe(true)
    await main.getByText(new RegExp(`^http.*${COOKIE_POLICY}$`)).waitFor()
  })

  test('A-10 the thank-you page has no button, and the address of the subscriptions instead', async () => {
    const page = await browser.open('/thank-you')
    await page.emulateMedia({ media: 'print' })
    const { main } = shellOf(page)
    expect(await main.getByText(COMPLETED).isVisible()).toBe(true)
    expect(await main.getByRole('link').count()).toBe(0)
    await main.getByText(/^http.*\/subscribe$/).waitFor()
  })
})
