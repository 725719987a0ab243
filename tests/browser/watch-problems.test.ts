import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

test('a script that somebody slipped into a page does not run, a page asks nobody but the site, and one that differs from what the server sent is told of', async () => {
  const page = await browser.open(PATH.home, {
    expects: [
      /Content Security Policy.*script/s,
      /Content Security Policy.*elsewhere\.example|elsewhere\.example.*Content Security Policy/s,
      /Minified React error #418/,
    ],
  })
  await slipIn(page)
  await differ(page)
})

/** A script that somebody slipped into a page does not run, and a page asks nobody but the site. */
async function slipIn(page: Page) {
  const hasRun = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.slipped = true'
    document.body.append(script)
    return 'slipped' in window
  })
  expect(hasRun).toBe(false)
  const answer = await page.evaluate(() => fetch('https://elsewhere.example/').then(() => 'sent', String))
  expect(answer).toContain('Failed to fetch')
}

/** A page that differs from what the server sent is told of. */
async function differ(page: Page) {
  await page.route(`**${PATH.home}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('>Incidents<', '>Accidents<') })
  })
  await page.goto(PATH.home)
  await soon(() => shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).count()).toBe(1)
}
