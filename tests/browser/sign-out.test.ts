import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeAccount } from '../support/make-account.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { formOf } from './form-parts.ts'
import { sharedSite } from './own-site.ts'
import { chooseCloud, shellOf } from './shell.ts'
import { enterAs, toastOf } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const SIGNED_OUT = 'You have successfully logged out!'

describe('N-09 signing out', () => {
  test('leads home with a message, ends the session on the server, and signs out every tab', async () => {
    const { uid } = await makeAccount(site().db)
    const page = await openAs(uid, `/${CLOUD.second.domain}/incidents`)
    const other = await page.context().newPage()
    await goTo(other, PATH.incidents)
    await menuOf(other).button.waitFor()
    await signOutBy(page)
    await toastOf(page, SIGNED_OUT).waitFor()
    await soon(() => addressOf(page)).toBe(`/${CLOUD.second.domain}`)
    await shellOf(page).header.getByRole('link', { name: 'Sign In' }).waitFor()
    await soon(() => sessionsOf(uid)).toBe(0)
    expect(await cookieNames(page)).not.toContain('csrf_token')
    // The row is gone before the answer that removes the cookie is there.
    await soon(() => cookieNames(page)).not.toContain('candor_session')
    await shellOf(other).header.getByRole('link', { name: 'Sign In' }).waitFor()
    expect(addressOf(other)).toBe(PATH.incidents)
  })

  test('leads to the default page of the chosen cloud from a page without a cloud, by menu or by the sign-out page', async () => {
    const page = await browser.newPage({ siteUrl: site().url })
    await enterAgain(page, await makeAccount(site().db), '/subscribe')
    await chooseCloud(page, CLOUD.agent.domain)
    await soon(() => shellOf(page).selector.textContent()).toContain(CLOUD.agent.domain)
    await signOutBy(page)
    await toastOf(page, SIGNED_OUT).waitFor()
    await soon(() => addressOf(page)).toBe(`/${CLOUD.agent.domain}/cloud-status`)

    await enterAgain(page, await makeAccount(site().db), '/sign-out')
    expect(await shellOf(page).footer.getByRole('link', { name: 'Sign out' }).count()).toBe(0)
    await formOf(page).submit.click()
    await toastOf(page, SIGNED_OUT).waitFor()
    await soon(() => addressOf(page)).toBe(`/${CLOUD.agent.domain}/cloud-status`)
  })

  test('A-12 works despite server errors; if the server is unreachable, the reader is told, and the session ends later, also from the next page; a new session is kept', async () => {
    const page = await browser.newPage({
      siteUrl: site().url,
      expects: [/status of 500/, /user\/logout/],
    })
    await enterAgain(page, await makeAccount(site().db), PATH.incidents)
    await page.route('**/user/logout*', (route) => route.fulfill({ status: 500, json: { message: '-' } }))
    await signOutBy(page)
    await toastOf(page, SIGNED_OUT).waitFor()
    await shellOf(page).header.getByRole('link', { name: 'Sign In' }).waitFor()
    const left = await cookieNames(page)
    for (const name of ['csrf_token', 'logout_token', 'session_timeout', 'security']) {
      expect(left).not.toContain(name)
    }
    await page.unroute('**/user/logout*')

    const four = await makeAccount(site().db)
    await enterAgain(page, four, PATH.incidents)
    await page.route('**/user/logout*', (route) => route.abort('connectionrefused'))
    await signOutBy(page)
    await toastOf(page, SIGNED_OUT).waitFor()
    await toastOf(page, 'You’re signed out here. We can’t reach the server yet; retrying.').waitFor()
    expect(await sessionsOf(four.uid)).toBe(1)
    await page.unroute('**/user/logout*')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await soon(() => sessionsOf(four.uid)).toBe(0)
    await soon(() => page.evaluate(() => localStorage.getItem('candor-sign-out-pending'))).toBeNull()

    const five = await makeAccount(site().db)
    await enterAgain(page, five, PATH.incidents)
    await page.route('**/user/logout*', (route) => route.abort('connectionrefused'))
    await signOutBy(page)
    await toastOf(page, SIGNED_OUT).waitFor()
    await page.unroute('**/user/logout*')
    await goTo(page, PATH.home)
    await soon(() => sessionsOf(five.uid)).toBe(0)
    await soon(() => cookieNames(page)).not.toContain('candor_session')

    // A new sign-in keeps its session despite a pending sign-out of the old one.
    const [one, another] = [await makeAccount(site().db), await makeAccount(site().db)]
    await enterAgain(page, one, PATH.incidents)
    await page.route('**/user/logout*', (route) => route.abort('connectionrefused'))
    await signOutBy(page)
    await toastOf(page, SIGNED_OUT).waitFor()
    // Only then: the answer to a retry would remove the cookie of the new session.
    await enterAs(page, site(), another)
    await page.unroute('**/user/logout*')
    await goTo(page, PATH.home)
    await soon(() => menuOf(page).button.getAttribute('title')).toBe(another.email)
    expect(await page.evaluate(() => localStorage.getItem('candor-sign-out-pending'))).toBeNull()
    expect(await sessionsOf(another.uid)).toBe(1)
  })
})

function menuOf(page: Page) {
  const menu = page.locator('header details').filter({ hasText: 'Your account' })
  return { button: menu.locator('summary'), entries: menu.locator('li > :is(a, button)') }
}

async function signOutBy(page: Page) {
  const { button, entries } = menuOf(page)
  await button.click()
  await entries.filter({ hasText: 'Sign Out' }).click()
}

async function enterAgain(page: Page, { uid }: { uid: number }, path: string) {
  await enterAs(page, site(), { uid })
  await goTo(page, path)
  await menuOf(page).button.waitFor()
}

async function openAs(uid: number, path: string) {
  const page = await browser.newPage({ siteUrl: site().url })
  await enterAs(page, site(), { uid })
  await goTo(page, path)
  await menuOf(page).button.waitFor()
  return page
}

async function sessionsOf(uid: number) {
  const { count } = await site()
    .db.selectFrom('sessions')
    .where('user_id', '=', uid)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function cookieNames(page: Page) {
  return (await page.context().cookies()).map(({ name }) => name)
}
