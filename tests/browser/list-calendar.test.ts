import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CalendarResponse } from '../../src/contract/calendar.ts'
import type { ListResponse } from '../../src/contract/records.ts'
import { longDayWords, monthWords } from '../../src/domain/calendar/day-words.ts'
import { monthAfter } from '../../src/domain/calendar/month.ts'
import { dayFromName, dayName } from '../../src/domain/time.ts'
import { isShort } from '../size.ts'
import { axeAtTheEnd, axeInDetail } from './axe.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readJson } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { PHONE_AND_TABLET_PX } from './widths.ts'

const browser = testBrowser()

const calendar = await readJson<CalendarResponse>(
  `/api/calendar?cloud=${CLOUD.first.machineName}&type=recent_incident`,
)
const today = calendar.current_date
const month = today.slice(0, 7)

test('L-05 by mouse a day filters the list and keeps focus and scroll position; by keyboard the calendar is one tab stop with arrow keys; months turn', async () => {
  const page = await browser.open(`${PATH.incidents}?page=3`)
  await workByMouse(page)
  await workByKeyboard(page)
})

async function workByMouse(page: Page) {
  const { day, records, table, title, previous, next } = partsOf(page)
  // Low enough that the records of one day scroll, too.
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.evaluate(() => window.scrollTo(0, 120))
  await day(today).click()
  await page.waitForURL(`**/incidents?date=${today}`)
  await soon(() => records.count()).toBe((await listOf(`date=${today}`)).totalRecords)
  await page.getByText(longDayWords(today), { exact: false }).first().waitFor()
  await soon(() => day(today).getAttribute('aria-current')).toBe('true')
  await soon(() => isFocused(day(today))).toBe(true)
  expect(await page.evaluate(() => window.scrollY)).toBe(120)
  expect(await table.locator('[aria-current]').count()).toBe(1)
  await day(today).click()
  await page.waitForURL(`**${PATH.incidents}`)
  await soon(() => records.count()).toBe(20)
  await soon(() => table.locator('[aria-current]').count()).toBe(0)

  await previous.click()
  await soon(() => title.textContent()).toBe(monthWords(monthAfter(month, -1)))
  expect(addressOf(page)).toBe(`${PATH.incidents}?month=${monthAfter(month, -1)}`)
  await next.click()
  await soon(() => title.textContent()).toBe(monthWords(month))
  expect(addressOf(page)).toBe(PATH.incidents)
  if (!isShort) await reachOldestMonth(page)
}

async function reachOldestMonth(page: Page) {
  const { day, title, previous } = partsOf(page)
  const oldest = calendar.start_date.slice(0, 7)
  await goTo(page, `${PATH.incidents}?month=${monthAfter(oldest, 1)}`)
  await previous.click()
  await soon(() => title.textContent()).toBe(monthWords(oldest))
  expect(await previous.getAttribute('aria-disabled')).toBe('true')
  expect(await previous.getAttribute('href')).toBeNull()
  // The pressed link is gone: focus moved to the days.
  await soon(() => isFocused(day(`${oldest}-01`))).toBe(true)
}

async function workByKeyboard(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, PATH.incidents)
  const { day, table, title } = partsOf(page)
  await soon(() => table.locator('[data-day]:not([tabindex])').count()).toBe(1)
  await tabTo(page, '[data-day]')
  expect(await isFocused(day(today))).toBe(true)
  const yesterday = dayName(dayFromName(today) - 1)
  await page.keyboard.press('ArrowLeft')
  await soon(() => isFocused(day(yesterday))).toBe(true)
  await page.keyboard.press('ArrowRight')
  await soon(() => isFocused(day(today))).toBe(true)
  await page.keyboard.press('PageUp')
  const lastMonth = monthAfter(month, -1)
  await soon(() => title.textContent()).toBe(monthWords(lastMonth))
  await soon(() => table.locator(`[data-day^="${lastMonth}"]:focus`).count()).toBe(1)
  await page.keyboard.press('PageDown')
  await soon(() => title.textContent()).toBe(monthWords(month))
  await soon(() => table.locator(`[data-day^="${month}"]:focus`).count()).toBe(1)

  await page.keyboard.press('Home')
  const focusedDay = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)
  const monday = (await focusedDay()) ?? ''
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/incidents?date=${monday}`)
  await soon(() => day(monday).getAttribute('aria-current')).toBe('true')
  // In the first days of a month, its Monday is in the month before, which has to be shown first.
  await soon(() => isFocused(day(monday))).toBe(true)

  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-day]') ?? null)).toBeNull()
}

// In the short run: the test above for days, lists.test.ts for data centers.
test.skipIf(isShort).each(PHONE_AND_TABLET_PX)(
  'L-05, L-06 by touch at %i px calendar and data centers open from the control row, a pick narrows the list, targets are large enough, and axe finds nothing',
  async (width) => {
    const page = await browser.open(PATH.incidents, { width, touch: true, reducedMotion: true })
    const { day, fold, table, records, previous, next, title } = partsOf(page)
    expect(await table.isVisible()).toBe(false)
    await fold.tap()
    await table.waitFor()
    const box = await day(today).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(width < 400 ? 40 : 44)
    await previous.tap()
    await soon(() => title.textContent()).toBe(monthWords(monthAfter(month, -1)))
    await title.tap()
    expect(await table.isVisible()).toBe(true)
    await next.tap()
    await soon(() => title.textContent()).toBe(monthWords(month))
    await day(today).tap()
    await page.waitForURL(`**/incidents?date=${today}`)
    await soon(() => table.isVisible()).toBe(false)
    await soon(() => isFocused(fold)).toBe(true)
    await soon(() => records.count()).toBe((await listOf(`date=${today}`)).totalRecords)

    await fold.click()
    await table.waitFor()
    expect(await axeInDetail(page)).toEqual([])
    await page.keyboard.press('Escape')
    await soon(() => table.isVisible()).toBe(false)
    expect(await isFocused(fold)).toBe(true)
    await fold.click()
    await table.waitFor()
    await shellOf(page).heading.click()
    await soon(() => table.isVisible()).toBe(false)
    const centers = page.locator('main details').filter({ hasText: 'Data centers' })
    await centers.locator('summary').tap()
    const option = centers.locator('form label').filter({ hasText: 'Frankfurt IV' })
    await option.waitFor()
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    const frame = await centers.locator('form').boundingBox()
    expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeLessThanOrEqual(width)
    await option.tap()
    await page.waitForURL('**datacenter=*')
    await soon(() => option.getByRole('checkbox').isChecked()).toBe(true)
    if (!isShort) expect(await axeAtTheEnd(page)).toEqual([])
  },
)

function partsOf(page: Page) {
  const main = page.locator('main')
  const table = main.locator('table:has([data-day])')
  return {
    table,
    fold: main.locator('summary').filter({ hasText: 'Calendar' }),
    day: (name: string) => table.locator(`[data-day="${name}"]`),
    title: main.locator('section:has([data-day]) h2'),
    previous: main.getByRole('link', { name: /^Previous month/ }),
    next: main.getByRole('link', { name: /^Next month/ }),
    records: main.locator('article'),
  }
}

function isFocused(link: Locator) {
  return link.evaluate((element) => element === document.activeElement)
}

function listOf(query: string) {
  return readJson<ListResponse>(`/api/incident?cloud=${CLOUD.first.machineName}&${query}`)
}

async function tabTo(page: Page, selector: string) {
  do await page.keyboard.press('Tab')
  while (!(await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)))
}
