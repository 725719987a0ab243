import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

test('an injected script does not run, a page contacts only the site, and a hydration mismatch is reported', async () => {
  const page = await browser.open(PATH.home, {
    expects: [
      /Content Security Policy.*script/s,
      /requires 'TrustedHTML' assignment/,
      /requires 'TrustedScript' assignment/,
      /requires 'TrustedScriptURL' assignment/,
      /policy.*elsewhere.*trusted-types/is,
      /Content Security Policy.*elsewhere\.example|elsewhere\.example.*Content Security Policy/s,
      /Minified React error #418/,
    ],
  })
  await slipIn(page)
  await differ(page)
})

async function slipIn(page: Page) {
  const refusals = await page.evaluate(() => {
    const script = document.createElement('script')
    const ways = [
      () => {
        script.textContent = 'window.slipped = true'
      },
      () => {
        script.src = 'https://elsewhere.example/script.js'
      },
      () => {
        document.body.innerHTML = '<img src="x" onerror="window.slipped = true">'
      },
      () => globalThis.trustedTypes?.createPolicy('elsewhere', {}),
    ]
    return ways.map((slip) => {
      try {
        slip()
        return 'let in'
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(refusals).toEqual(['TypeError', 'TypeError', 'TypeError', 'TypeError'])
  const answer = await page.evaluate(() => fetch('https://elsewhere.example/').then(() => 'sent', String))
  expect(answer).toContain('Failed to fetch')
}

async function differ(page: Page) {
  await page.route(`**${PATH.home}`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replace('>Incidents<', '>Accidents<')
      .replace('</body>', '<script>window.slipped = true</script></body>')
    await route.fulfill({ response, body })
  })
  await page.goto(PATH.home)
  await soon(async () => {
    // Nothing differs before React starts. The script that waits for the reader may still be loading.
    await page.mouse.wheel(0, 1)
    return shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).count()
  }).toBe(1)
  expect(await page.evaluate(() => 'slipped' in window)).toBe(false)
}
