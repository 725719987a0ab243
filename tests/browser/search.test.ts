import { expect, test } from 'vitest'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'

const browser = testBrowser()

test('one shortcut opens the search, results follow the typing, and arrows lead to a result and back', async () => {
  const page = await browser.open(PATH.incidents)
  await page.keyboard.press('Control+K')
  await soon(() => addressOf(page)).toBe(`${PATH.home}/search`)
  const box = page.getByRole('searchbox', { name: 'Search this site' })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await soon(() => box.evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.type('frnakfurt')
  await soon(() => page.getByRole('search').getByRole('status').innerText()).toMatch(
    /^Nothing matches “frnakfurt”\. \d+ results for “frankfurt”\.$/,
  )
  expect(addressOf(page)).toBe(`${PATH.home}/search?search=frnakfurt`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('Frankfurt II')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  expect(await box.inputValue()).toBe('frnakfurt')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await soon(() => addressOf(page)).toBe(`${PATH.home}/data-centers/frankfurt-i`)
  await page.goBack()
  await soon(() => page.getByRole('search').getByRole('status').innerText()).toContain('for “frankfurt”')
})
