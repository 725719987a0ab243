import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { insertAudit } from '../../src/db/audit.ts'
import { actorNamed } from '../../src/domain/actor.ts'
import { isShort } from '../size.ts'
import { makeStaffMember } from '../support/make-staff.ts'
import { openAsStaff } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

// audit-log.test.ts covers the filters, the pages and the file in every run.
test('Z-06 changes are shown field by field; the log filters by person, action, words and days, pages to older entries, and downloads as CSV', async () => {
  const { uid } = await makeStaffMember(site().db, { roles: [], name: 'Mara Quist' })
  await write({
    uid,
    action: 'update-thing',
    entity: 'record',
    entityId: 41,
    before: { title: 'Sign-in fails', clouds: ['northwall.net', 'beta'] },
    after: { title: 'Sign-in is ultramarine', clouds: ['northwall.net'] },
  })
  await write({
    action: 'sign-in-failed',
    entity: 'user',
    entityId: 'unknown',
    actor: 'sign-in',
    after: { failures_within_an_hour: 10, from: '198.51.100.0/24' },
  })
  await write({ action: 'unlock-gate', entity: 'gate', entityId: 7 })
  await write({ action: 'paint-gate', entity: 'gate', entityId: 8, actor: 'night bot' })
  const ticks = Array.from({ length: 53 }, (_, each) => ({
    actor: 'church tower',
    action: 'tick',
    entity: 'clock',
    entity_id: String(each),
  }))
  await site().db.insertInto('audit_log').values(ticks).execute()

  const page = await openAsStaff(browser, site(), {
    roles: ['trust_admin'],
    path: '/admin/audit?entity=record&q=ultramarine',
  })
  await soon(() => entries(page).count()).toBe(1)
  const entry = entries(page).filter({ hasText: 'Update thing' })
  await soon(() => entry.innerText()).toContain('Mara Quist')
  expect(await entry.locator('del').allInnerTexts()).toEqual(['Sign-in fails', 'beta'])
  expect(await entry.locator('ins').allInnerTexts()).toEqual(['Sign-in is ultramarine'])
  expect(await entry.getByRole('link').first().getAttribute('href')).toBe('/admin/records/41')
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  expect(await axeInDetail(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'Clear' }).click()
  await soon(() => page.getByLabel('Words').inputValue()).toBe('')
  await page.getByLabel('Words').fill('198.51.100.0')
  await soon(() => addressOf(page)).toBe('/admin/audit?q=198.51.100.0')
  await soon(() => entries(page).allInnerTexts()).toEqual([
    expect.stringMatching(
      /Sign in failed An unknown account by Sign-in page\s+From\s+198\.51\.100\.0\/24\s+Failures within an hour\s+10/,
    ),
  ])
  if (isShort) return
  await page.getByLabel('Words').fill('')
  await page.getByLabel('Who').fill('night bot')
  await soon(() => entries(page).allInnerTexts()).toEqual([expect.stringContaining('Paint gate')])
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Action', { exact: true }).selectOption('Unlock gate')
  await soon(() => entries(page).allInnerTexts()).toEqual([expect.stringContaining('Unlock gate')])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/)
  const text = await (await page.request.get(download.url())).text()
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain('unlock-gate,gate,7')
  await page.getByLabel('From').fill(`${new Date().getUTCFullYear() + 1}-01-01`)
  await soon(() => page.locator('main').innerText()).toContain('No entries match.')
  await page.goBack()
  await soon(() => entries(page).count()).toBe(1)

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Who').fill('church tower')
  await soon(() => addressOf(page)).toContain('church')
  await page.getByRole('link', { name: 'Older' }).click()
  await soon(() => entries(page).count()).toBe(3)
  expect(addressOf(page)).toMatch(/before=\d+/)
  await page.getByRole('link', { name: 'Newest' }).click()
  await soon(() => entries(page).count()).toBe(50)
})

function entries(page: Page) {
  return page.getByRole('list', { name: 'Entries' }).locator('> li')
}

function write(of: {
  action: string
  entity: string
  entityId: number | string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  uid?: number
  actor?: string
}) {
  return site()
    .db.transaction()
    .execute((trx) =>
      insertAudit(trx, {
        at: new Date(),
        actor: { ...actorNamed(of.actor ?? 'blog_editor'), userId: of.uid ?? null },
        action: of.action,
        entity: of.entity,
        entityId: of.entityId,
        before: of.before ?? null,
        after: of.after ?? null,
      }),
    )
}
