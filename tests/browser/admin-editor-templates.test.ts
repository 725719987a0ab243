import { expect, test } from 'vitest'
import { STATUS } from '../../src/domain/newsroom/empty-content.ts'
import type { RecordKind } from '../../src/domain/record.ts'
import { isShort } from '../size.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import {
  addIncidentDraft,
  draftOf,
  openAs,
  publishByKeys,
  recordIdOf,
  stateOf,
  untilSaved,
} from './admin-editor-parts.ts'
import { soon, testBrowser } from './browser.ts'
import { heldBack } from './held-back.ts'
import { sharedSite } from './own-site.ts'
import { clickInside } from './shell.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-02 a template asks for missing values; an update starts from a template; unfilled placeholders are never published', async () => {
  const id = await addTemplate('Carrier outage', 'record', {
    title: 'Outage of {{carrier}}',
    body: '<p>Traffic of {{clouds}} suffers because of {{carrier}}.</p>',
  })
  await addTemplate('Watching it', 'update', {
    body: '<p>The fix for {{services}} is in place.</p>',
    status_id: STATUS.monitoring,
    next_update_minutes: 120,
  })
  const page = await openAs(browser, site(), `/admin/records/new?kind=incident&template=${id}`)
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

  await page.getByRole('textbox', { name: 'Title' }).focus()
  await publishByKeys(page)
  await page.getByRole('button', { name: 'Post update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post an update' })
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Watching it' })
  await soon(() => dialog.getByRole('textbox', { name: 'What is new' }).innerText()).toBe(
    'The fix for our services is in place.',
  )
  expect(await dialog.getByRole('combobox', { name: 'Status' }).inputValue()).toBe(String(STATUS.monitoring))
  expect(await dialog.getByRole('textbox', { name: 'Next update by' }).inputValue()).not.toBe('')
  // In every run, life-calls.test.ts covers what is never published, insertion.test.ts what is not
  // replaced.
  if (isShort) return
  await dialog.getByRole('textbox', { name: 'What is new' }).fill('For {{customers}}.')
  await dialog.getByRole('button', { name: 'Post update' }).click()
  await soon(() => dialog.getByRole('alert').innerText()).toContain(
    '{{customers}} still needs to be filled in.',
  )
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'None' })
  await dialog.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Watching it' })
  await dialog.getByText('would replace what you entered: What is new.').waitFor()
  await dialog.getByRole('button', { name: 'Don’t insert it' }).click()
  expect(await dialog.getByRole('textbox', { name: 'What is new' }).innerText()).toBe('For {{customers}}.')
})

// insertion.test.ts and filled-text.test.ts cover these rules in every run.
test.skipIf(isShort)(
  'Z-02 in a draft that is opened again, a template asks before it replaces words, and its text follows what is chosen later',
  async () => {
    await addTemplate('Slow services', 'record', {
      title: '{{services}} on {{clouds}}',
      summary: 'Slow',
      body: '<p>{{services}} are slow.</p>',
    })
    const record = await addIncidentDraft(site(), 'My own title')
    const page = await openAs(browser, site(), `/admin/records/${record}`)
    await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Slow services' })
    await page.getByText('would replace what you entered: Title.').waitFor()
    await page.getByRole('button', { name: 'Keep mine, fill in the rest' }).click()
    await soon(() => page.getByRole('textbox', { name: 'Summary' }).inputValue()).toBe('Slow')
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('My own title')
    await soon(async () => (await draftOf(site(), record))?.body).toBe('<p>Our services are slow.</p>')

    // filled-text.test.ts covers what happens when this draft is opened once more.
    const services = page.getByRole('group', { name: 'Services', exact: true })
    await services.locator('summary').first().click()
    const service = services.locator('li label').first()
    const name = (await service.innerText()).trim()
    await service.click()
    await soon(async () => (await draftOf(site(), record))?.body).toBe(`<p>${name} are slow.</p>`)
  },
)

// In every run, life-calls.test.ts refuses {{new_end}} as long as it is unfilled, and moves the end of maintenance.
test.skipIf(isShort)(
  'Z-02 a template that announces a new end asks for it, and the update moves the end of the maintenance',
  async () => {
    await addTemplate(
      'Longer',
      'update',
      { body: '<p>Because of {{reason}}, until {{new_end}}.</p>' },
      'maintenance',
    )
    const ahead = (hours: number) => new Date(Math.ceil(Date.now() / 3_600_000 + hours) * 3_600_000)
    const id = await addDraft(site().db, {
      kind: 'maintenance',
      event_type: 'scheduled',
      status_id: STATUS.scheduled,
      from_time: ahead(1),
      to_time: ahead(3),
    })
    await publish(site().db, id)
    const page = await openAs(browser, site(), `/admin/records/${id}`)
    await page.getByRole('button', { name: 'Post update' }).click()
    const dialog = page.getByRole('dialog', { name: 'Post an update' })
    await dialog.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Longer' })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('a slow disk')
    await dialog.getByRole('button', { name: 'Insert template' }).click()
    await soon(() => dialog.getByRole('textbox', { name: 'What is new' }).innerText()).toContain(
      'a slow disk',
    )
    await dialog.getByRole('button', { name: 'Post update' }).click()
    await soon(() => dialog.getByRole('alert').innerText()).toContain(
      '{{new_end}} still needs to be filled in.',
    )
    const at = ahead(5).toISOString()
    await dialog.getByRole('textbox', { name: 'New end' }).fill(`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`)
    await soon(() => dialog.getByRole('textbox', { name: 'What is new' }).innerText()).toMatch(
      /^Because of a slow disk, until \w{3}, .* UTC\.$/,
    )
    await dialog.getByRole('button', { name: 'Post update' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { to_time } = await site()
      .db.selectFrom('records')
      .where('id', '=', id)
      .select('to_time')
      .executeTakeFirstOrThrow()
    expect(to_time?.toISOString()).toBe(at)

    await addTemplate(
      'Not this time',
      'update',
      { body: '<p>Because of {{reason}}, {{services}} stay as they are.</p>', status_id: STATUS.postponed },
      'maintenance',
    )
    const menu = page.getByRole('main').getByText('More', { exact: true })
    await clickInside(menu, page.getByRole('button', { name: 'Postpone…' }))
    const postponing = page.getByRole('dialog', { name: 'Postpone this maintenance' })
    const templates = postponing.getByRole('combobox', { name: 'Template' })
    await soon(() => templates.locator('option').allInnerTexts()).toEqual(['None', 'Not this time'])
    await templates.selectOption({ label: 'Not this time' })
    await postponing.getByRole('textbox', { name: 'Reason' }).fill('snow')
    const loading = await heldBack(page, `**/api/admin/records/${id}`)
    await postponing.getByRole('button', { name: 'Insert template' }).click()
    const words = postponing.getByRole('textbox', { name: 'Why, and what readers should know' })
    await soon(() => words.innerText()).toBe('Because of snow, {{services}} stay as they are.')
    // What is typed until the services are known stays.
    await words.press('ControlOrMeta+End')
    await page.keyboard.insertText(' Sorry.')
    await words.press('Control+Enter')
    loading.release()
    await postponing.waitFor({ state: 'detached' })
    expect(await stateOf(site(), id)).toMatchObject({ status_id: STATUS.postponed })
    const { body } = await site()
      .db.selectFrom('record_updates')
      .where('record_id', '=', id)
      .select('body')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(body).toBe('<p>Because of snow, our services stay as they are. Sorry.</p>')
  },
)

async function addTemplate(
  name: string,
  purpose: 'record' | 'update',
  content: object,
  kind: RecordKind = 'incident',
): Promise<number> {
  const { id } = await site()
    .db.insertInto('record_templates')
    .values({ name, kind, purpose, content: JSON.stringify(content), updated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
