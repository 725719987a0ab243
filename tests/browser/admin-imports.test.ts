import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openAs } from './admin-editor-parts.ts'
import { axeViolations } from './axe-violations.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

const SUMMARY = readFileSync(new URL('../integration/statuspage/summary.json', import.meta.url))
const LOOK = 'See what it would do'

describe('imports', () => {
  test('a Statuspage is looked at, imported, and then has nothing new', async () => {
    const page = await openAs(browser, site(), '/admin/imports')
    const look = page.getByRole('button', { name: LOOK })
    expect(await look.isDisabled()).toBe(true)
    const file = { name: 'summary.json', mimeType: 'application/json', buffer: SUMMARY }
    await page.getByLabel('Files').setInputFiles(file)
    await look.click()
    const planned = page.getByRole('region', { name: 'What would be imported' })
    await planned.getByText('Incidents 1').click()
    await planned.getByText('Tunnels drop').waitFor()
    await planned.getByRole('button', { name: 'Import this' }).click()
    await page.getByRole('heading', { name: 'This was imported' }).waitFor()
    await soon(async () => (await page.request.get('/api/incident?cloud=northwall_net')).text()).toContain(
      'Tunnels drop',
    )
    await look.click()
    await page.getByRole('heading', { name: 'There is nothing new in it' }).waitFor()
    expect(await page.getByRole('button', { name: 'Import this' }).count()).toBe(0)
  })

  test.each([390, 1440])('a table with a formula in it is refused with its line at %i px', async (width) => {
    const page = await openAs(browser, site(), '/admin/imports?part=threats', { width })
    const text = 'day,category,family,region,blocked\n2026-11-01,malware,=1+1,Europe,3'
    await page.getByLabel('File').setInputFiles({
      name: 'threats.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await page.getByRole('button', { name: LOOK }).click()
    const problems = page.getByRole('region', { name: 'Problems' })
    await soon(() => problems.innerText()).toContain('Line 2')
    expect(await problems.innerText()).toContain('Formulas are not taken.')
    expect(await axeViolations(page)).toEqual([])
  })

  test('another choice needs another look', async () => {
    const page = await openAs(browser, site(), '/admin/imports?part=subscribers')
    await page.getByLabel('File').setInputFiles({
      name: 'subscribers.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email\nada@customer.example'),
    })
    await page.getByRole('button', { name: LOOK }).click()
    await page.getByRole('button', { name: 'Import this' }).waitFor()
    await page.getByRole('checkbox', { name: /confirmed their address/ }).check()
    await soon(() => page.getByRole('button', { name: 'Import this' }).count()).toBe(0)
  })
})
