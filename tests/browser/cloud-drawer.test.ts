import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { testBrowser } from './browser.ts'
import { CLOUD, PATH, readGlobal } from './demo-site.ts'
import { cloudName, shellOf } from './shell.ts'

const browser = testBrowser()

describe.each([390, 991])('N-04 at %i px', (width) => {
  test('the selector is a drawer with one entry per product', async () => {
    const { products, clouds } = await readGlobal()
    const page = await browser.open(PATH.home, { width, touch: true })
    const { selector, drawer, panel } = shellOf(page)
    await selector.tap()
    await drawer.waitFor()
    expect(await panel.isVisible()).toBe(false)
    const entries = drawer.locator('summary')
    expect(await entries.count()).toBe(products.length)
    for (const [index, { title }] of products.entries()) {
      expect(await entries.nth(index).textContent()).toContain(title)
    }
    const open = drawer.locator('details[open] a')
    expect(await open.count()).toBe(clouds.filter(({ type }) => type === 'internet_access').length)
  })

  test('another product opens in place of the first, and a cloud of it can be chosen', async () => {
    const page = await browser.open(PATH.incidents, { width, touch: true })
    const { selector, drawer } = shellOf(page)
    await selector.tap()
    await drawer.locator('summary').filter({ hasText: 'Government' }).tap()
    expect(await drawer.locator('details[open]').count()).toBe(1)
    await drawer.getByRole('link', { name: cloudName(CLOUD.government.domain) }).tap()
    await page.waitForURL(`**/${CLOUD.government.domain}/incidents`)
    await drawer.waitFor({ state: 'hidden' })
  })
})

test('N-04 at 992 px it is the panel', async () => {
  const page = await browser.open(PATH.home, { width: 992 })
  const { selector, drawer, panel } = shellOf(page)
  await selector.click()
  await panel.waitFor()
  expect(await drawer.count()).toBe(0)
})

describe('the drawer', () => {
  test('keeps the focus inside, and Escape gives it back', async () => {
    const page = await browser.open(PATH.home, { width: 390 })
    const { selector, drawer } = shellOf(page)
    await selector.focus()
    await page.keyboard.press('Enter')
    await drawer.waitFor()
    const stops = await drawer.locator('button, summary, details[open] a').count()
    for (let step = 0; step <= stops; step++) {
      expect(await isInDocumentOutside(page)).toBe(false)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(await selector.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('closes by its button and by a press beside it', async () => {
    const page = await browser.open(PATH.home, { width: 800 })
    const { selector, drawer } = shellOf(page)
    await selector.click()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await selector.click()
    await drawer.waitFor()
    await page.mouse.click(600, 450)
    await drawer.waitFor({ state: 'hidden' })
  })

  /** The browser's own controls lie between the last and the first stop; then the body has the focus. */
  function isInDocumentOutside(page: Page) {
    return page.evaluate(() => {
      const focused = document.activeElement
      return focused !== document.body && focused?.closest('dialog') === null
    })
  }
})
