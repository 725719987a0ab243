import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importNext } from '../../src/accounts/imports/start-importing.ts'
import { isShort } from '../size.ts'
import { openAs } from './admin-editor-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

const SUMMARY = readFileSync(new URL('../integration/statuspage/summary.json', import.meta.url))
const LOOK = 'Preview'

test('a Statuspage is previewed and imported, then has nothing new; a table with a formula is rejected with its line number, and changed options need a new preview', async () => {
  const page = await openAs(browser, site(), '/admin/imports')
  const look = page.getByRole('button', { name: LOOK })
  expect(await look.isDisabled()).toBe(true)
  const file = { name: 'summary.json', mimeType: 'application/json', buffer: SUMMARY }
  await page.getByLabel('Files').setInputFiles(file)
  await look.click()
  const planned = page.getByRole('region', { name: 'What would be imported' })
  const records = planned.getByRole('table', { name: 'Records to import' })
  await soon(() => records.innerText()).toContain('Tunnels drop')
  expect(await records.innerText()).toContain('Live, as a current problem')
  await planned.getByRole('button', { name: 'Import this' }).click()
  await page.getByRole('heading', { name: 'This was imported' }).waitFor()
  // Other tests publish here, too, so it may be on any page of the list of open ones.
  await soon(async () =>
    (await page.request.get('/northwall.net/api/v2/incidents/unresolved.json')).text(),
  ).toContain('Tunnels drop')
  await look.click()
  await page.getByRole('heading', { name: 'It contains nothing new' }).waitFor()
  expect(await page.getByRole('button', { name: 'Import this' }).count()).toBe(0)

  await page.goto('/admin/imports?part=threats')
  const table = async (text: string) => {
    const buffer = Buffer.from(text)
    await page.getByLabel('File').setInputFiles({ name: 'table.csv', mimeType: 'text/csv', buffer })
    await look.click()
  }
  await table('day,category,family,region,blocked\n2026-11-01,malware,=1+1,Europe,3')
  const problems = page.getByRole('region', { name: 'Problems' })
  await soon(() => problems.innerText()).toContain('Line 2')
  expect(await problems.innerText()).toContain('Formulas are not allowed.')
  expect(await axeInDetail(page)).toEqual([])
  // import-subscribers.test.ts covers these rules in every run.
  if (isShort) return
  await page.setViewportSize({ width: 390, height: 900 })
  expect(await axeViolations(page)).toEqual([])

  await page.goto('/admin/imports?part=subscribers')
  await table('email\nada@imported.example')
  await page.getByRole('button', { name: 'Import this' }).waitFor()
  await page.getByRole('checkbox', { name: /confirmed their address/ }).check()
  await soon(() => page.getByRole('button', { name: 'Import this' }).count()).toBe(0)

  // The import continues without this page, and is still there afterward.
  await look.click()
  await page.getByRole('button', { name: 'Import this' }).click()
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Imports of subscribers')
  await page.reload()
  const job = page.getByRole('article', { name: /table\.csv/ }).first()
  await soon(() => job.innerText()).toContain('of 1 person')
  // This site has no worker.
  while ((await importNext(site().db, { now: new Date() })).kind !== 'nothing');
  await soon(() => job.innerText()).toContain('Done')
  expect(await axeInDetail(page)).toEqual([])
})
