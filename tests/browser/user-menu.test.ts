import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeInDetail } from './axe.ts'
import { goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { noteShifts, sumOfShifts } from './layout-shifts.ts'
import { pass } from './live-page.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, makeStaff } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const LONG_EMAIL = 'von-und-zu-hohenlohe@customer.example'
const UNKNOWN = [/status of 503/, /Loading who is signed in failed/]
/** At most 30 s apart. */
const RETRIES = 3

describe('N-08 a signed-in user', () => {
  test('N-06 has a menu with their address in place of the buttons, at every width and by keyboard, with a link to the settings; in disaster recovery there is no menu', async () => {
    const { uid, email } = await makeAccount(site().db, { email: `${crypto.randomUUID()}.${LONG_EMAIL}` })
    const page = await openAs(uid, PATH.home, { reducedMotion: true })
    const { header } = shellOf(page)
    const { button, entries, sheet } = menuOf(page)
    await soon(() => button.getAttribute('title')).toBe(email)
    expect(await header.getByRole('link', { name: 'Sign In' }).count()).toBe(0)
    expect(await header.getByRole('link', { name: 'Subscribe', exact: true }).count()).toBe(0)

    await button.click()
    await sheet.getByText('Signed in as').waitFor()
    expect(await sheet.innerText()).toContain(email)
    expect(await entries.allInnerTexts()).toEqual(['Subscriptions', 'Settings', 'Sign Out'])
    expect(await entries.nth(0).getAttribute('href')).toBe('/subscribe')
    expect(await entries.nth(1).getAttribute('href')).toBe(`/user/${uid}/edit`)

    for (const width of sized({ short: [320, 1440], long: [320, 390, 800, 1000, 1440] })) {
      await page.setViewportSize({ width, height: 900 })
      await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const logo = await header.getByRole('link', { name: /^Northwall/ }).boundingBox()
      const box = await button.boundingBox()
      expect(Math.abs(middle(logo) - middle(box)), `beside the logo at ${width} px`).toBeLessThan(8)
      expect(box?.height).toBeGreaterThanOrEqual(width < 992 ? 44 : 36)
      if (width === 1440) expect(box?.width, 'as wide as there is room for').toBe(320)
      // The accessibility tests see a page with a dropdown open.
      if (!isShort) expect(await axeInDetail(page), `at ${width} px`).toEqual([])
    }
    await button.click()
    await soon(() => entries.first().isVisible()).toBe(false)

    await button.focus()
    await page.keyboard.press('ArrowDown')
    await soon(() => entries.nth(0).evaluate(hasFocus)).toBe(true)
    await page.keyboard.press('End')
    await soon(() => entries.nth(2).evaluate(hasFocus)).toBe(true)
    await page.keyboard.press('ArrowUp')
    await soon(() => entries.nth(1).evaluate(hasFocus)).toBe(true)
    await page.keyboard.press('Escape')
    await soon(() => button.evaluate(hasFocus)).toBe(true)
    await soon(() => entries.first().isVisible()).toBe(false)

    await button.click()
    await soon(() => entries.first().isVisible()).toBe(true)
    await shellOf(page).main.click({ position: { x: 5, y: 5 } })
    await soon(() => entries.first().isVisible()).toBe(false)

    await button.click()
    await entries.nth(1).click()
    await page.waitForURL(`**/user/${uid}/edit`)
    await soon(() => shellOf(page).heading.textContent()).toBe('Settings')
    await soon(() => entries.first().isVisible()).toBe(false)

    // In the short run: server-entry.test.tsx.
    if (isShort) return
    await page.route('**/api/global', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), isTrustDR: true } })
    })
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await soon(() => button.count()).toBe(0)
    expect(await shellOf(page).header.getByRole('link', { name: 'Sign In' }).count()).toBe(0)
  })

  test("A-20 has the menu even while the server can't identify them, and is looked up again later and on return; staff then find the admin area in it", async () => {
    const { uid, email } = await makeStaff(site(), ['url_editor'])
    const page = await browser.newPage({ siteUrl: site().url, expects: UNKNOWN, movesClock: true })
    await enterAs(page, site(), { uid })
    await page.clock.install()
    await page.route('**/api/user/details', (route) => route.fulfill({ status: 503, json: { message: '-' } }))
    let failures = 0
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/api/user/details')) failures++
    })
    await goTo(page, PATH.home)
    const { button, entries } = menuOf(page)
    await soon(() => button.innerText()).toContain('Account')
    await button.click()
    expect(await entries.nth(1).getAttribute('href')).toBe('/account-settings')
    await page.keyboard.press('Escape')
    // By then the automatic retries have ended.
    await pass(page, () => failures >= 1 + RETRIES)
    await page.unroute('**/api/user/details')
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await soon(() => button.getAttribute('title')).toBe(email)
    await button.click()
    const admin = entries.first()
    expect(await admin.innerText()).toMatch(/^Admin/)
    expect(await admin.getAttribute('href')).toBe('/admin/dashboard')
    expect(await admin.getAttribute('target')).toBe('_blank')
  })
})

describe('while the page loads', () => {
  test.each(sized({ short: [390], long: [390, 1440] }))(
    'N-06 a signed-in user sees no sign-in button, and nothing shifts, at %i px',
    async (width) => {
      const page = await browser.newPage({ siteUrl: site().url, width })
      const scripts = await heldBack(page, '**/assets/*.js')
      const { header, footer } = shellOf(page)
      await enterAs(page, site(), { uid: (await makeAccount(site().db)).uid })
      await page.goto(PATH.incidents, { waitUntil: 'commit' })
      await footer.waitFor()
      // Nothing is painted before the style sheet loads.
      await soon(() => header.getByRole('link', { name: 'Sign In' }).isVisible()).toBe(false)
      expect(await header.getByRole('link', { name: 'Subscribe', exact: true }).isVisible()).toBe(false)
      await page.evaluate(() => document.fonts.ready.then(() => {}))
      await page.evaluate(noteShifts)
      const place = await header.locator('[data-unknown]').boundingBox()

      scripts.release()
      const { menu, button } = menuOf(page)
      await soon(() => button.getAttribute('title')).not.toBe('')
      expect(await menu.locator('..').boundingBox()).toEqual(place)
      // The cookie prompt appears at the bottom and shifts nothing. A late font may move a pixel.
      expect(await sumOfShifts(page)).toBeLessThan(0.001)
    },
  )
})

function menuOf(page: Page) {
  const menu = page.locator('header details').filter({ hasText: 'Your account' })
  return {
    menu,
    button: menu.locator('summary'),
    sheet: menu.locator('> div'),
    entries: menu.locator('li > :is(a, button)'),
  }
}

async function openAs(uid: number, path: string, options: PageOptions = {}) {
  const page = await browser.newPage({ siteUrl: site().url, ...options })
  await enterAs(page, site(), { uid })
  await goTo(page, path)
  await menuOf(page).button.waitFor()
  return page
}

function middle(box: { y: number; height: number } | null) {
  return box === null ? Number.NaN : box.y + box.height / 2
}

/** Runs in the page. */
function hasFocus(element: Element) {
  return element === document.activeElement
}
