import { expect, test } from 'vitest'
import { ROLES } from '../../src/domain/access.ts'
import { ROLE_WORDS } from '../../src/domain/account/role-words.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { ownSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff } from './signed-in.ts'

/** Nothing is sent but by the tests themselves. */
const site = ownSite({ DELIVERY_WORKER: '0' })
const browser = testBrowser()

test('A-20 staff see who they are, their roles in plain words and what each may do', async () => {
  const { uid, email } = await makeStaff(site(), ['blog_editor', 'legal_team'])
  const page = await openAdmin(uid)
  const { heading, main } = shellOf(page)
  expect(await heading.textContent()).toBe('Admin')
  await soon(() => main.innerText()).toContain(`Signed in as ${email}`)
  const text = await main.innerText()
  for (const role of ROLES) {
    const isOwn = role === 'blog_editor' || role === 'legal_team'
    expect(text.includes(`May ${ROLE_WORDS[role].may}.`), role).toBe(isOwn)
  }
  expect(await axeViolations(page)).toEqual([])
})

test('A-20 staff are led to the lists of records', async () => {
  const { uid } = await makeStaff(site(), ['customer_success_manager'])
  const page = await openAdmin(uid)
  const { main, heading } = shellOf(page)
  await main.getByRole('link', { name: 'Incidents' }).click()
  await soon(() => addressOf(page)).toBe(PATH.incidents)
  await soon(() => heading.textContent()).toBe('Incidents')
})

test('A-20 staff without a role are told so, and whom to ask', async () => {
  const { uid } = await makeStaff(site(), [])
  const page = await openAdmin(uid)
  const { main } = shellOf(page)
  await soon(() => main.innerText()).toContain('No role on this site has been given to you yet.')
  expect(await main.innerText()).toContain('Ask the administrators of the Northwall employee login')
  expect(await axeViolations(page)).toEqual([])
})

test('A-20 customers are told that the area is for staff', async () => {
  const { uid } = await makeAccount(site().db)
  const page = await openAdmin(uid)
  await soon(() => shellOf(page).main.innerText()).toContain('This area is for Northwall staff.')
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
  expect(await axeViolations(page)).toEqual([])
})

test('G-19 whoever is not signed in is sent from the admin area to sign in, which knows the way back', async () => {
  const page = await browser.open('/admin/dashboard', { siteUrl: site().url })
  await soon(() => addressOf(page)).toBe('/sign-in?origin=%2Fadmin%2Fdashboard')
})

async function openAdmin(uid: number) {
  const page = await browser.newPage({ siteUrl: site().url, reducedMotion: true })
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await goTo(page, '/admin/dashboard')
  return page
}
