import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { STATUS } from '../../src/domain/newsroom/empty-content.ts'
import {
  draftOf,
  openAs,
  publishByKeys,
  recordIdOf,
  stateOf,
  untilInText,
  untilSaved,
} from './admin-editor-parts.ts'
import { axeInDetail } from './axe-in-detail.ts'
import { axeViolations } from './axe-violations.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { toastOf } from './signed-in.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('Z-02 maintenance is written, published and postponed to another window; a notification is published', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=maintenance')
  await page.getByRole('textbox', { name: 'Title' }).fill('Renewing stores')
  await page.getByRole('textbox', { name: 'Planned to begin at' }).fill('tomorrow 22:00')
  await page.getByRole('textbox', { name: 'Planned to end at' }).fill('tomorrow 23:30')
  await page.getByRole('checkbox', { name: '1 day before' }).check()
  await publishByKeys(page)
  const maintenance = await recordIdOf(page)
  expect(await stateOf(site(), maintenance)).toMatchObject({
    state: 'published',
    status_id: STATUS.scheduled,
  })
  await more(page, 'Postpone…')
  const dialog = page.getByRole('dialog', { name: 'Postpone this maintenance' })
  await dialog.getByRole('textbox', { name: 'Why, and what readers should know' }).fill('A part is late.')
  await dialog.getByRole('textbox', { name: 'The new window begins at' }).fill('+3d')
  await dialog.getByRole('textbox', { name: 'The new window ends at' }).fill('+4d')
  await dialog.getByRole('button', { name: 'Postpone' }).click()
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  await soon(() => page.getByRole('region', { name: 'History of updates' }).innerText()).toContain(
    'A part is late.',
  )
  expect((await stateOf(site(), maintenance)).state).toBe('published')

  await page.goto('/admin/records/new?kind=notification&notification_type=cloud_app')
  await page.getByRole('textbox', { name: 'Title' }).fill('A new app')
  const terms = page.getByRole('group', { name: 'Categories', exact: true })
  await terms.getByRole('checkbox').nth(1).check()
  await publishByKeys(page)
  expect(await stateOf(site(), await recordIdOf(page))).toMatchObject({ state: 'published' })
})

test('Z-02 an update, a correction of it, the end and the opening again are in the history', async () => {
  const page = await published('Mail is slow')
  const id = await recordIdOf(page)
  await page.getByRole('button', { name: 'Post update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post an update' })
  await untilInText(page)
  await page.keyboard.type('We found teh')
  // Closed by mistake: the words are back in it.
  await page.keyboard.press('Escape')
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Post update' }).click()
  await soon(() => dialog.innerText()).toContain('What you had typed before is back.')
  const words = dialog.getByRole('textbox', { name: 'What is new' })
  expect(await words.innerText()).toBe('We found teh')
  expect(await axeViolations(page)).toEqual([])
  await words.press('Control+a')
  await page.keyboard.type('We found teh cause.')
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Monitoring' })
  await page.keyboard.press('Control+Enter')
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  const history = page.getByRole('region', { name: 'History of updates' })
  await soon(() => history.innerText()).toContain('We found teh cause.')
  expect(await stateOf(site(), id)).toMatchObject({ status_id: STATUS.monitoring })

  await history.getByRole('button', { name: 'Correct' }).first().click()
  const correct = page.getByRole('dialog', { name: 'Correct this update' })
  await correct.getByRole('textbox', { name: 'What the update says' }).press('Control+a')
  await page.keyboard.type('We found the cause.')
  await correct.getByRole('button', { name: 'Save the correction' }).click()
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  expect(await history.innerText()).toContain('We found the cause.')
  expect(await history.innerText()).not.toContain('teh')

  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog', { name: 'Resolve this incident' }).waitFor()
  await untilInText(page)
  await page.keyboard.type('It is over.')
  await page.keyboard.press('Control+Enter')
  await soon(async () => (await stateOf(site(), id)).status_id).toBe(STATUS.resolved)
  await page.getByRole('button', { name: 'Open again' }).click()
  await page.getByRole('dialog', { name: 'It is not over after all' }).waitFor()
  await untilInText(page)
  await page.keyboard.type('It came back.')
  await page.keyboard.press('Control+Enter')
  await soon(async () => (await stateOf(site(), id)).status_id).not.toBe(STATUS.resolved)
  await soon(() => history.innerText()).toContain('It came back.')
})

test('Z-02 changes show as a difference and are published as a correction without notice; unpublishing asks first, and for a reason', async () => {
  const page = await published('A typpo in the title')
  const id = await recordIdOf(page)
  await page.getByRole('textbox', { name: 'Title' }).fill('A typo in the title')
  await untilSaved(page)
  expect((await stateOf(site(), id)).title).toBe('A typpo in the title')
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('Changed, not published')
  await page.getByRole('button', { name: 'Publish changes…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish the changes' })
  expect(await dialog.locator('del').allInnerTexts()).toEqual(['typpo'])
  expect(await dialog.locator('ins').allInnerTexts()).toEqual(['typo'])
  await dialog.getByRole('radio', { name: 'A correction' }).check()
  expect(await dialog.getByRole('checkbox', { name: 'Tell subscribers' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await soon(async () => (await stateOf(site(), id)).title).toBe('A typo in the title')
  const steps = await site()
    .db.selectFrom('publications')
    .where('record_id', '=', id)
    .select(['step', 'notifies'])
    .orderBy('id')
    .execute()
  expect(steps.at(-1)).toEqual({ step: 'corrected', notifies: false })
  await soon(() => page.getByRole('dialog').count()).toBe(0)

  await more(page, 'Unpublish…')
  const asked = page.getByRole('dialog', { name: 'Take this record off the site?' })
  await asked.getByRole('button', { name: 'Unpublish' }).click()
  await soon(() => asked.innerText()).toContain('Please say why')
  await asked.getByRole('textbox', { name: 'Why' }).fill('It was another cloud')
  await asked.getByRole('button', { name: 'Unpublish' }).click()
  await soon(async () => (await stateOf(site(), id)).state).toBe('unpublished')
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('Unpublished')
})

test('Z-02, Z-03 a record is scheduled, that is taken back, and it is published without telling those who were counted', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
  await page.getByRole('textbox', { name: 'Title' }).fill('For later')
  await page.keyboard.press('Control+Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'By itself, at a time' }).check()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await soon(() => dialog.getByRole('alert').innerText()).toContain('Say when')
  await dialog.getByRole('textbox', { name: 'Publish at' }).fill('tomorrow 08:00')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  const id = await recordIdOf(page)
  await soon(async () => (await stateOf(site(), id)).state).toBe('scheduled')
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('publishes itself')
  await more(page, 'Do not publish by itself')
  await soon(async () => (await stateOf(site(), id)).state).toBe('draft')
  await soon(() => page.getByRole('main').locator('header').innerText()).not.toContain('publishes itself')

  await page.getByRole('textbox', { name: 'Title' }).focus()
  await page.keyboard.press('Control+Enter')
  await soon(() => dialog.innerText()).toMatch(/will be told/)
  await dialog.getByRole('checkbox', { name: 'Tell subscribers' }).uncheck()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await soon(async () => (await stateOf(site(), id)).state).toBe('published')
  const { notifies } = await site()
    .db.selectFrom('publications')
    .where('record_id', '=', id)
    .select('notifies')
    .executeTakeFirstOrThrow()
  expect(notifies).toBe(false)
})

test('Z-02 a discarded draft comes back by Undo; a copy begins without times', async () => {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
  await page.getByRole('textbox', { name: 'Title' }).fill('Thrown away')
  const id = await recordIdOf(page)
  await untilSaved(page)
  await more(page, 'Discard this draft')
  await soon(() => new URL(page.url()).pathname).toBe('/admin/records')
  expect(await draftOf(site(), id)).toBeUndefined()
  await toastOf(page, 'The draft is discarded.').getByRole('button', { name: 'Undo' }).click()
  const again = await recordIdOf(page)
  await soon(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Thrown away')
  await more(page, 'Copy as a new draft')
  await soon(() => recordIdOf(page)).not.toBe(again)
  await soon(async () => (await draftOf(site(), await recordIdOf(page)))?.from_time).toBeNull()
})

test('Z-05 who may read and not write sees everything, internal fields too, and no way to change it', async () => {
  const writer = await openAs(browser, site(), '/admin/records/new?kind=incident')
  await writer.getByRole('textbox', { name: 'Title' }).fill('To be read')
  await writer.getByRole('textbox', { name: 'Internal note' }).fill('Rack 7')
  const id = await recordIdOf(writer)
  await soon(async () => (await draftOf(site(), id))?.internal).toMatchObject({ internal_note: 'Rack 7' })
  const page = await openAs(browser, site(), `/admin/records/${id}`, { roles: ['customer_success_manager'] })
  await soon(() => page.getByRole('textbox', { name: 'Internal note' }).inputValue()).toBe('Rack 7')
  expect(await page.getByRole('main').innerText()).toContain('You may read this, not change it.')
  expect(await page.getByRole('textbox', { name: 'Title' }).isEditable()).toBe(false)
  expect(await page.getByRole('button', { name: /Publish|Post update|Discard|More/ }).count()).toBe(0)
  expect(await axeInDetail(page)).toEqual([])
})

async function published(title: string): Promise<Page> {
  const page = await openAs(browser, site(), '/admin/records/new?kind=incident')
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await publishByKeys(page)
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('Published')
  return page
}

async function more(page: Page, words: string) {
  const menu = page.getByRole('main').locator('header details')
  await menu.locator('summary').click()
  await menu.getByRole('button', { name: words }).click()
}
