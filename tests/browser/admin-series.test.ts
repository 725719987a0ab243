import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { openAsStaff, toast, undo } from './admin-site-parts.ts'
import { axeInDetail } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-02 a series is created with a preview of its next windows, then paused, changed and removed', async () => {
  const page = await openAsStaff(browser, site(), { roles: ['blog_editor'], path: '/admin/series/new' })
  const next = page.getByRole('region', { name: 'Next windows' })
  await soon(() => next.innerText()).toContain('Every Tuesday at 02:00 UTC, for 2 h.')

  await page.getByLabel('Tuesday').uncheck()
  await soon(() => next.innerText()).toContain('The rule is incomplete.')
  await page.getByRole('button', { name: 'Create series' }).click()
  await page.getByText('Choose at least one day.').first().waitFor()
  expect(await page.getByText('Readers need a title.').count()).toBeGreaterThan(0)
  expect(addressOf(page)).toBe('/admin/series/new')
  await page.getByLabel('Starts at').fill('23:30')
  await page.getByLabel('Duration in minutes').fill('90')
  await page.getByLabel('Repeats').selectOption('month')
  await page.getByLabel('Week of the month').selectOption('-1')
  await soon(() => next.innerText()).toContain(
    'Every last Saturday of the month at 23:30 UTC, for 1 h 30 min.',
  )
  expect(await next.locator('li').count()).toBe(5)
  expect(await next.locator('li').first().innerText()).toMatch(/^Sat, .* 23:30 UTC to /)

  await page.getByLabel('Name of the series').fill('Switches in Oslo')
  await page.getByLabel('Title', { exact: true }).fill('Network maintenance in Oslo')
  await page.getByLabel('northwall.net', { exact: true }).check()
  await page.getByRole('button', { name: 'Create series' }).click()
  await soon(() => addressOf(page)).toBe('/admin/series')
  await soon(() => page.locator('main').innerText()).toContain('Every last Saturday of the month')

  const row = rowOf(page)
  expect(await axeInDetail(page)).toEqual([])
  await row.getByRole('button', { name: 'Pause Switches in Oslo' }).click()
  await soon(() => row.innerText()).toContain('Paused')
  await undo(page, 'is paused.')
  await soon(() => row.innerText()).toContain('Active')

  // series.test.ts covers changing and removing in every run.
  if (isShort) return
  await page.getByRole('link', { name: 'Switches in Oslo' }).click()
  await page.getByRole('region', { name: 'Next windows' }).waitFor()
  expect(await axeInDetail(page)).toEqual([])
  await page.getByLabel('Duration in minutes').fill('60')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Saved.').waitFor()
  await page.getByRole('link', { name: 'All recurring maintenance' }).click()
  await soon(() => row.innerText()).toContain('for 1 h')

  await row.getByRole('button', { name: 'Remove Switches in Oslo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the series “Switches in Oslo”?' })
  expect(await dialog.innerText()).toContain('It creates no more maintenance.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No recurring maintenance').waitFor()
})

function rowOf(page: Page) {
  return page.locator('main li').filter({ hasText: 'Switches in Oslo' }).first()
}
