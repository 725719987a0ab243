import type { Page } from 'playwright-core'
import type { Role } from '../../src/domain/access.ts'
import { STATUS } from '../../src/domain/newsroom/empty-content.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { type PageOptions, soon, type TestBrowser } from './browser.ts'
import type { OwnSite } from './own-site.ts'
import { enterAs, makeStaff } from './signed-in.ts'

/** On wider screens the editor renders a preview after every save, which costs more than all that a test types. */
export const WITHOUT_PREVIEW_PX = 1100
export const WITH_PREVIEW_PX = 1440
const EDITOR = /^\/admin\/records\/(new|\d+)/

export async function openAs(
  browser: TestBrowser,
  site: OwnSite,
  path: string,
  {
    roles = ['trust_admin'],
    name,
    hasClouds = true,
    ...options
  }: PageOptions & {
    roles?: readonly Role[]
    name?: string
    hasClouds?: boolean
  } = {},
): Promise<Page> {
  const { uid } = await makeStaff(site, roles)
  if (name !== undefined)
    await site.db.updateTable('users').set({ display_name: name }).where('id', '=', uid).execute()
  const look = EDITOR.test(path) ? { width: WITHOUT_PREVIEW_PX } : {}
  const page = await browser.newPage({ siteUrl: site.url, reducedMotion: true, ...look, ...options })
  await enterAs(page, site, { uid, openedBy: 'sign-on' })
  await page.goto(path)
  const isNew = /records\/new\?kind=(incident|maintenance|advisory)/.test(path)
  if (isNew && hasClouds) {
    await page.getByRole('button', { name: 'All clouds' }).click()
    await page.getByRole('textbox', { name: 'Title' }).focus()
  }
  return page
}

export async function addIncidentDraft({ db }: OwnSite, title: string): Promise<number> {
  const id = await addDraft(db, {
    title,
    from_time: new Date(),
    status_id: STATUS.inProgress,
    severity_tid: SEVERITY.underInvestigation,
  })
  await db
    .insertInto('record_clouds')
    .columns(['record_id', 'cloud_id'])
    .expression((eb) => eb.selectFrom('clouds').select([eb.lit(id).as('record_id'), 'id']))
    .execute()
  return id
}

export async function addOpenIncident(site: OwnSite, title: string): Promise<number> {
  const id = await addIncidentDraft(site, title)
  await publish(site.db, id, { notifies: false })
  return id
}

export function savingOf(page: Page) {
  return page.getByRole('main').locator('header [data-saving]')
}

export async function untilSaved(page: Page) {
  await soon(() => savingOf(page).innerText()).toMatch(/^Saved/)
}

export async function recordIdOf(page: Page): Promise<number> {
  await soon(() => new URL(page.url()).pathname).toMatch(/^\/admin\/records\/\d+$/)
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

export async function draftOf({ db }: OwnSite, id: number) {
  const draft = await db
    .selectFrom('record_drafts')
    .where('record_id', '=', id)
    .select('content')
    .executeTakeFirst()
  return draft?.content as Record<string, unknown> | undefined
}

export async function stateOf({ db }: OwnSite, id: number) {
  return db
    .selectFrom('records')
    .where('id', '=', id)
    .select(['state', 'title', 'version', 'status_id', 'severity_tid'])
    .executeTakeFirstOrThrow()
}

export async function publishByKeys(page: Page) {
  await page.keyboard.press('Control+Enter')
  const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish now' })
  await publish.waitFor()
  await soon(() => publish.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await soon(() => page.getByRole('dialog').count()).toBe(0)
}

export async function openHistory(page: Page) {
  await page.getByRole('button', { name: 'History', exact: true }).click()
  return page.getByRole('region', { name: 'History of updates' })
}

export async function untilInText(page: Page) {
  await soon(() =>
    page.evaluate(() => (document.activeElement as HTMLElement | null)?.isContentEditable ?? false),
  ).toBe(true)
}
