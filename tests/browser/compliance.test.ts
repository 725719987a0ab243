import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const COMPLIANCE = `/${CLOUD.government.domain}/compliance`
const DESCRIPTION = 'Feature/Capability Description'
const DATE = 'Estimated Date of JAB Approval'

// In the short run: text-pages.test.tsx and sort-compliance.test.ts.
test.skipIf(isShort)(
  'C-01 the compliance table sorts by either column in both directions; the URL keeps the order, and focus stays on the header',
  async () => {
    const page = await browser.open(COMPLIANCE)
    const asWritten = await column(page, 0)
    expect(await sortOf(page)).toEqual([null, null])
    const written = await column(page, 1)
    for (const each of ['Approved', 'To be announced']) expect(written).toContain(each)
    expect(written.filter((date) => /^\d{1,2} \w{3} \d{4}$/.test(date))).toHaveLength(1)
    expect(written.filter((date) => /^Q[1-4] \d{4}$/.test(date)).length).toBeGreaterThan(3)

    await title(page, DESCRIPTION).click()
    await page.waitForURL('**?sort=description')
    const byName = asWritten.toSorted((a, b) =>
      a.localeCompare(b, 'en', { sensitivity: 'base', numeric: true }),
    )
    await soon(() => column(page, 0)).toEqual(byName)
    await soon(() => sortOf(page)).toEqual(['ascending', null])
    await title(page, DESCRIPTION).click()
    await page.waitForURL('**?sort=description&order=desc')
    await soon(() => column(page, 0)).toEqual(byName.toReversed())
    await soon(() => sortOf(page)).toEqual(['descending', null])

    await title(page, DATE).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**?sort=date')
    await soon(() => sortOf(page)).toEqual([null, 'ascending'])
    expect(addressOf(page)).toBe(`${COMPLIANCE}?sort=date`)
    await soon(() => title(page, DATE).evaluate((link) => link === document.activeElement)).toBe(true)
    expectByTime(await column(page, 1), (a, b) => a - b)
    await page.keyboard.press('Enter')
    await soon(() => sortOf(page)).toEqual([null, 'descending'])
    expectByTime(await column(page, 1), (a, b) => b - a)

    const frame = shellOf(page).main.locator('section:has(> table)')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await soon(() => frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      for (const name of [DESCRIPTION, DATE]) {
        expect((await title(page, name).boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
    }
  },
)

function expectByTime(dates: string[], order: (a: number, b: number) => number) {
  const isWord = (date: string) => !/\d/.test(date)
  expect(dates.findIndex(isWord)).toBeGreaterThan(3)
  expect(dates.slice(dates.findIndex(isWord)).every(isWord)).toBe(true)
  const quarters = dates.filter((date) => date.startsWith('Q')).map(quarterNumber)
  expect(quarters).toEqual(quarters.toSorted(order))
}

function title(page: Page, name: string) {
  return shellOf(page).main.getByRole('columnheader', { name }).getByRole('link')
}

async function column(page: Page, index: number) {
  return page.locator(`tbody td:nth-child(${index + 1})`).allTextContents()
}

function sortOf(page: Page) {
  return page
    .locator('thead th')
    .evaluateAll((titles) => titles.map((each) => each.getAttribute('aria-sort')))
}

/** `Q3 2026` is three quarters after `Q4 2025`. */
function quarterNumber(quarter: string) {
  return Number(quarter.slice(3)) * 4 + Number(quarter[1])
}
