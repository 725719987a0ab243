import { expect, test } from 'vitest'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

test('L-04, L-12 pages can be turned, the address names the page, and going back turns back', async () => {
  const page = await browser.open(PATH.incidents)
  const { main } = shellOf(page)
  const pages = main.getByRole('navigation', { name: 'Pages' })
  const firstTitle = () => main.locator('article h2').first().textContent()
  const newest = await firstTitle()
  expect(await pages.getByRole('link', { name: /^Page \d$/ }).count()).toBe(5)

  await pages.getByRole('link', { name: 'Next page' }).click()
  await soon(firstTitle).not.toBe(newest)
  expect(await pages.locator('[aria-current="page"]').textContent()).toBe('2')
  const second = addressOf(page)
  await pages.getByRole('link', { name: 'Last' }).click()
  await soon(() => pages.getByRole('link', { name: 'Next page' }).count()).toBe(0)
  await page.goBack()
  await page.waitForURL(`**${second}`)
  await pages.getByRole('link', { name: 'First' }).click()
  await soon(firstTitle).toBe(newest)
})
