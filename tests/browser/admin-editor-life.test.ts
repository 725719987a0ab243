import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { STATUS } from '../../src/domain/newsroom/empty-content.ts'
import { isShort } from '../size.ts'
import { typeDraft } from '../support/life.ts'
import { publish } from '../support/publish.ts'
import {
  addIncidentDraft,
  addOpenIncident,
  draftOf,
  openAs,
  recordIdOf,
  stateOf,
  untilInText,
  untilSaved,
  WITH_PREVIEW_PX,
} from './admin-editor-parts.ts'
import { axeInDetail } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { clickInside } from './shell.ts'
import { toastOf } from './signed-in.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test("Z-02, Z-03 an incident's life: updates, corrections, closing and reopening appear in its history; withdrawing asks for a reason; a copy is discarded, restored by Undo, and published without notifying the counted recipients", async () => {
  const id = await addOpenIncident(site(), 'Mail is sloww')
  const page = await openWide(id)
  await page.getByRole('button', { name: 'Post update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post an update' })
  await untilInText(page)
  await page.keyboard.insertText('We found teh')
  await page.keyboard.press('Escape')
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Post update' }).click()
  await soon(() => dialog.innerText()).toContain('Restored what you typed before.')
  const words = dialog.getByRole('textbox', { name: 'What is new' })
  await soon(() => words.innerText()).toBe('We found teh')
  // The text editor takes the focus, with the cursor at the end.
  await untilInText(page)
  await words.press('Control+a')
  await page.keyboard.insertText('We found teh cause.')
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Monitoring' })
  expect(await axeInDetail(page)).toEqual([])
  // life-updates.test.ts covers these rules in every run.
  if (!isShort) await choosePlaces(page)
  await dialog.getByRole('button', { name: 'Post update' }).click()
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  const history = page.getByRole('region', { name: 'History of updates' })
  await soon(() => history.innerText()).toContain('We found teh cause.')
  if (!isShort) expect(await history.innerText()).toMatch(/\w recovered\n/)
  expect(await stateOf(site(), id)).toMatchObject({ status_id: STATUS.monitoring })

  await history.getByRole('button', { name: 'Correct' }).first().click()
  const correct = page.getByRole('dialog', { name: 'Correct this update' })
  await untilInText(page)
  await correct.getByRole('textbox', { name: 'What the update says' }).press('Control+a')
  await page.keyboard.insertText('We found the cause.')
  await correct.getByRole('button', { name: 'Save the correction' }).click()
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  await soon(() => history.innerText()).toContain('We found the cause.')
  expect(await history.innerText()).not.toContain('teh')

  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog', { name: 'Resolve this incident' }).waitFor()
  await untilInText(page)
  await page.keyboard.insertText('It is over.')
  await page.keyboard.press('Control+Enter')
  await soon(async () => (await stateOf(site(), id)).status_id).toBe(STATUS.resolved)

  // life-updates.test.ts and life-incident.test.ts cover these rules in every run.
  if (isShort) await soon(() => page.getByRole('dialog').count()).toBe(0)
  else await updateAndReopen(page, id)

  await page.getByRole('textbox', { name: 'Title' }).fill('Mail is slow')
  await untilSaved(page)
  expect((await stateOf(site(), id)).title).toBe('Mail is sloww')
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('Changed, not published')
  await page.getByRole('button', { name: 'Publish changes…' }).click()
  const changes = page.getByRole('dialog', { name: 'Publish the changes' })
  await soon(() => changes.locator('del').allInnerTexts()).toEqual(['sloww'])
  expect(await changes.locator('ins').allInnerTexts()).toEqual(['slow'])
  await changes.getByRole('radio', { name: 'A correction' }).check()
  expect(await changes.getByRole('checkbox', { name: 'Notify subscribers' }).count()).toBe(0)
  await changes.getByRole('button', { name: 'Publish now' }).click()
  await soon(async () => (await stateOf(site(), id)).title).toBe('Mail is slow')
  const steps = await site()
    .db.selectFrom('publications')
    .where('record_id', '=', id)
    .select(['step', 'notifies'])
    .orderBy('id')
    .execute()
  expect(steps.at(-1)).toEqual({ step: 'corrected', notifies: false })
  await soon(() => page.getByRole('dialog').count()).toBe(0)

  await more(page, 'Withdraw…')
  const asked = page.getByRole('dialog', { name: 'Withdraw this record from the site?' })
  await asked.getByRole('button', { name: 'Withdraw' }).click()
  await soon(() => asked.innerText()).toContain('Give a reason')
  await asked.getByRole('textbox', { name: 'Withdrawn because' }).fill('The alarm was a test.')
  expect(await asked.innerText()).toContain('because the alarm was a test.”')
  await asked.getByRole('textbox', { name: 'Why' }).fill('It was another cloud')
  await asked.getByRole('button', { name: 'Withdraw' }).click()
  await soon(async () => (await stateOf(site(), id)).state).toBe('unpublished')
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('Withdrawn')
  await soon(() => page.getByRole('main').innerText()).toContain('because the alarm was a test.”')

  await more(page, 'Copy as a new draft')
  await soon(() => recordIdOf(page)).not.toBe(id)
  const copy = await recordIdOf(page)
  await soon(async () => (await draftOf(site(), copy))?.from_time).toBeNull()
  await soon(() => page.getByRole('main').locator('header').innerText()).toContain('Draft')
  // newsroom-bulk.test.ts covers the trash in every run.
  if (!isShort) await discardAndUndo(page, copy)

  const publishing = page.getByRole('dialog')
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await page.keyboard.press('Control+Enter')
  await soon(() => publishing.innerText()).toMatch(/will be notified/)
  await publishing.getByRole('checkbox', { name: 'Notify subscribers' }).uncheck()
  await publishing.getByRole('button', { name: 'Publish now' }).click()
  await soon(async () => (await stateOf(site(), copy)).state).toBe('published')
  const { notifies } = await site()
    .db.selectFrom('publications')
    .where('record_id', '=', copy)
    .select('notifies')
    .executeTakeFirstOrThrow()
  expect(notifies).toBe(false)
  await soon(() => page.getByRole('dialog').count()).toBe(0)
  await more(page, 'Versions in the public log')
  await page.getByRole('table', { name: 'Versions' }).waitFor()
})

async function choosePlaces(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Post an update' })
  const places = dialog.getByText('Affected services and data centers')
  const before = dialog.locator('details details li input:not(:checked)').first()
  // The dialog grows when the number of recipients arrives, and a click may then miss.
  const isOpen = () => places.evaluate((summary) => summary.closest('details')?.open === true)
  await soon(async () => {
    if (!(await isOpen())) await places.click()
    return isOpen()
  }).toBe(true)
  await before.waitFor({ state: 'attached' })
  if (!(await before.isVisible())) await dialog.locator('details details > summary').first().click()
  await before.check()
  await soon(() => dialog.innerText()).toContain('1 added')
  // An open incident can't affect only places that have recovered.
  await before.check()
  await soon(() => dialog.innerText()).toContain('2 added')
  await dialog
    .getByRole('combobox', { name: /^State of / })
    .first()
    .selectOption({ label: 'Recovered' })
  await soon(() => dialog.innerText()).toContain('1 changed')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = dialog.frameLocator('iframe')
  await soon(() => preview.locator('main').innerText()).toMatch(/ added\s|Now limited to/)
  expect(await preview.locator('main').innerText()).toContain('We found teh cause.')
  expect(await axeInDetail(page)).toEqual([])
}

async function updateAndReopen(page: Page, id: number) {
  const history = page.getByRole('region', { name: 'History of updates' })
  // A closed record accepts further updates, and the newest one says too much.
  await page.getByRole('button', { name: 'Post update' }).click()
  await untilInText(page)
  await page.keyboard.insertText('Who caused it.')
  await page.keyboard.press('Control+Enter')
  await soon(() => history.innerText()).toContain('Who caused it.')
  expect((await stateOf(site(), id)).status_id).toBe(STATUS.resolved)
  await history.getByRole('button', { name: 'Remove' }).first().click()
  await page
    .getByRole('dialog', { name: 'Remove this update?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await soon(() => history.innerText()).toContain('Readers see this note.')
  expect(await history.innerText()).not.toContain('Who caused it.')

  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('dialog', { name: 'Reopen' }).waitFor()
  await untilInText(page)
  await page.keyboard.insertText('It came back.')
  await page.keyboard.press('Control+Enter')
  await soon(async () => (await stateOf(site(), id)).status_id).not.toBe(STATUS.resolved)
  await soon(() => history.innerText()).toContain('It came back.')
  await soon(() => page.getByRole('dialog').count()).toBe(0)
}

async function discardAndUndo(page: Page, copy: number) {
  await more(page, 'Discard this draft')
  await soon(() => new URL(page.url()).pathname).toBe('/admin/records')
  const discarded = await site()
    .db.selectFrom('records')
    .where('id', '=', copy)
    .select('trashed_at')
    .executeTakeFirst()
  expect(discarded?.trashed_at).toBeInstanceOf(Date)
  await toastOf(page, 'Draft discarded.').getByRole('button', { name: 'Undo' }).click()
  await soon(() => recordIdOf(page)).toBe(copy)
  await soon(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Mail is slow')
}

// newsroom-schedule.test.ts covers these rules in every run, and what goes out.
test.skipIf(isShort)(
  'Z-02 a scheduled publication is canceled; an edit after scheduling asks for confirmation; without it, the scheduled words go out, and the open editor says so',
  async () => {
    const page = await openAs(browser, site(), '/admin/records/new?kind=incident', { name: 'Ada' })
    await page.getByRole('textbox', { name: 'Title' }).fill('Planned news')
    const id = await recordIdOf(page)
    const header = () => page.getByRole('main').locator('header').innerText()
    const summary = page.getByRole('textbox', { name: 'Summary' })
    const dialog = page.getByRole('dialog')
    const notice = page.getByText('The latest changes are not in the scheduled version, which Ada confirmed')
    const askForTime = async () => {
      await page.getByRole('textbox', { name: 'Title' }).focus()
      await page.keyboard.press('Control+Enter')
      await dialog.getByRole('radio', { name: 'At a set time' }).check()
    }
    const schedule = async () => {
      await dialog.getByRole('textbox', { name: 'Publish at' }).fill('tomorrow 08:00')
      await dialog.getByRole('button', { name: 'Schedule' }).click()
    }
    await askForTime()
    await dialog.getByRole('button', { name: 'Schedule' }).click()
    await soon(() => dialog.getByRole('alert').innerText()).toContain('Enter when')
    await schedule()
    await soon(header).toContain('publishes automatically')
    await more(page, 'Cancel scheduled publication')
    await soon(async () => (await stateOf(site(), id)).state).toBe('draft')
    await soon(header).not.toContain('publishes automatically')
    await summary.fill('Confirmed words')
    await askForTime()
    await schedule()
    await soon(header).toContain('publishes automatically')
    await soon(() => dialog.count()).toBe(0)

    await summary.fill('Later words')
    await notice.waitFor()
    await soon(header).toContain('Scheduled, changed')
    await page.getByRole('button', { name: 'Publish the new version…' }).click()
    await soon(() => dialog.innerText()).toContain('This is what changes in the scheduled version')
    expect(await dialog.innerText()).toContain('Later words')
    await page.keyboard.press('Escape')
    await soon(() => dialog.count()).toBe(0)
    await page.getByRole('button', { name: 'Keep the scheduled version' }).click()
    await soon(async () => (await draftOf(site(), id))?.summary).toBe('Later words')
    await site().db.updateTable('records').set({ publish_at: new Date() }).where('id', '=', id).execute()
    await soon(() => page.getByRole('main').innerText()).toMatch(/This was published as scheduled/)
    await soon(header).toContain('Changed, not published')
    expect(await summary.inputValue()).toBe('Later words')
    const { summary: seen } = await site()
      .db.selectFrom('records')
      .where('id', '=', id)
      .select('summary')
      .executeTakeFirstOrThrow()
    expect(seen).toBe('Confirmed words')
  },
)

test('a version that must not stay public is redacted: not without a reason, never the one that readers see', async () => {
  const { db } = site()
  const id = await addOpenIncident(site(), 'Jane Doe did it')
  await db.updateTable('records').set({ title: 'Somebody did it' }).where('id', '=', id).execute()
  await publish(db, id, { step: 'corrected', notifies: false })
  const page = await openAs(browser, site(), `/admin/records/${id}/log`)
  const versions = page.getByRole('table', { name: 'Versions' }).getByRole('row')
  const [shown, earlier] = [
    versions.filter({ hasText: 'Somebody did it' }),
    versions.filter({ hasText: 'Jane Doe did it' }),
  ]
  await soon(() => shown.innerText()).toContain('Shown now')
  expect(await shown.getByRole('button').count()).toBe(0)
  const face = await earlier.getByRole('link').getAttribute('href')
  await earlier.getByRole('button', { name: /^Redact entry/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Redact entry \d/ })
  await dialog.getByRole('button', { name: 'Redact for good' }).click()
  await soon(() => dialog.innerText()).toContain('Give a reason. Readers of the log see it.')
  expect(await axeInDetail(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It named a person')
  await dialog.getByRole('button', { name: 'Redact for good' }).click()
  await toastOf(page, 'Redacted 1 version. The log says when and why.').waitFor()
  await soon(() => versions.filter({ hasText: 'It named a person' }).innerText()).toContain('Redacted on')
  expect(await earlier.count()).toBe(0)
  await soon(async () => (await fetch(site().url + face)).text()).toContain('It named a person')
  const answer = await (await fetch(`${site().url}/api/posts/${id}/versions`)).text()
  expect(answer).not.toContain('Jane Doe')
})

/** Wide enough for the history beside the form. A new preview after every step would cost more than the steps. */
async function openWide(id: number): Promise<Page> {
  const page = await openAs(browser, site(), `/admin/records/${id}`, { width: WITH_PREVIEW_PX })
  await page.route('**/api/admin/records/*/preview', (route) =>
    route.fulfill({ json: { data: { html: '' } } }),
  )
  return page
}

async function more(page: Page, words: string) {
  const menu = page.getByRole('main').locator('header details')
  await clickInside(menu.locator('summary'), menu.getByRole('button', { name: words }))
}

// approval.test.ts covers these rules in every run.
test.skipIf(isShort)(
  'Z-03 a request for a second person is reviewed and approved; an edit ends it, and the editor says so',
  async () => {
    const edited = await addIncidentDraft(site(), 'Edited while it waits')
    await askedFor(edited)
    const page = await openAs(browser, site(), `/admin/records/${edited}`, { name: 'Ben Holt' })
    await soon(() => page.getByRole('main').innerText()).toContain('Waiting for approval.')
    await page.getByRole('textbox', { name: 'Title' }).fill('Edited while it waited')
    await soon(() => page.getByRole('main').innerText()).toContain('so the request has ended')
    await untilSaved(page)

    const id = await addIncidentDraft(site(), 'Sign-in')
    await typeDraft(site().db, id, { title: 'Sign-in waits for approval' })
    await askedFor(id)
    await page.goto(`/admin/records/${id}`)
    await soon(() => page.getByRole('main').innerText()).toContain('“Please look”')
    await page.getByRole('button', { name: 'Send back…' }).click()
    await page.getByRole('button', { name: 'Send back', exact: true }).click()
    await soon(() => page.getByRole('dialog').innerText()).toContain('Say what should change.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Review and approve…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve: publish this incident?' })
    await soon(() => dialog.innerText()).toContain('Sign-in waits for approval')
    expect(await axeInDetail(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await soon(async () => (await stateOf(site(), id)).state).toBe('published')
    await toastOf(page, 'Approved. Readers see it now.').waitFor()
  },
)

/** As a program would: the rules of this site, which other tests share, stay as they are. */
async function askedFor(id: number) {
  const { db } = site()
  const { version } = await db
    .selectFrom('records')
    .where('id', '=', id)
    .select('version')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('approvals')
    .values({
      record_id: id,
      act: JSON.stringify({ act: 'publish', notifies: false, is_correction: false, is_urgent: false }),
      version,
      state: 'waiting',
      note: 'Please look',
      requester: 'token:monitoring',
      requested_at: new Date(),
    })
    .execute()
}
