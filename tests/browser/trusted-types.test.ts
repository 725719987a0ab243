import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { draftOf, openAs, recordIdOf, untilSaved } from './admin-editor-parts.ts'
import { soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, richIncident } from './demo-site.ts'
import { sharedSite } from './own-site.ts'

// A policy violation is a console error, which fails every browser test. These tests cover the paths to the
// sinks that others don't: pages rendered by scripts, and pasted HTML.

const site = sharedSite('newsroom')
const browser = testBrowser()

test('P-05 client-rendered pages show staff texts, the widget and the gauges without policy violations', async () => {
  const incident = await richIncident()
  const page = await browser.open('/sign-in')
  await failOnViolations(page)
  for (const [path, shows] of [
    [`${PATH.home}/posts/${incident.id}`, 'article p'],
    ['/privacy-compliance/cookie-policy', 'main h2'],
    [`/${CLOUD.government.domain}/compliance`, 'main p'],
    [PATH.faq, 'main details'],
    [`${PATH.home}/data-center-map`, 'main svg'],
    [`${PATH.home}/threat-map`, 'main svg'],
    [`${PATH.home}/for-machines`, 'main script[src="/widget.js"]'],
    [PATH.home, 'candor-speedometer svg'],
  ] as const) {
    await goInPlace(page, path)
    await page.locator(shows).first().waitFor({ state: 'attached' })
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

// admin-editor-write.test.ts pastes and types HTML in every run, and a violation fails it, too.
test.skipIf(isShort)(
  'P-05 HTML pasted or typed into the editor appears as the site shows it, without policy violations',
  async () => {
    const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
    await failOnViolations(page)
    await page.getByRole('textbox', { name: 'Title' }).fill('Pasted words')
    const id = await recordIdOf(page)
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.evaluate((element) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(
        'text/html',
        '<h2>Cause</h2><p style="color: red" onclick="x()">A <b>cable</b></p><script>x()</script>',
      )
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await soon(async () => (await draftOf(site(), id))?.body).toMatch(
      /^<h2>Cause<\/h2><p>A <strong>cable<\/strong><\/p>/,
    )
    await page.getByRole('button', { name: 'HTML', exact: true }).click()
    await body.fill('<h2>Cause</h2>\n<ul>\n<li>A cable</li></ul>')
    await page.getByRole('button', { name: 'Text', exact: true }).click()
    await soon(() => body.locator('li').innerText()).toBe('A cable')
    await untilSaved(page)
  },
)

/** Logs violations on the console, in case a browser words them differently. */
async function failOnViolations(page: Page) {
  await page.evaluate(() => {
    Object.assign(window, { sameDocument: true })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
      console.error(`Refused by ${violatedDirective}: ${sourceFile}`),
    )
  })
}

async function goInPlace(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}
