import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CalendarResponse } from '../../src/contract/calendar.ts'
import type { ListResponse } from '../../src/contract/records.ts'
import { dayOfMonthWords, longDayWords, monthWords } from '../../src/domain/calendar/day-words.ts'
import { eventKindName } from '../../src/domain/calendar/event-kind.ts'
import { monthAfter } from '../../src/domain/calendar/month.ts'
import { dayFromName, dayName } from '../../src/domain/calendar/utc-day.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readJson } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const calendar = await readJson<CalendarResponse>(
  `/api/calendar?cloud=${CLOUD.first.machineName}&type=recent_incident`,
)
const today = calendar.current_date
const month = today.slice(0, 7)

describe('by mouse at 1440 px', () => {
  test('L-05 picking a day reloads the list at its first page, keeps focus and place, and picking it again takes it away', async () => {
    const page = await browser.open(`${PATH.incidents}?page=3`)
    const { day, records, table } = partsOf(page)
    // So low that the records of one day scroll, too.
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.evaluate(() => window.scrollTo(0, 120))
    await day(today).click()
    await page.waitForURL(`**/incidents?date=${today}`)
    await soon(() => records.count()).toBe((await listOf(`date=${today}`)).totalRecords)
    await page.getByText(longDayWords(today), { exact: false }).first().waitFor()
    expect(await day(today).getAttribute('aria-current')).toBe('true')
    expect(await isFocused(day(today))).toBe(true)
    expect(await page.evaluate(() => window.scrollY)).toBe(120)
    expect(await table.locator('[aria-current]').count()).toBe(1)

    await day(today).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => records.count()).toBe(20)
    expect(await table.locator('[aria-current]').count()).toBe(0)
  })

  test('L-05 days are coloured by kind, and words and shapes say the same', async () => {
    const page = await browser.open(PATH.incidents)
    const { day, table } = partsOf(page)
    const marked = Object.entries(calendar.calendar).filter(([name]) => name.startsWith(month))
    expect(marked.length).toBeGreaterThan(0)
    for (const [name, kind] of marked) {
      const said = [dayOfMonthWords(name), ...(name === today ? ['today'] : []), eventKindName(kind)].join(
        ', ',
      )
      expect(await day(name).getByText(said, { exact: true }).count(), name).toBe(1)
      expect(await day(name).locator('svg').count(), name).toBe(1)
    }
    const shown = await table.locator(`[data-day^="${month}"][data-tone]`).count()
    expect(shown).toBe(marked.length)
    const colours = await table
      .locator('[data-day]:not([data-outside])')
      .evaluateAll((links) => new Set(links.map((link) => getComputedStyle(link).backgroundColor)).size)
    expect(colours).toBeGreaterThan(1)
  })

  test('L-05 months can be turned, the list stays, and nothing leads before the first month', async () => {
    const page = await browser.open(`${PATH.incidents}?page=2`)
    const { title, previous, next, day } = partsOf(page)
    await previous.click()
    await soon(() => title.textContent()).toBe(monthWords(monthAfter(month, -1)))
    expect(addressOf(page)).toBe(`${PATH.incidents}?month=${monthAfter(month, -1)}&page=2`)
    await next.click()
    await soon(() => title.textContent()).toBe(monthWords(month))
    expect(addressOf(page)).toBe(`${PATH.incidents}?page=2`)

    const oldest = calendar.start_date.slice(0, 7)
    await page.goto(`${PATH.incidents}?month=${monthAfter(oldest, 1)}`)
    await previous.click()
    await soon(() => title.textContent()).toBe(monthWords(oldest))
    expect(await previous.getAttribute('aria-disabled')).toBe('true')
    expect(await previous.getAttribute('href')).toBeNull()
    // The link that was pressed is gone: focus went on to the days.
    await soon(() => isFocused(day(`${oldest}-01`))).toBe(true)
  })

  test('L-05 the calendar ends with the month of what is planned last', async () => {
    const { end_date } = await readJson<CalendarResponse>(
      `/api/calendar?cloud=${CLOUD.first.machineName}&type=scheduled_maintenance`,
    )
    const page = await browser.open(`${PATH.maintenance}?month=${end_date.slice(0, 7)}`)
    expect(await partsOf(page).next.getAttribute('aria-disabled')).toBe('true')
  })

  test('a view with a day can be shared and reloaded', async () => {
    const page = await browser.open(`${PATH.incidents}?date=${today}&month=${monthAfter(month, -1)}`)
    const { title, records } = partsOf(page)
    expect(await title.textContent()).toBe(monthWords(monthAfter(month, -1)))
    const shown = await records.count()
    await page.reload()
    expect(await records.count()).toBe(shown)
    expect(await title.textContent()).toBe(monthWords(monthAfter(month, -1)))
  })
})

describe('by keyboard alone', () => {
  test('L-05 the calendar is one stop, arrows move in it, Enter picks, and months turn under way', async () => {
    const page = await browser.open(PATH.incidents)
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
    const monday = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/incidents?date=${monday}`)
    await soon(() => day(monday ?? '').getAttribute('aria-current')).toBe('true')
    expect(await isFocused(day(monday ?? ''))).toBe(true)

    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[data-day]') ?? null)).toBeNull()
  })

  test('L-05 an arrow out of the shown weeks turns the month', async () => {
    const page = await browser.open(PATH.incidents)
    const { table, title } = partsOf(page)
    await tabTo(page, '[data-day]')
    for (let week = 0; week < 6; week++) await page.keyboard.press('ArrowUp')
    await soon(() => title.textContent()).not.toBe(monthWords(month))
    await soon(() => table.locator('[data-day]:focus').count()).toBe(1)
  })
})

describe.each([390, 800])('by touch at %i px', (width) => {
  test('L-05 the calendar unfolds from the row of controls, and gives way to the day that was picked', async () => {
    const page = await browser.open(PATH.incidents, { width, touch: true, reducedMotion: true })
    const { day, fold, table, records, previous, title } = partsOf(page)
    expect(await table.isVisible()).toBe(false)
    await fold.tap()
    await table.waitFor()
    const box = await day(today).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(width < 400 ? 40 : 44)

    await previous.tap()
    await soon(() => title.textContent()).toBe(monthWords(monthAfter(month, -1)))
    await title.tap()
    expect(await table.isVisible()).toBe(true)
    await partsOf(page).next.tap()
    await soon(() => title.textContent()).toBe(monthWords(month))

    await day(today).tap()
    await page.waitForURL(`**/incidents?date=${today}`)
    await soon(() => table.isVisible()).toBe(false)
    expect(await isFocused(fold)).toBe(true)
    await soon(() => records.count()).toBe((await listOf(`date=${today}`)).totalRecords)
  })

  test('it closes by Escape and by a press elsewhere', async () => {
    const page = await browser.open(PATH.incidents, { width, reducedMotion: true })
    const { fold, table } = partsOf(page)
    await fold.click()
    await table.waitFor()
    await page.keyboard.press('Escape')
    await soon(() => table.isVisible()).toBe(false)
    expect(await isFocused(fold)).toBe(true)
    await fold.click()
    await table.waitFor()
    await shellOf(page).heading.click()
    await soon(() => table.isVisible()).toBe(false)
  })
})

describe.each([390, 800, 1440])('without scripts at %i px', (width) => {
  test('L-05 days and months are links all the same', async () => {
    const page = await browser.open(`${PATH.incidents}?category=5`, { width, javaScript: false })
    const { day, fold, previous, title, records } = partsOf(page)
    const isFolded = width < 992
    if (isFolded) await fold.click()
    await previous.click()
    await page.waitForURL(`**/incidents?category=5&month=${monthAfter(month, -1)}`)
    expect(await title.textContent()).toBe(monthWords(monthAfter(month, -1)))
    const picked = `${monthAfter(month, -1)}-15`
    if (isFolded) await fold.click()
    await day(picked).click()
    await page.waitForURL(`**/incidents?category=5&date=${picked}`)
    expect(await records.count()).toBe((await listOf(`category=5&date=${picked}`)).totalRecords)
  })
})

test.each([390, 800, 1440])(
  'axe finds nothing with calendar and data centers open at %i px',
  async (width) => {
    const address = `${PATH.incidents}?date=${today}&category=5&datacenter=1`
    const page = await browser.open(address, { width, reducedMotion: true })
    const { fold } = partsOf(page)
    if (width < 992) await fold.click()
    expect(await axeViolations(page)).toEqual([])
    await page.locator('main summary').filter({ hasText: 'Data centers' }).click()
    await page.getByRole('searchbox').waitFor()
    expect(await axeViolations(page)).toEqual([])
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
