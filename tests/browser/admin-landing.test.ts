import { expect, test } from 'vitest'
import { ROLES } from '../../src/domain/access.ts'
import { ROLE_WORDS } from '../../src/domain/account/role-words.ts'
import { makeAccount } from '../support/make-account.ts'
import { goToScreen } from './admin-site-parts.ts'
import { axeInDetail } from './axe-in-detail.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff } from './signed-in.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

test('A-20 staff come from the address of the area to its dashboard, with their roles in plain words and what each may do', async () => {
  const { uid, email } = await makeStaff(site(), ['blog_editor', 'legal_team'])
  const page = await openAdmin(uid, '/admin')
  await soon(() => addressOf(page)).toBe('/admin/dashboard')
  const own = page.getByRole('region', { name: 'What you may do here' })
  await own.waitFor()
  const text = await own.innerText()
  for (const role of ROLES) {
    const isOwn = role === 'blog_editor' || role === 'legal_team'
    expect(text.includes(`May ${ROLE_WORDS[role].may}.`), role).toBe(isOwn)
  }
  await page.locator('summary').filter({ hasText: 'Your account' }).click()
  await page.getByText(`Signed in as ${email}`).waitFor()
  expect(await axeInDetail(page)).toEqual([])
})

test('A-20 customers and staff without a role are told that the area is for staff with a role, and whom to ask', async () => {
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true })
  const { main } = shellOf(page)
  for (const { uid } of [await makeAccount(site().db), await makeStaff(site(), [])]) {
    await enterAs(page, site(), { uid })
    await goToScreen(page, '/admin/dashboard')
    await soon(() => main.innerText()).toContain('This area is for Northwall staff with a role on this site.')
    expect(await main.innerText()).toContain('administrators of the Northwall employee login')
    expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0)
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  }
  expect(await axeViolations(page)).toEqual([])
})

async function openAdmin(uid: number, path = '/admin/dashboard') {
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true })
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await goToScreen(page, path)
  return page
}
