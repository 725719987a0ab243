import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CalendarResponse } from '../../src/contract/calendar.ts'
import type { ListResponse } from '../../src/contract/records.ts'
import { longDayWords, shortDayWords } from '../../src/domain/calendar/day-words.ts'
import { isShort } from '../size.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH, readJson } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const { datacenters: regions, current_date: today } = await readJson<CalendarResponse>(
  `/api/calendar?cloud=${CLOUD.first.machineName}&type=recent_incident`,
)
const frankfurt = dataCenter('Frankfurt IV')

test('L-02, L-04, L-06, L-12, G-18 status, day and data center filters combine by mouse and keyboard, are in the URL, and can be removed one by one; so is the page, and paging works', async () => {
  const page = await browser.open(`${PATH.incidents}?page=2`)
  await pickByMouse(page)
  if (!isShort) await pickByKeyboard(page)
  await combineFilters(page)
  await turnPages(page)
})

async function pickByMouse(page: Page) {
  const { filter, panel, box, records, chip } = partsOf(page)
  await filter.click()
  expect(await panel.getByRole('group').count()).toBe(regions.length)
  await page.getByRole('searchbox', { name: 'Find a data center' }).fill('atlantis')
  await panel.getByText('No data center has this name.').waitFor()
  await page.getByRole('searchbox', { name: 'Find a data center' }).fill('')
  await panel.locator('label').filter({ hasText: 'Frankfurt IV' }).click()
  await page.waitForURL(`**/incidents?datacenter=${frankfurt}`)
  await soon(() => records.count()).toBe((await listOf(`datacenter=${frankfurt}`)).totalRecords)
  await box('Zürich II').check()
  await page.waitForURL('**datacenter=*&datacenter=*')
  expect(await panel.isVisible()).toBe(true)
  await soon(() => filter.textContent()).toContain('2 chosen')

  await page.keyboard.press('Escape')
  await soon(() => panel.isVisible()).toBe(false)
  expect(await isFocused(filter)).toBe(true)
  await chip('Zürich II').click()
  await page.waitForURL(`**/incidents?datacenter=${frankfurt}`)
  await soon(() => isFocused(chip('Frankfurt IV'))).toBe(true)
  await chip('Frankfurt IV').click()
  await page.waitForURL(`**${PATH.incidents}`)
  await soon(() => isFocused(shellOf(page).heading)).toBe(true)
}

async function pickByKeyboard(page: Page) {
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
}

async function combineFilters(page: Page) {
  const query = `category=2&date=${today}&datacenter=${frankfurt}`
  await goTo(page, `${PATH.incidents}?date=${today}&datacenter=${frankfurt}`)
  const { main, mainNav, heading, statusFilter } = shellOf(page)
  const { chip, records } = partsOf(page)
  await statusFilter.selectOption('In Progress')
  await page.waitForURL(`**/incidents?${query}`)
  await soon(() => records.count()).toBe((await listOf(query)).totalRecords)
  await chip(longDayWords(today)).waitFor()
  await soon(() => page.title()).toContain(`Incidents, ${shortDayWords(today)}, In Progress, Frankfurt IV`)

  await main.getByRole('link', { name: 'Clear all' }).click()
  await page.waitForURL(`**${PATH.incidents}`)
  await soon(() => records.count()).toBe(20)
  await page.goBack()
  await page.waitForURL(`**/incidents?${query}`)
  await main.getByRole('link', { name: 'Remove filter In Progress' }).waitFor()

  await mainNav.getByRole('link', { name: 'Maintenance' }).click()
  await soon(() => heading.textContent()).toBe('Maintenance')
  await soon(() => pickedStatus(page)).toBe('All Statuses')
  expect(addressOf(page)).toBe(PATH.maintenance)
  await page.goBack()
  await page.waitForURL(`**/incidents?${query}`)
  // The URL changes before the page does.
  await soon(() => heading.textContent()).toBe('Incidents')
  await chooseCloud(page, CLOUD.second.domain)
  await page.waitForURL(`**/${CLOUD.second.domain}/incidents`)
  await soon(() => main.getByRole('list', { name: 'Filters' }).count()).toBe(0)
  expect(await pickedStatus(page)).toBe('All Statuses')
}

async function turnPages(page: Page) {
  await goTo(page, PATH.incidents)
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
  const current = pages.locator('[aria-current="page"]')
  await soon(() => current.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.goBack()
  await page.waitForURL(`**${second}`)
  await pages.getByRole('link', { name: 'First' }).click()
  await soon(firstTitle).toBe(newest)
}

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

function pickedStatus(page: Page) {
  return shellOf(page).statusFilter.evaluate(
    (select: HTMLSelectElement) => select.selectedOptions[0]?.textContent,
  )
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
