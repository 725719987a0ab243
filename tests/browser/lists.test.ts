import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { CalendarResponse } from '../../src/contract/calendar.ts'
import type { ListResponse } from '../../src/contract/records.ts'
import { longDayWords, shortDayWords } from '../../src/domain/calendar/day-words.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readJson } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const { datacenters: regions, current_date: today } = await readJson<CalendarResponse>(
  `/api/calendar?cloud=${CLOUD.first.machineName}&type=recent_incident`,
)
const zurich = dataCenter('Zürich II')
const frankfurt = dataCenter('Frankfurt IV')

describe('L-06 data centers', () => {
  test('by mouse: several at once, every pick counts, and each can be taken away', async () => {
    const page = await browser.open(`${PATH.incidents}?page=2`)
    const { filter, panel, box, records, chip } = partsOf(page)
    await filter.click()
    expect(await panel.getByRole('group').count()).toBe(regions.length)
    await panel.locator('label').filter({ hasText: 'Frankfurt IV' }).click()
    await page.waitForURL(`**/incidents?datacenter=${frankfurt}`)
    await soon(() => records.count()).toBe((await listOf(`datacenter=${frankfurt}`)).totalRecords)
    await box('Zürich II').check()
    await page.waitForURL('**datacenter=*&datacenter=*')
    expect(await panel.isVisible()).toBe(true)
    expect(await filter.textContent()).toContain('2 chosen')

    await page.keyboard.press('Escape')
    await soon(() => panel.isVisible()).toBe(false)
    expect(await isFocused(filter)).toBe(true)
    await chip('Zürich II').click()
    await page.waitForURL(`**/incidents?datacenter=${frankfurt}`)
    await soon(() => isFocused(chip('Frankfurt IV'))).toBe(true)
    await chip('Frankfurt IV').click()
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => isFocused(shellOf(page).heading)).toBe(true)
  })

  test('by keyboard alone: found by its name, ticked, cleared', async () => {
    const page = await browser.open(PATH.incidents)
    const { filter, panel, box } = partsOf(page)
    const name = 'Zürich III'
    await filter.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('zurich iii')
    await soon(() => panel.getByRole('checkbox').count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(addressOf(page)).toBe(PATH.incidents)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.waitForURL(`**/incidents?datacenter=${dataCenter(name)}`)
    expect(await isFocused(box(name))).toBe(true)
    await panel.getByRole('link', { name: 'Clear' }).press('Enter')
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => box(name).isChecked()).toBe(false)
    expect(await isFocused(filter)).toBe(true)
  })

  test('a name that nobody has is said to have none', async () => {
    const page = await browser.open(PATH.incidents)
    const { filter, panel } = partsOf(page)
    await filter.click()
    await page.getByRole('searchbox', { name: 'Find a data center' }).fill('atlantis')
    await panel.getByText('No data center has this name.').waitFor()
  })

  test.each([390, 800])(
    'by touch at %i px: the panel hangs on its row, and every target is large enough',
    async (width) => {
      const page = await browser.open(PATH.incidents, { width, touch: true, reducedMotion: true })
      const { filter, panel, box, records } = partsOf(page)
      await filter.tap()
      const option = panel.locator('label').filter({ hasText: 'Frankfurt IV' })
      expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      const frame = await panel.boundingBox()
      expect((frame?.x ?? 0) + (frame?.width ?? 0)).toBeLessThanOrEqual(width)
      await option.tap()
      await soon(() => records.count()).toBe((await listOf(`datacenter=${frankfurt}`)).totalRecords)
      expect(await box('Frankfurt IV').isChecked()).toBe(true)
    },
  )

  test.each([390, 1440])('without scripts at %i px: a form that keeps the other filters', async (width) => {
    const page = await browser.open(`${PATH.incidents}?category=5&page=2`, { javaScript: false, width })
    const { filter, panel, box, records } = partsOf(page)
    await filter.click()
    expect(await page.locator('main input[type=search]').isVisible()).toBe(false)
    await box('Frankfurt IV').check()
    await box('Zürich II').check()
    await panel.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL('**/incidents?category=5&datacenter=*&datacenter=*')
    const query = `category=5&datacenter=${frankfurt}&datacenter=${zurich}`
    expect(await records.count()).toBe((await listOf(query)).totalRecords)
    await filter.click()
    expect(await box('Frankfurt IV').isChecked()).toBe(true)
  })

  test('one of another cloud leaves nothing, is named by its number, and leads back', async () => {
    const page = await browser.open(`/${CLOUD.government.domain}/incidents?datacenter=${frankfurt}`)
    const { chip } = partsOf(page)
    const { main } = shellOf(page)
    await main.getByText('There are no records', { exact: true }).waitFor()
    await chip(`Data center ${frankfurt}`).waitFor()
    await main.getByRole('link', { name: 'Show all records' }).click()
    await page.waitForURL(`**/${CLOUD.government.domain}/incidents`)
    await main.locator('article').first().waitFor()
  })
})

describe('filters together', () => {
  test('L-12 status, day and data center keep each other, with and without scripts', async () => {
    const address = `${PATH.incidents}?date=${today}&datacenter=${frankfurt}`
    const expected = `**/incidents?category=2&date=${today}&datacenter=${frankfurt}`
    const page = await browser.open(address)
    await shellOf(page).statusFilter.selectOption('In Progress')
    await page.waitForURL(expected)
    const { chip, records } = partsOf(page)
    await soon(() => records.count()).toBe(
      (await listOf(`category=2&date=${today}&datacenter=${frankfurt}`)).totalRecords,
    )
    await chip(longDayWords(today)).waitFor()
    await soon(() => page.title()).toContain(`Incidents, ${shortDayWords(today)}, In Progress, Frankfurt IV`)

    const plain = await browser.open(address, { javaScript: false })
    await shellOf(plain).statusFilter.selectOption('In Progress')
    await shellOf(plain).main.getByRole('button', { name: 'Show' }).click()
    await plain.waitForURL((url) =>
      ['date', 'datacenter', 'category'].every((name) => url.searchParams.has(name)),
    )
  })

  test('L-12 Clear all takes every filter away, and going back brings them again', async () => {
    const address = `${PATH.incidents}?category=5&date=${today}`
    const page = await browser.open(address)
    const { main } = shellOf(page)
    await main.getByRole('link', { name: 'Clear all' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => main.locator('article').count()).toBe(20)
    await page.goBack()
    await page.waitForURL(`**${address}`)
    await main.getByRole('link', { name: 'Remove filter Resolved' }).waitFor()
  })

  test('G-18 another page or another cloud begins without any filter', async () => {
    const address = `${PATH.incidents}?category=5&date=${today}&datacenter=${frankfurt}`
    const page = await browser.open(address)
    const { mainNav, heading } = shellOf(page)
    await mainNav.getByRole('link', { name: 'Maintenance' }).click()
    await soon(() => heading.textContent()).toBe('Maintenance')
    expect(addressOf(page)).toBe(PATH.maintenance)
    await page.goBack()
    await page.waitForURL(`**${address}`)
    // The address is there before the page is.
    await soon(() => heading.textContent()).toBe('Incidents')
    await chooseCloud(page, CLOUD.second.domain)
    await page.waitForURL(`**/${CLOUD.second.domain}/incidents`)
    await soon(() => shellOf(page).main.getByRole('list', { name: 'Filters' }).count()).toBe(0)
  })

  test('a status that does not exist is named as such, and leads back to all', async () => {
    const page = await browser.open(`${PATH.incidents}?category=999`)
    const { main, statusFilter } = shellOf(page)
    const picked = () =>
      statusFilter.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent)
    expect(await picked()).toBe('Unknown status')
    await main.getByText('There are no records', { exact: true }).waitFor()
    await main.getByRole('link', { name: 'Show all records' }).click()
    await soon(picked).toBe('All Statuses')
  })

  test('a page past the end says how many there are, and leads to the first', async () => {
    const page = await browser.open(`${PATH.incidents}?page=500`, { expects: [/status of 404/] })
    const { main } = shellOf(page)
    await main.getByText('There are no records', { exact: true }).waitFor()
    const { totalPages } = await listOf('')
    await main.getByText(`Page 500 does not exist: there are ${totalPages}.`, { exact: true }).waitFor()
    await main.getByRole('link', { name: 'Go to the first page' }).click()
    await soon(() => main.locator('article').count()).toBe(20)
  })
})

describe('the rest of a list', () => {
  test('L-07 the weekday of today stands out', async () => {
    const page = await browser.open(PATH.maintenance)
    const weekday = longDayWords(today).replace(/,.*/, '')
    const marked = shellOf(page).main.locator('thead [data-today]')
    expect(await marked.allTextContents()).toEqual([`${weekday.slice(0, 3)}${weekday}, today`])
  })

  test('L-10 statuses carry their icons', async () => {
    const page = await browser.open(PATH.incidents)
    const badge = shellOf(page).main.locator('article').getByText('Resolved', { exact: true }).first()
    expect(await badge.locator('svg').count()).toBe(1)
  })
})

function partsOf(page: Page) {
  const main = page.locator('main')
  const details = main.locator('details').filter({ hasText: 'Data centers' })
  const panel = details.locator('form')
  return {
    filter: details.locator('summary'),
    panel,
    box: (name: string) => panel.getByRole('checkbox', { name, exact: true }),
    chip: (words: string) => main.getByRole('link', { name: `Remove filter ${words}`, exact: true }),
    records: main.locator('article'),
  }
}

function dataCenter(name: string): number {
  const found = regions.flatMap(({ options }) => options).find(({ label }) => label === name)
  if (found === undefined) throw new Error('The demo content has no such thing.')
  return found.value
}

function listOf(query: string) {
  return readJson<ListResponse>(`/api/incident?cloud=${CLOUD.first.machineName}&${query}`)
}

function isFocused(element: Locator) {
  return element.evaluate((each) => each === document.activeElement)
}
