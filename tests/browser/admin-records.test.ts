import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../../src/domain/access.ts'
import { isShort } from '../size.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import { draftOf, recordIdOf, untilInText } from './admin-editor-parts.ts'
import { goToScreen, openAsStaff } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { heldBack } from './held-back.ts'
import { sharedSite } from './own-site.ts'
import { clickInside } from './shell.ts'
import { enterAs, makeStaff } from './signed-in.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

/** What a blog editor may create; unit tests cover the other roles. */
const WRITERS = ['Incident', 'Maintenance', 'Security advisory', 'Advisory notification']

test('Z-02, Z-05 records are searched and filtered, with filters in the URL and paging; staff resolve an incident from the list; read-only staff read it and its internal note, without buttons to create or change', async () => {
  await addDraft(site().db, { title: 'Zebra crossing of two cables' })
  const page = await open({ roles: ['blog_editor'] })
  await table(page).waitFor()
  await page.getByRole('searchbox').fill('zebra cables')
  await soon(() => rows(page).count()).toBe(1)
  expect(await rows(page).first().innerText()).toContain('Zebra crossing of two cables')
  expect(await rows(page).first().innerText()).toContain('Draft')
  await page.getByLabel('State', { exact: true }).selectOption('published')
  await page.getByText('No records match').waitFor()
  expect(addressOf(page)).toBe('/admin/records?q=zebra+cables&state=published')
  await page.reload()
  await page.getByText('No records match').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('zebra cables')
  await page.goBack()
  await soon(() => rows(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Clear' }).click()
  await soon(() => rows(page).count()).toBe(25)
  expect(addressOf(page)).toBe('/admin/records')
  await page.waitForLoadState('networkidle')
  expect(await axeViolations(page)).toEqual([])

  // In every run, newsroom-list.test.ts covers these filters, record-filters.test.ts the addresses.
  if (!isShort) await filterByKindAndPage(page)

  const menu = page.locator('main details').filter({ hasText: 'New record' })
  await menu.locator('summary').click()
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(WRITERS)

  const id = await addOpenIncident('Lift music plays on every call')
  await page.getByRole('searchbox').fill(String(id))
  await soon(() => rows(page).first().innerText()).toContain('Lift music plays on every call')
  // Sending waits for the fields that are still missing: without them, no post-mortem would be due.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/admin/choices', (route) => released.then(() => route.continue()))
  await more(page, 'Resolve')
  await untilInText(page)
  await page.keyboard.insertText('It is silent.')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Publishing…', disabled: true }).waitFor()
  release()
  await soon(() => rows(page).first().innerText()).toContain('Resolved')
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  expect(await postMortemDue(id)).not.toBeNull()

  await site()
    .db.insertInto('record_internals')
    .values({ record_id: id, internal_note: 'Rack 7 hums' })
    .execute()
  const { uid } = await makeStaff(site(), ['customer_success_manager'])
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await goToScreen(page, `/admin/records?q=${id}`)
  await soon(() => rows(page).count()).toBe(1)
  expect(await page.locator('main').getByRole('link', { name: /^New/ }).count()).toBe(0)
  expect(await table(page).getByRole('button').count()).toBe(0)
  expect(await table(page).locator('summary').count()).toBe(0)
  await rows(page).first().getByRole('link').first().click()
  await soon(() => page.getByRole('textbox', { name: 'Internal note' }).inputValue()).toBe('Rack 7 hums')
  expect(await page.getByRole('main').innerText()).toContain('You can read this but not change it.')
  expect(await page.getByRole('textbox', { name: 'Title' }).isEditable()).toBe(false)
  const steps = page.getByRole('main').getByRole('button', { name: /Publish|Post update|Discard|More/ })
  expect(await steps.count()).toBe(0)
  expect(await axeInDetail(page)).toEqual([])
})

async function filterByKindAndPage(page: Page) {
  expect(await page.getByLabel('Notification type', { exact: true }).count()).toBe(0)
  await page.getByLabel('Kind', { exact: true }).selectOption('notification')
  await page.getByLabel('Notification type', { exact: true }).selectOption('sub_processor')
  await soon(() => rows(page).first().innerText()).toContain('Sub-processor notification')
  await page.getByLabel('Kind', { exact: true }).selectOption('incident')
  await soon(() => addressOf(page)).toBe('/admin/records?kind=incident')
  await soon(() => rows(page).first().innerText()).toMatch(/Incident/)
  const [first] = await rows(page).allInnerTexts()
  await page.getByRole('link', { name: 'Next page' }).click()
  await soon(() => addressOf(page)).toBe('/admin/records?kind=incident&page=1')
  await soon(async () => (await rows(page).allInnerTexts())[0]).not.toBe(first)
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axeInDetail(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('Z-05 resolving asks for the day of the post-mortem if the usual one cannot be loaded, and keeps one that was set before; what is typed after Ctrl+Enter is not sent unasked', async () => {
  const id = await addOpenIncident('The lobby fountain runs uphill')
  const page = await open({ roles: ['blog_editor'], path: `/admin/records?q=${id}`, expects: [/500/] })
  const dialog = page.getByRole('dialog')
  await rows(page).first().getByRole('button', { name: 'Update' }).waitFor()
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route('**/api/admin/choices', (route) => refused.then(() => route.fulfill({ status: 500 })))
  await more(page, 'Resolve')
  await untilInText(page)
  await page.keyboard.insertText('It runs down')
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('button', { name: 'Publishing…' }).waitFor()
  await page.keyboard.type(' again.')
  await dialog.getByRole('button', { name: 'Resolve' }).waitFor()
  refuse()
  await dialog.getByText('We couldn’t load the usual day. Please choose one.').waitFor()
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Please choose a day.', { exact: true }).waitFor()
  expect(await axeInDetail(page)).toEqual([])
  await dialog.getByLabel('Day').fill('2031-05-02')
  await page.keyboard.press('Control+Enter')
  await soon(() => rows(page).first().innerText()).toContain('Resolved')
  expect(await postMortemDue(id)).toBe('2031-05-02')
  await page.unroute('**/api/admin/choices')

  const reopened = await addOpenIncident('The lobby fountain runs uphill again')
  await site()
    .db.insertInto('post_mortem_drafts')
    .values({ record_id: reopened, due_on: '2031-06-03', saved_at: new Date() })
    .execute()
  await page.getByRole('searchbox').fill(String(reopened))
  await soon(() => rows(page).first().innerText()).toContain('uphill again')
  // An update would resolve it without asking for that day.
  await rows(page).first().getByRole('button', { name: 'Update' }).click()
  const templates = dialog.getByLabel('Template').locator('option')
  await soon(() => templates.allInnerTexts()).toContain('Identified')
  expect(await templates.allInnerTexts()).not.toContain('Resolved')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await more(page, 'Resolve')
  await soon(() => templates.allInnerTexts()).toContain('Resolved')
  await soon(() => dialog.getByLabel('Day').inputValue()).toBe('2031-06-03')
  await page.keyboard.press('Control+Enter')
  await soon(() => rows(page).first().innerText()).toContain('Resolved')
  expect(await postMortemDue(reopened)).toBe('2031-06-03')
})

test('Z-05 Ctrl+Enter waits for an upload, and sends nothing if it fails or the session changes', async () => {
  const id = await addOpenIncident('The revolving door is stuck')
  const page = await open({ roles: ['blog_editor'], path: `/admin/records?q=${id}`, expects: [/500/, /422/] })
  const dialog = page.getByRole('dialog')
  const words = dialog.getByRole('textbox', { name: 'What is new' })
  await rows(page).first().getByRole('button', { name: 'Update' }).click()
  await untilInText(page)
  await page.keyboard.insertText('See ')
  const refusal = await heldBack(page, ATTACHMENTS, (route) => route.fulfill({ status: 500 }))
  await attach(page, 'door.csv')
  await words.press('Control+Enter')
  await dialog.getByText('Waiting for the upload.').waitFor()
  refusal.release()
  const alert = dialog.getByRole('alert')
  await soon(() => alert.innerText()).toBe('door.csv could not be attached, so nothing was sent.')
  await dialog.getByRole('button', { name: 'Post update' }).waitFor()
  expect(await axeInDetail(page)).toEqual([])
  expect(await bodiesOf(id)).toEqual([])

  await dialog.getByLabel('Image files').setInputFiles({ ...PICTURE, buffer: Buffer.from('no picture') })
  const image = page.getByRole('dialog', { name: 'Add image' })
  await image.getByRole('checkbox', { name: 'Decorative' }).press('Control+Enter')
  await image.getByRole('button', { name: 'Cancel' }).click()
  await soon(() => image.count()).toBe(0)
  expect(await bodiesOf(id)).toEqual([])

  await page.unroute(ATTACHMENTS)
  const lost = await heldBack(page, ATTACHMENTS)
  await attach(page, 'door.csv')
  await dialog.getByRole('button', { name: 'HTML' }).click()
  await words.press('Control+Enter')
  await dialog.getByText('Waiting for the upload.').waitFor()
  lost.release()
  await soon(() => alert.innerText()).toBe('door.csv could not be attached, so nothing was sent.')
  await dialog.getByRole('button', { name: 'Text', exact: true }).click()
  await page.unroute(ATTACHMENTS)

  const upload = await heldBack(page, ATTACHMENTS)
  await attach(page, 'door.csv')
  await words.press('Control+Enter')
  await dialog.getByText('Waiting for the upload.').waitFor()
  upload.release()
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  expect(await bodiesOf(id)).toEqual([
    expect.stringMatching(/^<p>See ?<a href="\S+">door\.csv \(8 bytes\)<\/a>/),
  ])

  const choices = await heldBack(page, '**/api/admin/choices')
  await more(page, 'Resolve')
  await untilInText(page)
  await page.keyboard.insertText('It turns again.')
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('button', { name: 'Publishing…' }).waitFor()
  const { uid } = await makeStaff(site(), ['blog_editor'])
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  choices.release()
  await soon(() => alert.innerText()).toBe('Your session changed, so nothing was sent. Please send it again.')
  await dialog.getByRole('button', { name: 'Resolve' }).waitFor()
  expect(await bodiesOf(id)).toHaveLength(1)
})

const PICTURE = { name: 'door.png', mimeType: 'image/png' }
const ATTACHMENTS = '**/api/admin/attachments?*'

async function attach(page: Page, name: string) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: 'Attach file' }).click()
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
}

async function bodiesOf(id: number) {
  const updates = await site()
    .db.selectFrom('record_updates')
    .where('record_id', '=', id)
    .select('body')
    .orderBy('id')
    .execute()
  return updates.map(({ body }) => body)
}

async function postMortemDue(id: number) {
  const { due_on } = await site()
    .db.selectFrom('post_mortem_drafts')
    .where('record_id', '=', id)
    .select('due_on')
    .executeTakeFirstOrThrow()
  return due_on
}

// In every run, newsroom-bulk.test.ts covers what is discarded and restored, record-filters.test.ts the
// filters of a view.
test.skipIf(isShort)(
  'Z-02 a view keeps filters; several drafts are discarded, without one that moved meanwhile; the trash gives them back',
  async () => {
    const { db } = site()
    const first = await addDraft(db, { title: 'Pelican one' })
    const second = await addDraft(db, { title: 'Pelican two' })
    const page = await open({ roles: ['trust_admin'], path: '/admin/records?q=pelican' })
    await soon(() => rows(page).count()).toBe(2)
    await page.locator('main summary', { hasText: 'Views' }).click()
    await page.getByRole('button', { name: 'Save as a new view…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Pelicans')
    await dialog.getByLabel('Open the list with this view').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.locator('main summary', { hasText: 'Pelicans' }).waitFor()
    await goToScreen(page, '/admin/records')
    await soon(() => addressOf(page)).toMatch(/^\/admin\/records\?q=pelican&view=\d+$/)
    await soon(() => rows(page).count()).toBe(2)

    const boxes = rows(page).getByRole('checkbox')
    await boxes.first().check()
    await boxes.last().click({ modifiers: ['Shift'] })
    await page.getByText('2 records selected').waitFor()
    await db
      .updateTable('records')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', second)
      .execute()
    await page.getByRole('button', { name: 'Discard drafts…' }).click()
    await dialog.getByText('1 record will be left out').waitFor()
    expect(await dialog.innerText()).toContain('It has changed. Look at it first.')
    expect(await axeInDetail(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Discard 1 record' }).click()
    await dialog.getByText('1 record was left out').waitFor()
    // The pressed button is gone, and so is the bar with the button that opened the dialog.
    await soon(() => dialog.evaluate((around) => around.contains(document.activeElement))).toBe(true)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await soon(() => rows(page).count()).toBe(1)
    await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByRole('button', { name: 'Remove filter “pelican”' }).click()
    await page.locator('main summary', { hasText: 'Pelicans (changed)' }).waitFor()
    await db.deleteFrom('record_views').execute()

    await page.getByRole('link', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Restore Pelican one' }).click()
    await soon(() => addressOf(page)).toBe(`/admin/records/${first}`)
    await soon(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Pelican one')
  },
)

// Unit tests cover each half: the watch of a record, and the keeper of its draft.
test.skipIf(isShort)(
  'Z-07 the editor of a draft that a colleague discards says so, and saves what was typed as a new record',
  async () => {
    const id = await addDraft(site().db, { title: 'Heron' })
    const editor = await open({
      roles: ['trust_admin'],
      path: `/admin/records/${id}`,
      // Its page asks once more after the record is gone.
      expects: [/404/],
    })
    await editor.getByLabel('Title', { exact: true }).fill('Heron, typed')
    await soon(() => draftOf(site(), id)).toMatchObject({ title: 'Heron, typed' })
    const page = await open({ roles: ['trust_admin'], path: `/admin/records?q=${id}` })
    await soon(() => rows(page).first().innerText()).toContain('typed')
    await rows(page).getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Discard drafts…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard 1 record' }).click()
    await editor.getByText(/discarded this .*What you typed is still here/).waitFor()
    expect(await editor.getByLabel('Title', { exact: true }).inputValue()).toBe('Heron, typed')
    await editor.getByRole('button', { name: 'Save it as a new record' }).click()
    await soon(() => recordIdOf(editor)).not.toBe(id)
    await soon(async () => draftOf(site(), await recordIdOf(editor))).toMatchObject({ title: 'Heron, typed' })
  },
)

function open({
  roles = ['administrator'] as readonly Role[],
  path = '/admin/records',
  ...options
}: {
  roles?: readonly Role[]
  path?: string
  width?: number
  expects?: RegExp[]
} = {}) {
  return openAsStaff(browser, site(), { roles, path, ...options })
}

function table(page: Page) {
  return page.getByRole('table', { name: 'Records' })
}

function rows(page: Page) {
  return table(page).locator('tbody > tr')
}

async function more(page: Page, words: string) {
  const menu = rows(page).first().locator('summary').filter({ hasText: 'More' })
  await clickInside(menu, page.getByRole('button', { name: words, exact: true }))
}

async function addOpenIncident(title: string) {
  const id = await addDraft(site().db, {
    title,
    from_time: new Date(),
    clouds: [await demoCloud(site().db, CLOUD)],
  })
  await publish(site().db, id, { notifies: false })
  return id
}
