import { expect, test } from 'vitest'
import { ROLES } from '../../src/domain/access.ts'
import { ROLE_WORDS } from '../../src/domain/account/role-words.ts'
import { makeAccount } from '../support/make-account.ts'
import { goToScreen } from './admin-site-parts.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff } from './signed-in.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('A-20 staff see who they are, their roles in plain words and what each may do', async () => {
  const { uid, email } = await makeStaff(site(), ['blog_editor', 'legal_team'])
  const page = await openAdmin(uid)
  const own = page.getByRole('region', { name: 'What you may do here' })
  await own.waitFor()
  const text = await own.innerText()
  for (const role of ROLES) {
    const isOwn = role === 'blog_editor' || role === 'legal_team'
    expect(text.includes(`May ${ROLE_WORDS[role].may}.`), role).toBe(isOwn)
  }
  await page.locator('summary').filter({ hasText: 'Your account' }).click()
  await page.getByText(`Signed in as ${email}`).waitFor()
  expect(await axeViolations(page)).toEqual([])
})

test('A-20 the address of the area alone leads to its dashboard', async () => {
  const { uid } = await makeStaff(site(), ['customer_success_manager'])
  const page = await openAdmin(uid, '/admin')
  await soon(() => addressOf(page)).toBe('/admin/dashboard')
})

test.each([
  ['staff without a role', () => makeStaff(site(), [])],
  ['customers', () => makeAccount(site().db)],
])('A-20 %s are told that the area is for staff with a role, and whom to ask', async (_, make) => {
  const { uid } = await make()
  const page = await openAdmin(uid)
  const { main } = shellOf(page)
  await soon(() => main.innerText()).toContain('This area is for Northwall staff with a role on this site.')
  expect(await main.innerText()).toContain('administrators of the Northwall employee login')
  expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0)
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await axeViolations(page)).toEqual([])
})

test('G-19 whoever is not signed in is sent from the admin area to sign in, which knows the way back', async () => {
  const page = await browser.open('/admin/records?kind=incident', { siteUrl: site().url })
  await soon(() => addressOf(page)).toBe('/sign-in?origin=%2Fadmin%2Frecords%3Fkind%3Dincident')
})

async function openAdmin(uid: number, path = '/admin/dashboard') {
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true })
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await goToScreen(page, path)
  return page
}
