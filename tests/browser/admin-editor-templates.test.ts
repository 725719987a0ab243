import { expect, test } from 'vitest'
import { STATUS } from '../../src/domain/newsroom/empty-content.ts'
import { draftOf, openAs, publishByKeys, recordIdOf, savingOf, untilSaved } from './admin-editor-parts.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-02 a template asks for missing values; text typed into a record that a colleague discards becomes a new record; an update starts from a template; unfilled placeholders are never published', async () => {
  const id = await addTemplate('Carrier outage', 'record', {
    title: 'Outage of {{carrier}}',
    body: '<p>Traffic of {{clouds}} suffers because of {{carrier}}.</p>',
  })
  await addTemplate('Watching it', 'update', {
    body: '<p>The fix for {{services}} is in place.</p>',
    status_id: STATUS.monitoring,
    next_update_minutes: 120,
  })
  const page = await openAs(browser, site(), `/admin/records/new?kind=incident&template=${id}`, {
    expects: [/404/],
  })
  await page.getByRole('button', { name: 'Insert template' }).click()
  await page.keyboard.press('Control+Enter')
  await soon(() => page.getByRole('alert').innerText()).toContain('{{carrier}} still needs to be filled in.')
  await page.getByRole('textbox', { name: 'Carrier' }).fill('Deep <Sea>')
  await page.getByRole('button', { name: 'Insert template' }).click()
  await soon(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Outage of Deep <Sea>')
  const record = await recordIdOf(page)
  await soon(async () => (await draftOf(site(), record))?.body).toMatch(
    /^<p>Traffic of northwall\.net, .* suffers because of Deep &lt;Sea&gt;\.<\/p>$/,
  )
  await untilSaved(page)

  await site().db.deleteFrom('records').where('id', '=', record).execute()
  await page.getByRole('textbox', { name: 'Summary' }).fill('Typed after that')
  await page.getByRole('button', { name: 'Save it as a new record' }).click()
  await soon(() => recordIdOf(page)).not.toBe(record)
  expect(await draftOf(site(), await recordIdOf(page))).toMatchObject({
    title: 'Outage of Deep <Sea>',
    summary: 'Typed after that',
  })
  expect(await savingOf(page).innerText()).toMatch(/^Saved/)

  await page.getByRole('textbox', { name: 'Title' }).focus()
  await publishByKeys(page)
  await page.getByRole('button', { name: 'Post update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post an update' })
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Watching it' })
  await soon(() => dialog.getByRole('textbox', { name: 'What is new' }).innerText()).toContain('{{services}}')
  expect(await dialog.getByRole('combobox', { name: 'Status' }).inputValue()).toBe(String(STATUS.monitoring))
  expect(await dialog.getByRole('textbox', { name: 'Next update by' }).inputValue()).not.toBe('')
  await dialog.getByRole('button', { name: 'Post update' }).click()
  await soon(() => dialog.getByRole('alert').innerText()).toContain(
    '{{services}} still needs to be filled in.',
  )
})

test('Z-05 a role writes its own kinds of records, sees who is notified, and is not offered other kinds', async () => {
  const page = await openAs(browser, site(), '/admin/records/new', { roles: ['legal_team'] })
  await soon(() => page.getByRole('main').getByRole('link').allInnerTexts()).toEqual([
    'Sub-processor notification',
  ])
  await page.getByRole('link', { name: 'Sub-processor notification' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('A new sub-processor')
  await page.getByRole('group', { name: 'Categories', exact: true }).getByRole('checkbox').first().check()
  await page.keyboard.press('Control+Enter')
  await soon(() => page.getByRole('dialog').innerText()).toMatch(/will be notified\b/)
  expect(await page.getByRole('dialog').innerText()).not.toContain('Your role can’t see')
  await page.goto('/admin/records/new?kind=incident')
  await soon(() => page.getByRole('main').innerText()).toContain(
    'Your role can’t write records of this kind.',
  )
})

async function addTemplate(name: string, purpose: 'record' | 'update', content: object): Promise<number> {
  const { id } = await site()
    .db.insertInto('record_templates')
    .values({ name, kind: 'incident', purpose, content: JSON.stringify(content), updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
