import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { STATUS } from '../../src/domain/newsroom/empty-content.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { isShort, sized } from '../size.ts'
import { demoCloud, publishIncident } from '../support/demo-cloud.ts'
import { makeAccount } from '../support/make-account.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import { mailChannelOf } from '../support/user-channels.ts'
import { untilInText } from './admin-editor-parts.ts'
import { goToScreen, openAsStaff } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff, toastOf } from './signed-in.ts'

const site = sharedSite('desk')
const browser = testBrowser()

const MINUTE_MS = 60_000
const OVERDUE = 'Sign-in fails for some customers'
const CALM = 'Reports arrive late'

beforeEach(quietDown)

// desk.test.tsx proves what each role sees there, and in which words.
test('A-20, Z-01, Z-02, Z-05 /admin leads to the dashboard, which lists overdue work first, updates live, posts an update by keyboard, and resolves; customers see that the area is for staff', async () => {
  await addBoth()
  const page = await openAsStaff(browser, site(), {
    roles: ['blog_editor'],
    path: '/admin',
    expects: [/status of 422/],
  })
  await soon(() => addressOf(page)).toBe('/admin/dashboard')
  await soon(() => verdict(page).innerText()).toBe('2 incidents are open. 1 update is overdue.')
  const rows = incidents(page).locator('ul > li[data-record]')
  await soon(() => rows.count()).toBe(2)
  expect(await rows.first().innerText()).toContain(OVERDUE)
  await page.waitForLoadState('networkidle')
  expect(await axeViolations(page)).toEqual([])
  if (!isShort) {
    await page.setViewportSize({ width: 390, height: 900 })
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await axeInDetail(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  const dialog = page.getByRole('dialog')
  await page.keyboard.press('u')
  await soon(() => page.getByRole('dialog', { name: 'Post an update' }).innerText()).toContain(OVERDUE)
  await untilInText(page)
  await page.keyboard.insertText('A second region is back.')
  // The page behind the dialog is inert, so its messages are inside.
  const attaching = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Attach file' }).click()
  const program = Buffer.from('MZ')
  await (await attaching).setFiles({ name: 'queue.exe', mimeType: 'text/csv', buffer: program })
  const refusal = dialog.locator('[aria-live="polite"] > div').filter({ hasText: 'queue.exe: Only PDF' })
  // The message stays while it has the focus.
  await refusal.getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Enter')
  await soon(() => dialog.evaluate((element) => element === document.activeElement)).toBe(true)
  await dialog.getByRole('button', { name: 'Post update' }).click()
  await toastOf(page, `Update posted: ${OVERDUE}`).waitFor()
  await soon(() => incidents(page).innerText()).not.toContain('overdue')
  await soon(() => dialog.count()).toBe(0)
  await incident(page, CALM).focus()
  await page.keyboard.press('u')
  await soon(() => dialog.innerText()).toContain(CALM)
  await page.keyboard.press('Escape')
  await soon(() => dialog.count()).toBe(0)
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe(CALM)

  // Others add and close incidents, and a message fails. The page polls every few seconds.
  const id = await addIncident('Backups are delayed', { severity: SEVERITY.underInvestigation })
  const draft = await addDraft(site().db, { title: 'An advisory that nobody has seen' })
  await addDeadDelivery()
  await closeTitled(CALM)
  await soon(() => incidents(page).innerText()).not.toContain(CALM)
  await soon(() => incidents(page).innerText()).toContain('Backups are delayed')
  await soon(() => section(page, 'Deliveries').innerText()).toContain('Could not be sent\n1')
  const waiting = section(page, 'Waiting to be published').getByRole('link', {
    name: 'An advisory that nobody has seen',
  })
  await soon(() => waiting.getAttribute('href')).toBe(`/admin/records/${draft}`)

  const row = incidents(page).locator(`[data-record="${id}"]`)
  await row.getByRole('button', { name: /^Resolve/ }).click()
  await untilInText(page)
  await page.keyboard.insertText('All is stored.')
  await page.keyboard.press('Control+Enter')
  await toastOf(page, 'Resolved: Backups are delayed').waitFor()
  await soon(() => incidents(page).innerText()).not.toContain('Backups are delayed')

  const ended = await addIncident('Payroll runs twice', { severity: SEVERITY.serviceDisruption })
  await close(ended)
  const postMortems = section(page, 'Post-mortems')
  await postMortems.getByRole('button', { name: 'Decide about Payroll runs twice' }).click()
  await dialog.getByLabel('No post-mortem').check()
  await page.keyboard.press('Enter')
  await toastOf(page, 'No post-mortem is planned.').waitFor()
  await soon(() => postMortems.innerText()).not.toContain('Payroll runs twice')

  const { main } = shellOf(page)
  const without = [await makeAccount(site().db), await makeStaff(site(), [])]
  for (const { uid } of sized({ short: without.slice(0, 1), long: without })) {
    // Otherwise the dashboard would go on polling as this person.
    await page.goto('about:blank')
    await enterAs(page, site(), { uid })
    await goToScreen(page, '/admin/dashboard')
    await soon(() => main.innerText()).toContain('This area is for Northwall staff with a role on this site.')
    expect(await main.innerText()).toContain('administrators of the Northwall employee login')
    expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0)
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  }
  expect(await axeInDetail(page)).toEqual([])
})

async function addBoth() {
  await addIncident(CALM, { severity: SEVERITY.serviceDegradation, begun: 95, nextUpdate: 40 })
  await addIncident(OVERDUE, { severity: SEVERITY.serviceDisruption, begun: 192, nextUpdate: -12 })
}

function verdict(page: Page) {
  return page.locator('main [role="status"]').filter({ hasText: /open\./ })
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

function incidents(page: Page) {
  return section(page, 'Open incidents')
}

function incident(page: Page, title: string) {
  return incidents(page).getByRole('link', { name: title })
}

/** `begun`: minutes since the start. `nextUpdate`: minutes until the promised update. */
async function addIncident(
  title: string,
  { severity, begun = 1, nextUpdate }: { severity: number; begun?: number; nextUpdate?: number },
) {
  const id = await addDraft(site().db, {
    title,
    severity_tid: severity,
    from_time: minutesFromNow(-begun),
    next_update: nextUpdate === undefined ? null : minutesFromNow(nextUpdate),
    clouds: [await demoCloud(site().db, CLOUD)],
  })
  await publish(site().db, id, { notifies: false })
  return id
}

async function quietDown() {
  const { db } = site()
  await db
    .updateTable('records')
    .set({ status_id: STATUS.resolved, closed_on: new Date() })
    .where('kind', 'in', ['incident', 'maintenance'])
    .where('closed_on', 'is', null)
    .execute()
  await db.deleteFrom('record_drafts').execute()
  await db.deleteFrom('deliveries').execute()
}

async function closeTitled(title: string) {
  const open = site().db.selectFrom('records').where('title', '=', title).where('closed_on', 'is', null)
  for (const { id } of await open.select('id').execute()) await close(id)
}

async function close(id: number) {
  await site()
    .db.updateTable('records')
    .set({ status_id: STATUS.resolved, closed_on: new Date() })
    .where('id', '=', id)
    .execute()
}

async function addDeadDelivery() {
  const { db } = site()
  const publicationId = await publishIncident(db, await demoCloud(db, CLOUD))
  const { uid } = await makeAccount(db)
  await db
    .insertInto('deliveries')
    .values({
      publication_id: publicationId,
      user_id: uid,
      channel_id: await mailChannelOf(db, uid),
      kind: 'email',
      lane: 'mail',
      priority: 1,
      state: 'dead',
      due_at: new Date(),
      attempts: 9,
      last_error: '451',
    })
    .execute()
  const { record_id } = await db
    .selectFrom('publications')
    .where('id', '=', publicationId)
    .select('record_id')
    .executeTakeFirstOrThrow()
  await close(record_id)
}

function minutesFromNow(minutes: number) {
  return new Date(Date.now() + minutes * MINUTE_MS)
}
