import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeAccount, type TestAccount } from '../support/make-account.ts'
import { goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { ownSite } from './own-site.ts'
import { openSettingsOf, sectionOf } from './settings-parts.ts'
import { shellOf } from './shell.ts'
import { toastOf } from './signed-in.ts'

const site = ownSite()
const browser = testBrowser()

describe('A-17 the time zone', () => {
  test('is UTC until another is chosen, which then counts on every page and every device', async () => {
    const account = await makeAccount(site().db)
    const { page, uid } = await openSettings(account)
    const { field, button, text, said } = sectionOf(page, 'Time zone')
    expect(await field('Time zone').inputValue()).toBe('UTC')
    await field('Time zone').selectOption('Asia/Tokyo')
    await soon(text).toMatch(/It is now .* GMT\+9 there\./)
    await button('Save time zone').click()
    await soon(said).toBe('Times are now shown in the time of Tokyo.')
    expect(await toastOf(page, 'Tokyo').count()).toBe(0)
    expect((await userOf(uid)).timezone).toBe('Asia/Tokyo')
    expect(await sectionOf(page, 'Where you are signed in').text()).toContain('GMT+9')

    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await soon(() => firstTime(page)).toMatch(/GMT\+9$/)
    const elsewhere = await openSettings(account)
    await goTo(elsewhere.page, PATH.incidents)
    await soon(() => firstTime(elsewhere.page)).toMatch(/GMT\+9$/)
  })

  test('of the device is filled in by one press, which saves nothing', async () => {
    const { page, uid } = await openSettings(await makeAccount(site().db), { timeZone: 'Europe/Zurich' })
    const { field, button } = sectionOf(page, 'Time zone')
    const offer = button('Fill in Zurich, as on this device')
    await offer.click()
    expect(await field('Time zone').inputValue()).toBe('Europe/Zurich')
    expect(await field('Time zone').evaluate((select) => select === document.activeElement)).toBe(true)
    expect(await offer.count()).toBe(0)
    expect((await userOf(uid)).timezone).toBe('UTC')
    await button('Save time zone').click()
    await soon(async () => (await userOf(uid)).timezone).toBe('Europe/Zurich')
  })

  test('of the device is not offered to whoever has it, or has just saved another', async () => {
    const { page } = await openSettings(await makeAccount(site().db), { timeZone: 'Europe/Zurich' })
    const { field, button, said, section } = sectionOf(page, 'Time zone')
    const offer = section.getByRole('button', { name: /this device/ })
    await field('Time zone').selectOption('Asia/Tokyo')
    expect(await offer.count()).toBe(1)
    await button('Save time zone').click()
    await soon(said).toContain('Tokyo')
    expect(await offer.count()).toBe(0)

    const inUtc = await openSettings(await makeAccount(site().db), { timeZone: 'UTC' })
    const ofUtc = sectionOf(inUtc.page, 'Time zone')
    await ofUtc.field('Time zone').selectOption('Asia/Tokyo')
    expect(await ofUtc.section.getByRole('button', { name: /this device/ }).count()).toBe(0)
  })

  test('is found by typing the name of a town', async () => {
    const { page } = await openSettings(await makeAccount(site().db))
    const { field } = sectionOf(page, 'Time zone')
    await field('Time zone').focus()
    await page.keyboard.type('Lisb')
    await soon(() => field('Time zone').inputValue()).toBe('Europe/Lisbon')
  })
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
