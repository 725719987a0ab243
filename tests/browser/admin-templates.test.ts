import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { openAsStaff, toast, undo } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

beforeEach(async () => {
  await site().db.deleteFrom('record_templates').execute()
})

test('Z-02, Z-07 a template is written, lists its placeholders and can be used; leaving with unsaved text asks first; templates are reordered by keyboard, removed and restored; the second person to save one sees both versions, and nothing is overwritten', async () => {
  const page = await openAsStaff(browser, site(), {
    roles: ['blog_editor'],
    path: '/admin/templates',
    expects: [/409/],
  })
  await page.getByText('No templates yet').waitFor()
  await page.locator('main details').filter({ hasText: 'New template' }).locator('summary').click()
  await page.getByRole('link', { name: 'Incident', exact: true }).click()

  await page.getByLabel('Title').fill('{{services}} out of reach because of {{carrier_name}}')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Give it a name that colleagues will recognize.').first().waitFor()
  await soon(() => page.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Title').inputValue()).toContain('out of reach')
  await page.getByLabel('Name').fill('Provider outage')
  await page.getByText('When used, it asks for: carrier name.').waitFor()
  await page.getByLabel('Severity').selectOption({ label: 'Service Disruption' })
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'All templates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  expect(await page.getByLabel('Name').inputValue()).toBe('Provider outage')
  for (const name of ['First', 'Second', 'Third']) await addTemplate({ kind: 'maintenance', name })
  await addTemplate({ kind: 'incident', name: 'A template with quite a long name for a narrow screen' })
  await page.getByRole('button', { name: 'Add' }).click()
  await soon(() => addressOf(page)).toBe('/admin/templates')
  await soon(() => page.locator('main').innerText()).toContain('Asks for 1 thing: carrier name.')
  await soon(() => namesIn(page)).toEqual(['First', 'Second', 'Third'])
  expect(await axeInDetail(page)).toEqual([])
  if (!isShort) {
    await page.setViewportSize({ width: 390, height: 900 })
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axeInDetail(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  await page.getByRole('button', { name: 'Move Third', exact: true }).press('Home')
  await toast(page, 'The order is saved.').waitFor()
  await soon(() => namesIn(page)).toEqual(['Third', 'First', 'Second'])
  await undo(page, 'The order is saved.')
  await soon(() => namesIn(page)).toEqual(['First', 'Second', 'Third'])

  // templates.test.ts covers removing in every run.
  if (!isShort) await removeSecond(page)

  await page.getByRole('link', { name: 'Provider outage' }).click()
  await page.getByLabel('Summary').fill('Mine')
  const before = await contentOf('Provider outage')
  await site()
    .db.updateTable('record_templates')
    .set((eb) => ({
      content: JSON.stringify({ ...before, summary: 'Theirs' }),
      version: eb('version', '+', 1),
    }))
    .where('name', '=', 'Provider outage')
    .execute()
  await page.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('region', { name: 'Someone else saved this while you were editing' })
  await soon(() => conflict.innerText()).toContain('Theirs')
  expect(await conflict.innerText()).toContain('Mine')
  await conflict.getByRole('radio', { name: /Yours/ }).check()
  await conflict.getByRole('button', { name: 'Save my choices' }).click()
  await toast(page, 'Saved.').waitFor()
  expect(await contentOf('Provider outage')).toMatchObject({ summary: 'Mine' })
})

async function removeSecond(page: Page) {
  await page.getByRole('button', { name: 'Remove Second' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove the template “Second”?' })
  expect(await removing.innerText()).toContain('Records started with it stay as they are.')
  await removing.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove Second' }).click()
  await removing.getByRole('button', { name: 'Remove' }).click()
  await soon(() => namesIn(page)).toEqual(['First', 'Third'])
  await undo(page, 'The template “Second” was removed.')
  await soon(() => namesIn(page)).toEqual(['First', 'Second', 'Third'])
}

async function contentOf(name: string) {
  const { content } = await site()
    .db.selectFrom('record_templates')
    .where('name', '=', name)
    .select('content')
    .executeTakeFirstOrThrow()
  return content as object
}

function namesIn(page: Page) {
  return page.getByRole('list', { name: 'Maintenance, in their order' }).getByRole('link').allInnerTexts()
}

let position = 100

async function addTemplate({ kind, name }: { kind: 'incident' | 'maintenance'; name: string }) {
  await site()
    .db.insertInto('record_templates')
    .values({
      kind,
      name,
      purpose: 'record',
      content: JSON.stringify({ title: name }),
      position: position++,
      updated_at: new Date(),
    })
    .execute()
}
