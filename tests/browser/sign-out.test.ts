import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isShort } from '../size.ts'
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
    // The row disappears before the answer that removes the cookie arrives.
    await soon(() => cookieNames(page)).not.toContain('candor_session')
    await shellOf(other).header.getByRole('link', { name: 'Sign In' }).waitFor()
    expect(addressOf(other)).toBe(PATH.incidents)
  })

  // `src/ui/account/pending-sign-out.test.ts` covers retries, and what a new sign-in does to them. In the
  // short run, forms.test.ts covers the page.
  test.skipIf(isShort)(
    'A-12 if the server is unreachable, the page says so, and the session ends later; the sign-out page does the same; both lead to the default page of the chosen cloud',
    async () => {
      const page = await browser.newPage({ siteUrl: site().url, expects: [/user\/logout/] })
      const one = await makeAccount(site().db)
      await enterAgain(page, one, '/subscribe')
      await chooseCloud(page, CLOUD.agent.domain)
      await soon(() => shellOf(page).selector.textContent()).toContain(CLOUD.agent.domain)
      await page.route('**/user/logout*', (route) => route.abort('connectionrefused'))
      await signOutBy(page)
      await toastOf(page, SIGNED_OUT).waitFor()
      await toastOf(page, 'You’re signed out here. We can’t reach the server yet; retrying.').waitFor()
      await soon(() => addressOf(page)).toBe(`/${CLOUD.agent.domain}/cloud-status`)
      expect(await sessionsOf(one.uid)).toBe(1)
      const left = await cookieNames(page)
      for (const name of ['csrf_token', 'logout_token', 'session_timeout', 'security']) {
        expect(left).not.toContain(name)
      }
      await page.unroute('**/user/logout*')
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await soon(() => sessionsOf(one.uid)).toBe(0)
      await soon(() => page.evaluate(() => localStorage.getItem('candor-sign-out-pending'))).toBeNull()
      await soon(() => cookieNames(page)).not.toContain('candor_session')

      const other = await makeAccount(site().db)
      await enterAgain(page, other, '/sign-out')
      expect(await shellOf(page).footer.getByRole('link', { name: 'Sign out' }).count()).toBe(0)
      await formOf(page).submit.click()
      await toastOf(page, SIGNED_OUT).waitFor()
      await soon(() => addressOf(page)).toBe(`/${CLOUD.agent.domain}/cloud-status`)
      await soon(() => sessionsOf(other.uid)).toBe(0)
    },
  )
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
