import { expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const TO_SUBSCRIBE = 'Please sign in or sign up to receive email notifications from Northwall.'
const TO_CHANGE_SETTINGS = 'Please sign in or sign up to change user settings.'
const ENDED = 'Your session has ended. Please sign in again.'

const ADDRESSES: [address: string, notice: string, words: string][] = [
  ['/account-settings#email', 'settings', TO_CHANGE_SETTINGS],
  ['/subscribe?page=2#clouds', 'subscribe', TO_SUBSCRIBE],
  ['/user/7/edit', 'settings', TO_CHANGE_SETTINGS],
]

test('G-19 a visitor is sent from a page that needs a session to sign-in, also within the site, and back to the same place', async () => {
  const page = await browser.open(PATH.home, { siteUrl: site().url })
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('header a.primary')
    link?.click()
  })
  await soon(() => addressOf(page)).toBe('/sign-in?notice=subscribe&origin=%2Fsubscribe')
  await soon(() => shellOf(page).main.innerText()).toContain(TO_SUBSCRIBE)
  expect(documents).toEqual([])
  await page.goBack()
  await soon(() => addressOf(page)).toBe(PATH.home)

  for (const [address, notice, words] of sized({ short: ADDRESSES.slice(0, 1), long: ADDRESSES })) {
    const { email, pass } = await makeAccount(site().db)
    await page.context().clearCookies()
    await goTo(page, address)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    expect(new URL(page.url()).searchParams.get('notice')).toBe(notice)
    expect(await shellOf(page).main.innerText()).toContain(words)

    await page.getByLabel('Email or username').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(pass)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await soon(() => new URL(page.url()).hash).toBe(new URL(address, site().url).hash)
    await soon(() => addressOf(page)).not.toContain('/sign-in')
  }
})

// In the short run session.test.ts ends a session, and protected-page.test.ts covers where it leads.
test.skipIf(isShort)(
  'G-19 an ended session leads to sign-in: unknown to the server, or signed out in another tab',
  async () => {
    const { uid } = await makeAccount(site().db)
    const page = await browser.newPage({ siteUrl: site().url, expects: [/status of 401/] })
    await enterAs(page, site(), { uid })
    await site().db.deleteFrom('sessions').where('user_id', '=', uid).execute()
    await goTo(page, `/user/${uid}/edit?a=b#zone`)
    await soon(() => addressOf(page)).toBe(
      `/sign-in?notice=session-ended&origin=${encodeURIComponent(`/user/${uid}/edit?a=b#zone`)}`,
    )
    await soon(() => shellOf(page).main.innerText()).toContain(ENDED)

    await enterAs(page, site(), { uid })
    await goTo(page, '/subscribe')
    await soon(() => shellOf(page).heading.textContent()).toBe('Subscriptions')
    const other = await page.context().newPage()
    await goTo(other, PATH.home)
    await other.locator('header summary').filter({ hasText: 'Your account' }).click()
    await other.getByRole('button', { name: 'Sign Out' }).click()
    await soon(() => addressOf(page)).toBe('/sign-in?notice=subscribe&origin=%2Fsubscribe')
    await soon(() => page.evaluate(() => localStorage.getItem('candor-sign-out-pending'))).toBeNull()
  },
)
