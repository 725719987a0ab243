import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { goInside, goToScreen, openAsStaff } from './admin-site-parts.ts'
import { axeInDetail, axeViolations } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { sharedSite } from './own-site.ts'
import { enterAs, makeStaff, toastOf } from './signed-in.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

const WAYS_OF_LEGAL_TEAM = ['Dashboard', 'Records', 'Templates', 'Site content']

test('Z-05, G-20, N-09 an administrator navigates by sidebar, by shortcuts and on a phone, with focus on each heading; failed reads are retried; signing out leads home', async () => {
  const page = await open({ expects: [/503/] })
  expect(await page.title()).toBe('Dashboard | Northwall Trust staff')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('A Skip to content')
  await page.keyboard.press('Enter')
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.route('**/api/admin/records**', (route) => route.fulfill({ status: 503, body: '' }))
  await rail(page).getByRole('link', { name: 'Records' }).click()
  await page.getByRole('alert').waitFor()
  await page.unroute('**/api/admin/records**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('table', { name: 'Records' }).waitFor()
  expect(await page.title()).toBe('Records | Northwall Trust staff')
  await page.goBack()
  await soon(() => focused(page)).toBe('H1 Dashboard')
  // nav-for.test.ts proves what each role may open.
  await rail(page).getByRole('link', { name: 'People' }).click()
  await soon(() => focused(page)).toBe('H1 People')

  // The address changes before the screen does.
  await pressUntil(page, 'g r', async () => expect(await focused(page)).toBe('H1 Records'))
  await pressUntil(page, 'g d', async () => expect(await focused(page)).toBe('H1 Dashboard'))
  // Keys typed while the screen is still loading are inserted there.
  await page.keyboard.type('/n/?')
  await soon(() => page.locator('[data-search]').inputValue()).toBe('n/?')
  expect(await focused(page)).toContain('INPUT')
  expect(new URL(page.url()).pathname).toBe('/admin/records')
  await page.locator('main').focus()
  await page.keyboard.press('n')
  await soon(() => addressOf(page)).toBe('/admin/records/new?kind=incident')
  const title = page.getByLabel('Title')
  await soon(() => title.evaluate((field) => field === document.activeElement)).toBe(true)

  await rail(page).getByRole('link', { name: 'Dashboard' }).click()
  await soon(() => focused(page)).toBe('H1 Dashboard')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await pressUntil(page, '?', async () => expect(await list.count()).toBe(1))
  await soon(() => list.innerText()).toContain('Start a new incident')
  expect(await axeInDetail(page)).toEqual([])
  await list.getByRole('switch').click()
  await page.keyboard.press('Escape')
  await soon(() => list.count()).toBe(0)
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  expect(await list.getByRole('switch').isChecked()).toBe(false)
  expect(addressOf(page)).toBe('/admin/dashboard')
  await page.keyboard.press('Escape')
  await soon(() => list.count()).toBe(0)

  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => rail(page).isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await drawer.getByRole('link', { name: 'People' }).click()
  await soon(() => page.locator('main h1').innerText()).toBe('People')
  await soon(() => drawer.isVisible()).toBe(false)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.evaluate(() => localStorage.setItem('candor-consent', 'accepted'))
  const account = page.locator('summary').filter({ hasText: 'Your account' })
  await account.click()
  await page.getByText(/^Signed in as .+@northwall\.example/).waitFor()
  expect(await axeInDetail(page)).toEqual([])
  await page.locator('details[open]').getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await soon(() => account.evaluate((button) => button === document.activeElement)).toBe(true)
  await account.click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  expect(await theme()).toBe('dark')
  await goToScreen(page, '/admin/nowhere')
  expect(await page.locator('main h1').innerText()).toBe('Screen not found')
  expect(await theme()).toBe('dark')
  await account.click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await soon(() => addressOf(page)).toBe(PATH.home)
  await toastOf(page, 'You have successfully logged out!').waitFor()
})

test('Z-05, A-14 the legal team sees which role a screen needs, and only what it may do; the screen follows the signed-in user, and an ended session leaves it intact', async () => {
  const page = await open({ roles: ['legal_team'], path: '/admin/people' })
  await soon(() => page.locator('main').innerText()).toContain('This screen is for the role Administrator.')
  expect(await page.locator('main').innerText()).toContain('You are signed in as Legal team.')
  expect(await rail(page).getByRole('link').allInnerTexts()).toEqual(WAYS_OF_LEGAL_TEAM)
  const address = addressOf(page)
  await page.keyboard.press('n')
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await soon(() => list.innerText()).toContain('Go to the records')
  expect(await list.innerText()).not.toContain('Start a new incident')
  expect(addressOf(page)).toBe(address)
  await page.keyboard.press('Escape')
  await soon(() => list.count()).toBe(0)

  const { uid, email } = await makeStaff(site(), ['administrator'])
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await lookAgain(page)
  await toastOf(page, `You are signed in as ${email} now.`).waitFor()
  await soon(() => rail(page).getByRole('link').allInnerTexts()).toContain('API tokens')

  await goInside(page, '/admin/templates/new?kind=incident')
  await soon(() => rail(page).locator('[aria-current="page"]').allInnerTexts()).toEqual(['Templates'])
  await page.getByLabel('Name').fill('Before the session ended')
  const title = page.getByLabel('Title')
  await title.fill('Half a sent')
  await page.context().clearCookies()
  await lookAgain(page)
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // The browser closes the dialog on the second Escape; the page reopens it.
  await soon(() => dialog.isVisible()).toBe(true)
  expect(await dialog.getByRole('link', { name: /^Sign in again/ }).getAttribute('target')).toBe('_blank')
  expect(await axeInDetail(page)).toEqual([])
  await enterAs(page, site(), { uid, openedBy: 'sign-on' })
  await lookAgain(page)
  await soon(() => dialog.count()).toBe(0)
  await soon(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('ence')
  expect(await title.inputValue()).toBe('Half a sentence')
  // By keyboard: the toast about the new person may cover the button.
  await page.getByRole('button', { name: 'Add' }).press('Enter')
  await soon(() => addressOf(page)).toBe('/admin/templates')
})

function open({ roles = ['administrator'], path = '/admin/dashboard', ...options }: Opening = {}) {
  return openAsStaff(browser, site(), { roles, path, ...options })
}

type Opening = Partial<Parameters<typeof openAsStaff>[2]>

/** A two-key shortcut needs both keys in quick succession, which a busy machine may miss. */
async function pressUntil(page: Page, keys: string, isDone: () => Promise<void>) {
  await eventually(async () => {
    for (const key of keys.split(' ')) await page.keyboard.press(key)
    await vi.waitFor(isDone, { timeout: 2_000, interval: 50 })
  })
}

function rail(page: Page) {
  return page.locator('#root > div').getByRole('navigation', { name: 'Admin' })
}

async function lookAgain(page: Page) {
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
}

function focused(page: Page) {
  return page.evaluate(() => {
    const { activeElement } = document
    return `${activeElement?.tagName} ${(activeElement as HTMLElement).innerText}`.trim()
  })
}
