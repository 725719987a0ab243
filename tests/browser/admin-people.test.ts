import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openSession } from '../../src/accounts/open-session.ts'
import { isShort } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { makeStaffMember } from '../support/make-staff.ts'
import { goInside, openAsAdmin } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { toastOf } from './signed-in.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

// subscribers.test.ts covers these rules in every run.
test.skipIf(isShort)(
  'Z-05 staff find a subscriber by the start of the domain, end one subscription, stop mail, and erase; no address is in the URL',
  async () => {
    const { uid } = await makeAccount(site().db, { email: 'noor@quarry.example' })
    const cloud = await site()
      .db.selectFrom('clouds')
      .where('machine_name', '=', 'northwall_net')
      .select('id')
      .executeTakeFirstOrThrow()
    await site()
      .db.insertInto('subscriptions')
      .values(
        (['maintenance', 'advisory'] as const).map((scope) => ({ user_id: uid, cloud_id: cloud.id, scope })),
      )
      .execute()
    const page = await openAsAdmin(browser, site(), '/admin/subscribers')
    await page.getByLabel('Start of an address or domain').fill('@quarry')
    const rows = page.getByRole('table', { name: 'Subscribers' }).locator('tbody tr')
    await soon(() => rows.count()).toBe(1)
    expect(addressOf(page)).toBe('/admin/subscribers')
    expect(await axeInDetail(page)).toEqual([])
    await rows.getByRole('link', { name: 'noor@quarry.example' }).click()
    await soon(() => addressOf(page)).toBe(`/admin/subscribers/${uid}`)
    await page.getByRole('button', { name: 'End maintenance of northwall.net' }).click()
    await page.getByRole('button', { name: 'End subscription' }).click()
    await soon(() => followed(uid)).toEqual(['advisory'])
    const follows = page.getByRole('table', { name: 'Follows' }).locator('tbody tr')
    await soon(() => follows.count()).toBe(1)

    const actions = page.locator('summary', { hasText: 'Actions' })
    await actions.click()
    await page.getByRole('button', { name: 'Stop mail to this address…' }).click()
    await page.getByRole('button', { name: 'Stop mail', exact: true }).click()
    await soon(() => page.locator('main').innerText()).toContain('Gets no mail')
    await soon(() => page.getByRole('region', { name: 'History' }).innerText()).toContain('Suppress')
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 900 })
    await soon(() => sidewaysOf(page)).toBe(0)
    await actions.click()
    await page.getByRole('button', { name: 'Erase…' }).click()
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
    await soon(() => addressOf(page)).toBe('/admin/subscribers')
    expect(await followed(uid)).toEqual([])
  },
)

test("Z-05, Z-07 an administrator finds a person, grants and revokes roles, ends sessions and locks accounts; conflicting changes are not overwritten; the last administrator can't be removed", async () => {
  const customer = await makeAccount(site().db, { email: 'ida@harbour.example' })
  const { email } = await makeStaffMember(site().db, { roles: ['legal_team'] })
  const page = await openAsAdmin(browser, site(), '/admin/people?of=staff', { expects: [/409/] })
  const table = page.getByRole('table', { name: 'Accounts' })
  await soon(() => table.innerText()).toContain(email)
  expect(await table.innerText()).not.toContain(customer.email)
  await page.getByLabel('Which accounts').selectOption('Locked')
  await soon(() => page.locator('main').innerText()).toContain('No accounts match.')

  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByLabel('Address, name or number').fill('harbour')
  await soon(() => addressOf(page)).toBe('/admin/people?q=harbour')
  const rows = table.locator('tbody tr')
  await soon(() => rows.count()).toBe(1)
  expect(await axeInDetail(page)).toEqual([])
  await rows.getByRole('link', { name: 'ida@harbour.example' }).click()
  await soon(() => addressOf(page)).toBe(`/admin/people/${customer.uid}`)
  await soon(() => page.locator('main').innerText()).toContain('Customers have no roles.')
  await page.getByRole('region', { name: 'History' }).waitFor()
  expect(await axeInDetail(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => sidewaysOf(page)).toBe(0)
  expect(await axeInDetail(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  const { uid: tomasz } = await makeStaffMember(site().db, { roles: ['legal_team'], name: 'Tomasz Wilk' })
  await goInside(page, `/admin/people/${tomasz}`)
  const roles = page.getByRole('region', { name: 'Roles' })
  await soon(() => roles.innerText()).toContain('A change applies to the next request')
  await roles.getByLabel('Legal team').uncheck()
  await roles.getByLabel('Blog editor').check()
  await roles.getByRole('button', { name: 'Save roles' }).click()
  await toastOf(page, 'The roles of Tomasz Wilk have changed.').waitFor()
  expect(await rolesOf(tomasz)).toEqual(['blog_editor'])
  const history = page.getByRole('region', { name: 'History' })
  await soon(() => history.innerText()).toContain('Change roles')
  expect(await history.locator('del').allInnerTexts()).toEqual(['legal_team'])
  expect(await history.locator('ins').allInnerTexts()).toEqual(['blog_editor'])

  await roles.getByLabel('Cloud apps').check()
  await site().db.insertInto('user_roles').values({ user_id: tomasz, role: 'url_editor' }).execute()
  await roles.getByRole('button', { name: 'Save roles' }).click()
  await toastOf(page, /You had chosen: .*Cloud apps/).waitFor()
  await soon(() => roles.getByLabel('URL editor').isChecked()).toBe(true)
  expect((await rolesOf(tomasz)).sort()).toEqual(['blog_editor', 'url_editor'])

  const { db } = site()
  const { uid: jonas } = await makeStaffMember(db, { roles: ['blog_editor'], name: 'Jonas Brandt' })
  const origin = { address: '203.0.113.7', userAgent: 'Mozilla/5.0 Firefox/140.0' }
  for (let each = 0; each < 3; each++)
    await openSession(db, { userId: jonas, openedBy: 'sign-on', origin, now: new Date() })
  let send = () => {}
  const whenSent = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(
    '**/api/admin/choices',
    async (route) => {
      await whenSent
      await route.continue()
    },
    { times: 1 },
  )
  await goInside(page, `/admin/people/${jonas}`)
  const sessions = page.getByRole('table', { name: 'Sessions' }).locator('tbody tr')
  await page.getByRole('heading', { name: 'Jonas Brandt' }).waitFor()
  // Otherwise the choice of clouds would move the buttons below it while someone clicks.
  expect(await sessions.count()).toBe(0)
  send()
  await soon(() => sessions.count()).toBe(3)
  await sessions
    .first()
    .getByRole('button', { name: /^End the session/ })
    .click()
  await soon(() => sessions.count()).toBe(2)

  await page.getByRole('button', { name: 'Lock account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lock the account of Jonas Brandt?' })
  expect(await axeInDetail(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await isLocked(jonas)).toBe(false)
  await page.getByRole('button', { name: 'Lock account' }).click()
  await dialog.getByRole('button', { name: 'Lock account' }).click()
  await soon(() => page.getByRole('region', { name: 'Sessions' }).innerText()).toContain(
    'Not signed in anywhere.',
  )
  expect(await isLocked(jonas)).toBe(true)
  await page.getByRole('button', { name: 'Unlock account' }).click()
  await toastOf(page, 'Jonas Brandt can sign in again.').waitFor()
  expect(await isLocked(jonas)).toBe(false)

  const { user_id: own } = await site()
    .db.selectFrom('user_roles')
    .where('role', '=', 'administrator')
    .orderBy('user_id', 'desc')
    .select('user_id')
    .executeTakeFirstOrThrow()
  await site()
    .db.deleteFrom('user_roles')
    .where('role', '=', 'administrator')
    .where('user_id', '<>', own)
    .execute()
  await goInside(page, `/admin/people/${own}`)
  await soon(() => roles.getByLabel('Administrator', { exact: true }).isDisabled()).toBe(true)
  expect(await roles.innerText()).toContain('give this role to someone else first')
  expect(await page.getByRole('button', { name: 'Lock account' }).count()).toBe(0)
})

function sidewaysOf(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
}

async function followed(uid: number) {
  const rows = await site()
    .db.selectFrom('subscriptions')
    .where('user_id', '=', uid)
    .select('scope')
    .execute()
  return rows.map(({ scope }) => scope)
}

async function rolesOf(uid: number) {
  const rows = await site().db.selectFrom('user_roles').where('user_id', '=', uid).select('role').execute()
  return rows.map(({ role }) => role)
}

async function isLocked(uid: number) {
  const { locked_at } = await site()
    .db.selectFrom('users')
    .where('id', '=', uid)
    .select('locked_at')
    .executeTakeFirstOrThrow()
  return locked_at !== null
}
