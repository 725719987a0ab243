import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '../../src/domain/access.ts'
import { sized } from '../size.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { CLOUD } from '../support/subscriber.ts'
import { demoCloud } from '../support/told.ts'
import { draftOf, recordIdOf, untilInText } from './admin-editor-parts.ts'
import { goToScreen, openAsStaff } from './admin-site-parts.ts'
import { axeInDetail } from './axe-in-detail.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { clickInside } from './shell.ts'
import { enterAs, makeStaff, toastOf } from './signed-in.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

const WRITERS = {
  blog_editor: ['Incident', 'Maintenance', 'Security advisory', 'Advisory notification'],
  administrator: [
    'Incident',
    'Maintenance',
    'Security advisory',
    'URL category notification',
    'Cloud app notification',
    'Advisory notification',
    'Sub-processor notification',
  ],
}

test('Z-02, Z-05 records are searched and filtered, with filters in the URL and paging; the list lets staff update, resolve and copy an incident', async () => {
  await addDraft(site().db, { title: 'Zebra crossing of two cables' })
  const page = await open({ roles: ['blog_editor'], expects: [/400/] })
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
  for (const [label, value, expected] of [
    ['Kind', 'maintenance', /Maintenance, no\./],
    ['Cloud', CLOUD, /northwall\.net/],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    await soon(() => field.locator('option').count()).toBeGreaterThan(1)
    const before = await summary(page)
    await field.selectOption(value)
    await soon(() => summary(page)).not.toBe(before)
    await soon(() => table(page).getAttribute('aria-busy')).toBeNull()
    const texts = await rows(page).allInnerTexts()
    expect(texts.length, label).toBeGreaterThan(0)
    for (const text of texts) expect(text).toMatch(expected)
    await page.getByRole('button', { name: 'Clear' }).click()
    await soon(() => summary(page)).toBe(before)
  }

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
  await page.getByLabel('State', { exact: true }).selectOption('open')
  await soon(() => addressOf(page)).toBe('/admin/records?kind=incident&state=open')
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await axeInDetail(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  const menu = page.locator('main details').filter({ hasText: 'New record' })
  await menu.locator('summary').click()
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(WRITERS.blog_editor)

  await goToScreen(page, '/admin/records?kind=gossip')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').innerText()).not.toBe('')

  const id = await addOpenIncident('Lift music plays on every call')
  await goToScreen(page, `/admin/records?q=${id}`)
  await rows(page)
    .first()
    .getByRole('button', { name: /^Update/ })
    .click()
  await untilInText(page)
  await page.keyboard.insertText('It is a waltz now.')
  await page.keyboard.press('Control+Enter')
  await toastOf(page, 'Update posted: Lift music plays on every call').waitFor()
  const { count } = await site()
    .db.selectFrom('record_updates')
    .where('record_id', '=', id)
    .where('body', 'like', '%waltz%')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(1)
  await soon(() => page.getByRole('dialog').count()).toBe(0)

  await more(page, 'Resolve')
  await untilInText(page)
  await page.keyboard.insertText('It is silent.')
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve', exact: true }).click()
  await soon(() => rows(page).first().innerText()).toContain('Resolved')
  await soon(() => page.getByRole('dialog').count()).toBe(0)

  await more(page, 'Copy into a new draft')
  await toastOf(page, 'Copied. This is the new draft.').waitFor()
  const copied = await recordIdOf(page)
  expect(copied).not.toBe(id)
  const { title, state } = await site()
    .db.selectFrom('records')
    .where('id', '=', copied)
    .select(['title', 'state'])
    .executeTakeFirstOrThrow()
  expect([title, state]).toEqual(['Lift music plays on every call', 'draft'])
})

test('Z-02, Z-07 several drafts are discarded, without one that moved meanwhile; their editor says so and saves what was typed as a new record; the trash gives them back; a view keeps filters and order', async () => {
  const { db } = site()
  const first = await addDraft(db, { title: 'Pelican one' })
  const second = await addDraft(db, { title: 'Pelican two' })
  const page = await open({ roles: ['trust_admin'] })
  await goToScreen(page, '/admin/records?q=pelican')
  await soon(() => rows(page).count()).toBe(2)
  await page.getByRole('link', { name: 'Title', exact: true }).click()
  await soon(() => addressOf(page)).toBe('/admin/records?q=pelican&sort=title')
  await soon(() => page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending')
  await soon(() => rows(page).first().innerText()).toContain('Pelican one')

  const editor = await page.context().newPage()
  await editor.goto(new URL(`/admin/records/${first}`, page.url()).href)
  await editor.getByLabel('Title', { exact: true }).fill('Pelican one, typed')
  await soon(() => typedTitle(first)).toBe('Pelican one, typed')
  await page.reload()
  await soon(() => rows(page).first().innerText()).toContain('typed')

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
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 record will be left out').waitFor()
  expect(await dialog.innerText()).toContain('It has changed. Look at it first.')
  expect(await axeInDetail(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Discard 1 record' }).click()
  await dialog.getByText('1 record was left out').waitFor()
  // What was pressed is gone, and so is the bar with what opened the dialog.
  await soon(() => dialog.evaluate((around) => around.contains(document.activeElement))).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await soon(() => rows(page).count()).toBe(1)
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await editor.getByText(/discarded this .*What you typed is still here/).waitFor()
  expect(await editor.getByLabel('Title', { exact: true }).inputValue()).toBe('Pelican one, typed')
  await editor.getByRole('button', { name: 'Save it as a new record' }).click()
  await soon(() => recordIdOf(editor)).not.toBe(first)
  await soon(async () => draftOf(site(), await recordIdOf(editor))).toMatchObject({
    title: 'Pelican one, typed',
  })
  await editor.close()

  await page.getByRole('link', { name: 'Trash' }).click()
  await page.getByRole('button', { name: 'Restore Pelican one, typed' }).click()
  await soon(() => addressOf(page)).toBe(`/admin/records/${first}`)
  await soon(() => page.getByLabel('Title', { exact: true }).inputValue()).toBe('Pelican one, typed')

  await goToScreen(page, '/admin/records?q=pelican&sort=title')
  await soon(() => rows(page).count()).toBe(3)
  await page.locator('main summary', { hasText: 'Views' }).click()
  await page.getByRole('button', { name: 'Save as a new view…' }).click()
  await dialog.getByLabel('Name').fill('Pelicans')
  await dialog.getByLabel('Open the list with this view').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.locator('main summary', { hasText: 'Pelicans' }).waitFor()
  await goToScreen(page, '/admin/records')
  await soon(() => addressOf(page)).toMatch(/^\/admin\/records\?q=pelican&sort=title&view=\d+$/)
  await soon(() => rows(page).count()).toBe(3)
  await page.getByRole('button', { name: 'Remove filter “pelican”' }).click()
  await page.locator('main summary', { hasText: 'Pelicans (changed)' }).waitFor()
  await db.deleteFrom('record_views').execute()
})

test('Z-05 read-only staff read records and internal notes without buttons to create or change; the legal team creates only records and templates of its own kind', async () => {
  await site().db.deleteFrom('record_templates').execute()
  await addTemplate('Not theirs')
  const page = await open({ roles: ['customer_success_manager'] })
  await table(page).waitFor()
  expect(await page.locator('main').getByRole('link', { name: /^New/ }).count()).toBe(0)
  expect(await table(page).getByRole('button').count()).toBe(0)
  expect(await table(page).locator('summary').count()).toBe(0)

  const id = await addOpenIncident('A rack burns')
  await site()
    .db.insertInto('record_internals')
    .values({ record_id: id, internal_note: 'Rack 7 burns' })
    .execute()
  await goToScreen(page, `/admin/records/${id}`)
  await soon(() => page.getByRole('textbox', { name: 'Internal note' }).inputValue()).toBe('Rack 7 burns')
  expect(await page.getByRole('main').innerText()).toContain('You can read this but not change it.')
  expect(await page.getByRole('textbox', { name: 'Title' }).isEditable()).toBe(false)
  const steps = page.getByRole('main').getByRole('button', { name: /Publish|Post update|Discard|More/ })
  expect(await steps.count()).toBe(0)
  expect(await axeInDetail(page)).toEqual([])

  const { uid } = await makeStaff(site(), ['legal_team'])
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await goToScreen(page, '/admin/records/new')
  await soon(() => page.getByRole('main').getByRole('link').allInnerTexts()).toEqual([
    'Sub-processor notification',
  ])
  await goToScreen(page, '/admin/records/new?kind=incident')
  await soon(() => page.getByRole('main').innerText()).toContain(
    'Your role can’t write records of this kind.',
  )
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Records' }).click()
  const link = page.locator('main').getByRole('link', { name: 'New sub-processor notification' })
  expect(await link.getAttribute('href')).toBe(
    '/admin/records/new?kind=notification&notification_type=sub_processor',
  )
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Templates' }).click()
  await page.getByText('Not theirs').waitFor()
  const menu = page.locator('main details').filter({ hasText: 'New template' })
  await menu.locator('summary').click()
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Sub-processor notification'])
  expect(await page.getByRole('button', { name: 'Remove Not theirs' }).count()).toBe(0)
})

test.each(sized<(keyof typeof WRITERS)[]>({ short: [], long: ['administrator'] }))(
  'Z-05 everything %s can create is behind one button',
  async (role) => {
    const page = await open({ roles: [role] })
    const menu = page.locator('main details').filter({ hasText: 'New record' })
    await menu.locator('summary').click()
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(WRITERS[role])
  },
)

async function typedTitle(id: number) {
  const draft = await site().db.selectFrom('records').where('id', '=', id).select('title').executeTakeFirst()
  return draft?.title
}

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

function summary(page: Page) {
  return page.getByRole('search').getByRole('status').innerText()
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

async function addTemplate(name: string) {
  const content = JSON.stringify({ title: name })
  await site()
    .db.insertInto('record_templates')
    .values({ kind: 'incident', name, purpose: 'record', content, position: 1, updated_at: new Date() })
    .execute()
}
