import { expect, test } from 'vitest'
import { testBrowser } from './browser.ts'
import { PATH, richIncident } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

test('a printed list is its records, without the shell around them', async () => {
  const page = await browser.open(PATH.incidents, { scheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  const { header, footer, main, heading, statusFilter } = shellOf(page)
  for (const part of [header, footer, statusFilter, page.locator('.skip')]) {
    expect(await part.isVisible()).toBe(false)
  }
  expect(await heading.isVisible()).toBe(true)
  expect(await main.locator('article').first().isVisible()).toBe(true)
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(20, 26, 33)')
})

test('a printed post is the whole post, in dark ink also from a dark screen', async () => {
  const { id, title } = await richIncident()
  const page = await browser.open(`${PATH.home}/posts/${id}`, { scheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  const { header, footer, heading, main } = shellOf(page)
  expect(await header.isVisible()).toBe(false)
  expect(await footer.isVisible()).toBe(false)
  expect(await heading.textContent()).toBe(title)
  await main.getByRole('heading', { name: 'Updates' }).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(20, 26, 33)')
})

test('a theme chosen by hand does not print light ink either', async () => {
  const page = await browser.open(PATH.incidents)
  await shellOf(page).footer.getByRole('radio', { name: 'Dark' }).check()
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(20, 26, 33)')
})
