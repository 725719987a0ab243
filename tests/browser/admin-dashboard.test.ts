import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { ROLES, type Role } from '../../src/domain/access.ts'
import { ROLE_WORDS } from '../../src/domain/account/role-words.ts'
import { ATTACHMENT_BYTES_AT_MOST } from '../../src/domain/images/attachment-name.ts'
import { STATUS } from '../../src/domain/newsroom/empty-content.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { sized } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import { demoCloud, mailChannelOf, publishIncident } from '../support/told.ts'
import { untilInText } from './admin-editor-parts.ts'
import { goToScreen, openAsStaff } from './admin-site-parts.ts'
import { axeInDetail } from './axe-in-detail.ts'
import { axeViolations } from './axe-violations.ts'
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

test('Z-01, Z-02, Z-05 the dashboard is calm when all is quiet, lists open and overdue work first, updates live, posts an update by keyboard, and resolves', async () => {
  const page = await open({ roles: ['blog_editor'] })
  await soon(() => verdict(page).innerText()).toBe('Nothing is open.')
  expect(await incidents(page).innerText()).toContain('All incidents are resolved.')
  expect(await section(page, 'Maintenance').innerText()).toContain('Nothing planned until')

  await addBoth()
  await soon(() => verdict(page).innerText()).toBe('2 incidents are open. 1 update is overdue.')
  await expectOwnWork(page, 'blog_editor')
  const rows = incidents(page).locator('ul > li[data-record]')
  await soon(() => rows.count()).toBe(2)
  const [first = '', second = ''] = await rows.allInnerTexts()
  // The most severe first, each with its age. Minutes may have passed since.
  expect(first).toContain(OVERDUE)
  expect(first).toContain('Service Disruption')
  expect(first).toMatch(/open for 3 h 1\d min/)
  expect(first).toMatch(/Next update overdue by 1\d min/)
  expect(second).toContain(CALM)
  expect(second).toMatch(/open for 1 h [34]\d min/)
  expect(second).toMatch(/Next update in (3\d|40) min/)
  await page.waitForLoadState('networkidle')
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axeInDetail(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  const dialog = page.getByRole('dialog')
  await page.keyboard.press('u')
  await soon(() => page.getByRole('dialog', { name: 'Post an update' }).innerText()).toContain(OVERDUE)
  await untilInText(page)
  await page.keyboard.insertText('A second region is back.')
  // The page behind the dialog is inert, so its messages are inside.
  const attaching = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Attach file' }).click()
  const tooLarge = Buffer.alloc(ATTACHMENT_BYTES_AT_MOST + 1)
  await (await attaching).setFiles({ name: 'queue.csv', mimeType: 'text/csv', buffer: tooLarge })
  const refusal = dialog
    .locator('[aria-live="polite"] > div')
    .filter({ hasText: 'queue.csv: This file is larger' })
  // The focus keeps it there.
  await refusal.getByRole('button', { name: 'Dismiss' }).focus()
  expect(await refusal.innerText()).toContain('queue.csv: This file is larger than 10 MB.')
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

  // Others open and close incidents; a resolution takes two clicks.
  const other = await addIncident('Calls drop in Milan', { severity: SEVERITY.underInvestigation })
  const id = await addIncident('Backups are delayed', { severity: SEVERITY.underInvestigation })
  await soon(() => incidents(page).innerText()).toContain('Calls drop in Milan')
  // All of this without reloading: the page polls every few seconds.
  const deliveries = section(page, 'Deliveries')
  expect(await deliveries.innerText()).toContain('Could not be sent\n0')
  await close(other)
  await addMaintenance('Switches in Oslo are replaced', { status: STATUS.inProgress, from: -60, to: 60 })
  await addMaintenance('Certificates are renewed', { status: STATUS.scheduled, from: 24 * 60, to: 25 * 60 })
  await addDeadDelivery()
  const draft = await addDraft(site().db, { title: 'An advisory that nobody has seen' })
  await soon(() => incidents(page).innerText()).not.toContain('Calls drop in Milan')

  const maintenance = section(page, 'Maintenance')
  // The page may have asked between the two.
  await soon(() => maintenance.innerText()).toContain('Switches in Oslo are replaced')
  await soon(() => maintenance.innerText()).toContain('Certificates are renewed')
  expect(await maintenance.innerText()).toMatch(/Ends in ([45]\d min|1 h)/)
  expect(await maintenance.innerText()).toMatch(/Starts in (23 h [45]\d min|1 d)/)
  // What could not be sent, loudly.
  await soon(() => deliveries.innerText()).toContain('Could not be sent\n1')
  await soon(() => verdict(page).innerText()).toContain('1 maintenance window is in progress.')
  await soon(() => verdict(page).innerText()).toContain('1 message could not be sent.')

  const row = incidents(page).locator(`[data-record="${id}"]`)
  await row.getByRole('button', { name: /^Resolve/ }).click()
  await untilInText(page)
  await page.keyboard.insertText('All is stored.')
  await page.keyboard.press('Control+Enter')
  await toastOf(page, 'Resolved: Backups are delayed').waitFor()
  await soon(() => incidents(page).innerText()).not.toContain('Backups are delayed')

  const waiting = section(page, 'Waiting to be published')
  await soon(() => waiting.innerText()).toContain('An advisory that nobody has seen')
  await waiting.getByRole('link', { name: 'An advisory that nobody has seen' }).click()
  await soon(() => addressOf(page)).toBe(`/admin/records/${draft}`)
})

test('A-20, Z-05 /admin leads the legal team to a dashboard that shows their own work first and what their role may do', async () => {
  await addBoth()
  const { uid, email } = await makeStaff(site(), ['legal_team'])
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true })
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await goToScreen(page, '/admin')
  await soon(() => addressOf(page)).toBe('/admin/dashboard')
  await expectOwnWork(page, 'legal_team')
  const part = section(page, 'Sub-processor notifications')
  await part.locator('li').first().waitFor()
  expect(await part.getByRole('link', { name: 'New sub-processor notification' }).getAttribute('href')).toBe(
    '/admin/records/new?kind=notification&notification_type=sub_processor',
  )
  await page.locator('summary').filter({ hasText: 'Your account' }).click()
  await page.getByText(`Signed in as ${email}`).waitFor()
  expect(await axeInDetail(page)).toEqual([])
  await page.keyboard.press('Escape')
  await section(page, 'Pages you manage').getByRole('link', { name: 'Policies' }).click()
  await soon(() => page.locator('main h1').innerText()).toContain('Policies')
})

test.each(sized<readonly Role[]>({ short: [], long: ROLES }))(
  "Z-05 the landing page of %s shows the role's own work first and what the role may do",
  async (role) => {
    await addBoth()
    await expectOwnWork(await open({ roles: [role] }), role)
  },
)

test('A-20 customers and staff without a role are told that the area is for staff with a role, and whom to ask', async () => {
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true })
  const { main } = shellOf(page)
  const without = [await makeAccount(site().db), await makeStaff(site(), [])]
  for (const { uid } of sized({ short: without.slice(0, 1), long: without })) {
    await enterAs(page, site(), { uid })
    await goToScreen(page, '/admin/dashboard')
    await soon(() => main.innerText()).toContain('This area is for Northwall staff with a role on this site.')
    expect(await main.innerText()).toContain('administrators of the Northwall employee login')
    expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0)
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  }
  expect(await axeInDetail(page)).toEqual([])
})

const OWN_WORK: Partial<Record<Role, string[]>> = {
  legal_team: ['Sub-processor notifications', 'Pages you manage'],
  cloud_apps: ['Cloud app notifications', 'Pages you manage'],
  url_editor: ['URL category notifications', 'Pages you manage'],
  jab_compliance: ['Pages you manage'],
}

async function expectOwnWork(page: Page, role: Role) {
  const own = OWN_WORK[role] ?? []
  await incident(page, CALM).waitFor()
  const titles = await page.locator('main h2').allInnerTexts()
  expect(titles.slice(0, own.length + 1)).toEqual([...own, 'Open incidents'])
  const may = section(page, 'What you can do here')
  await may.waitFor()
  const text = await may.innerText()
  for (const each of ROLES) expect(text.includes(`May ${ROLE_WORDS[each].may}.`), each).toBe(each === role)
  const isWriter = role === 'administrator' || role === 'trust_admin' || role === 'blog_editor'
  const updates = incidents(page).getByRole('button', { name: /^Update/ })
  expect((await updates.count()) > 0).toBe(isWriter)
  expect((await page.getByRole('link', { name: 'New incident' }).count()) > 0).toBe(isWriter)
}

/** One calm incident, and a more severe one with an overdue update. */
async function addBoth() {
  await addIncident(CALM, { severity: SEVERITY.serviceDegradation, begun: 95, nextUpdate: 40 })
  await addIncident(OVERDUE, { severity: SEVERITY.serviceDisruption, begun: 192, nextUpdate: -12 })
}

function open({ roles = ['administrator'], ...options }: { roles?: readonly Role[]; width?: number } = {}) {
  return openAsStaff(browser, site(), { roles, path: '/admin/dashboard', ...options })
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

async function addMaintenance(
  title: string,
  { status, from, to }: { status: number; from: number; to: number },
) {
  const id = await addDraft(site().db, {
    kind: 'maintenance',
    event_type: 'scheduled',
    title,
    status_id: status,
    severity_tid: SEVERITY.informational,
    from_time: minutesFromNow(from),
    to_time: minutesFromNow(to),
    clouds: [await demoCloud(site().db, CLOUD)],
  })
  await publish(site().db, id, { notifies: false, step: 'scheduled' })
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
