import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { type PageOptions, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { openSettingsOf, sectionOf } from './settings-parts.ts'
import { shellOf } from './shell.ts'
import { toastOf } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

test('A-17 the time zone is UTC until another is chosen, that of the device by one press; it then counts on every page', async () => {
  const { page, uid } = await openSettings(await makeAccount(site().db), { timeZone: 'Europe/Zurich' })
  const { field, button, text, said, section } = sectionOf(page, 'Time zone')
  const offer = section.getByRole('button', { name: /this device/ })
  expect(await field('Time zone').inputValue()).toBe('UTC')

  // One press fills it in, and saves nothing.
  await button('Fill in Zurich, as on this device').click()
  expect(await field('Time zone').inputValue()).toBe('Europe/Zurich')
  expect(await field('Time zone').evaluate((select) => select === document.activeElement)).toBe(true)
  expect(await offer.count()).toBe(0)
  expect((await userOf(uid)).timezone).toBe('UTC')
  await button('Save time zone').click()
  await soon(async () => (await userOf(uid)).timezone).toBe('Europe/Zurich')
  await soon(said).toContain('Zurich')

  // It is found by typing the name of a town, and not offered to who has it, or has just saved another.
  await field('Time zone').focus()
  await page.keyboard.type('Lisb')
  await soon(() => field('Time zone').inputValue()).toBe('Europe/Lisbon')
  expect(await offer.count()).toBe(0)
  await field('Time zone').selectOption('Asia/Tokyo')
  await soon(text).toMatch(/It is now .* GMT\+9 there\./)
  await button('Save time zone').click()
  await soon(said).toBe('Times are now shown in the time of Tokyo.')
  expect(await offer.count()).toBe(0)
  expect(await toastOf(page, 'Tokyo').count()).toBe(0)
  expect((await userOf(uid)).timezone).toBe('Asia/Tokyo')
  expect(await sectionOf(page, 'Where you are signed in').text()).toContain('GMT+9')

  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
  await soon(() => firstTime(page)).toMatch(/GMT\+9$/)
})

function openSettings<A extends { uid: number }>(account: A, options?: PageOptions) {
  return openSettingsOf(browser, site(), account, options)
}

function userOf(uid: TestAccount['uid']) {
  return site().db.selectFrom('users').where('id', '=', uid).selectAll().executeTakeFirstOrThrow()
}

function firstTime(page: Page) {
  return shellOf(page).main.locator('time').first().textContent()
}
