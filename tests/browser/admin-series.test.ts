import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../../src/domain/access.ts'
import { openAsStaff, toast, undo } from './admin-site-parts.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-02 the next windows are shown while the rule is typed, and the series begins', async () => {
  const page = await open({ roles: ['blog_editor'], path: '/admin/series/new' })
  const next = page.getByRole('region', { name: 'Next windows' })
  await soon(() => next.innerText()).toContain('Every Tuesday at 02:00 UTC, for 2 h.')
  await page.getByLabel('Thursday').check()
  await page.getByLabel('Every how many weeks').fill('2')
  await page.getByLabel('It begins at').fill('23:30')
  await page.getByLabel('It lasts, in minutes').fill('90')
  await soon(() => next.innerText()).toContain(
    'Every 2 weeks on Tuesday and Thursday at 23:30 UTC, for 1 h 30 min.',
  )
  expect(await next.locator('li').count()).toBe(5)
  expect(await next.locator('li').first().innerText()).toMatch(/^(Tue|Thu), .* 23:30 UTC to /)
  await page.getByLabel('It comes again').selectOption('month')
  await page.getByLabel('Which of the month').selectOption('-1')
  await soon(() => next.innerText()).toContain('Every last Saturday of the month at 23:30 UTC')

  await page.getByLabel('Name of the series').fill('Switches in Oslo')
  await page.getByLabel('Title', { exact: true }).fill('Network maintenance in Oslo')
  await page.getByLabel('northwall.net', { exact: true }).check()
  await page.getByRole('button', { name: 'Begin the series' }).click()
  await soon(() => addressOf(page)).toBe('/admin/series')
  await soon(() => page.locator('main').innerText()).toContain('Every last Saturday of the month')
})

test('Z-02 half a rule has no windows, and is not sent', async () => {
  const page = await open({ path: '/admin/series/new' })
  await page.getByLabel('Tuesday').uncheck()
  const next = page.getByRole('region', { name: 'Next windows' })
  await soon(() => next.innerText()).toContain('The rule is not complete yet.')
  await page.getByRole('button', { name: 'Begin the series' }).click()
  await page.getByText('Choose at least one day.').first().waitFor()
  expect(await page.getByText('Readers need a title.').count()).toBeGreaterThan(0)
  expect(addressOf(page)).toBe('/admin/series/new')
})

test('Z-02 a series is paused and resumed, and that is undone', async () => {
  const page = await open()
  const row = rowOf(page)
  await row.getByRole('button', { name: 'Pause Switches in Oslo' }).click()
  await soon(() => row.innerText()).toContain('Paused')
  await undo(page, 'is paused.')
  await soon(() => row.innerText()).toContain('Active')
})

test('Z-02 a series is changed', async () => {
  const page = await open()
  await page.getByRole('link', { name: 'Switches in Oslo' }).click()
  await page.getByLabel('It lasts, in minutes').fill('60')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Saved.').waitFor()
  await page.getByRole('link', { name: 'All recurring maintenance' }).click()
  await soon(() => rowOf(page).innerText()).toContain('for 1 h')
})

test.each([1440, 390])('the series keep nobody out, at %i pixels', async (width) => {
  const page = await open({ width })
  await rowOf(page).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Switches in Oslo' }).click()
  await page.getByRole('region', { name: 'Next windows' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test('Z-02 removing a series asks first and says what stays', async () => {
  const page = await open()
  await rowOf(page).getByRole('button', { name: 'Remove Switches in Oslo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the series “Switches in Oslo”?' })
  expect(await dialog.innerText()).toContain('No more maintenance is made of it.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No maintenance comes again by itself').waitFor()
})

test('Z-05 who may not write maintenance is told what role it takes', async () => {
  const page = await open({ roles: ['url_editor'] })
  await soon(() => page.locator('main').innerText()).toContain(
    'This screen is for the roles Administrator, Blog editor or Trust administrator.',
  )
})

function open({
  roles = ['administrator'] as readonly Role[],
  path = '/admin/series',
  ...options
}: {
  roles?: readonly Role[]
  path?: string
  width?: number
} = {}) {
  return openAsStaff(browser, site(), { roles, path, ...options })
}

function rowOf(page: Page) {
  return page.locator('main li').filter({ hasText: 'Switches in Oslo' }).first()
}
