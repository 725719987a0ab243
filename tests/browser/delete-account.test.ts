import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeInDetail } from './axe.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { sharedSite } from './own-site.ts'
import { errorAt, sectionOf } from './settings-parts.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff, toastOf } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

test('A-17 deleting an account asks for confirmation and the password, signs the owner out and leads home; staff only confirm', async () => {
  const account = await makeAccount(site().db)
  const elsewhere = await browser.newPage({ siteUrl: site().url })
  await enterAs(elsewhere, site(), account)
  const { page, dialog, password } = await openQuestion(account.uid, {
    reducedMotion: true,
    expects: [/status of 422/],
  })

  await soon(() => password.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete account…')

  await openDialog(page)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await soon(() => errorAt(page, password)).toBe('Please enter your Password')
  await password.fill('Wrong9 password')
  await password.press('Enter')
  await soon(() => errorAt(page, password)).toBe('This is not your current password')
  expect(await dialog.getByRole('alert').innerText()).toBe('This is not your current password')
  if (!isShort) expect(await axeInDetail(page)).toEqual([])
  expect(await countOf(account.uid)).toBe(1)
  await dialog.getByRole('button', { name: 'Keep account' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await openDialog(page)
  expect(await password.inputValue()).toBe('')
  expect(await errorAt(page, password)).toBe('')

  await password.fill(account.pass)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await toastOf(page, 'Your account was deleted.').waitFor()
  await soon(() => addressOf(page)).toBe(PATH.home)
  await soon(() => shellOf(page).header.getByRole('link', { name: 'Sign In' }).count()).toBe(1)
  expect(await countOf(account.uid)).toBe(0)
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  expect(cookies).not.toContain('candor_session')
  expect(cookies).not.toContain('csrf_token')
  for (const each of [page, elsewhere]) {
    expect((await each.request.get(`/api/user/${account.uid}/settings`)).status()).toBe(401)
  }

  // In the short run: own-account.test.ts covers staff, who need no password.
  if (isShort) return
  const { uid } = await makeStaff(site(), ['legal_team'])
  await enterAs(page, site(), { uid })
  await goTo(page, `/user/${uid}/edit`)
  await openDialog(page)
  await dialog.waitFor()
  expect(await sectionOf(page, 'Email').text()).toContain('comes from the employee login')
  expect(await sectionOf(page, 'Password').text()).toContain('this site stores no password for you')
  for (const name of ['Email', 'Password']) {
    expect(await sectionOf(page, name).section.locator('form').count()).toBe(0)
  }
  expect(await password.count()).toBe(0)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await soon(() => toastOf(page, 'Your account was deleted.').count()).toBe(1)
  const kept = site().db.selectFrom('users').where('id', '=', uid).select(['email', 'display_name'])
  expect(await kept.execute()).toEqual([{ email: null, display_name: null }])
})

async function openQuestion(uid: number, options: PageOptions = {}) {
  const page = await browser.newPage({ siteUrl: site().url, ...options })
  await enterAs(page, site(), { uid })
  await goTo(page, `/user/${uid}/edit`)
  await openDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.waitFor()
  return { page, dialog, password: dialog.getByLabel('Your password', { exact: true }) }
}

function openDialog(page: Page) {
  return sectionOf(page, 'Delete account').button('Delete account…').click()
}

async function countOf(uid: number) {
  const found = await site().db.selectFrom('users').where('id', '=', uid).select('id').execute()
  return found.length
}
