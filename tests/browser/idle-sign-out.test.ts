import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeAccount } from '../support/make-account.ts'
import { addressOf, goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { sharedSite } from './own-site.ts'
import { shellOf } from './shell.ts'
import { enterAs, toastOf, untilQuiet } from './signed-in.ts'
import { watchRequests } from './watch-problems.ts'

const site = sharedSite('readers')
const browser = testBrowser()

const ENDED = 'Your session has ended. Please sign in again.'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe('A-15 activity keeps the session', () => {
  const SIGNS: Record<string, (page: Page) => Promise<void>> = {
    mousemove: (page) => page.mouse.move(200 + Math.random() * 100, 300),
    click: (page) => page.mouse.click(20, 300),
    scroll: async (page) => {
      await page.evaluate(() => window.scrollBy(0, 40))
    },
    keypress: (page) => page.keyboard.press('x'),
  }

  test('any kind of activity counts, a failed report to the server is sent again, and the first activity after 7200 s does not keep the session: the reader is signed out, on the server too, and the page stays and shows the reason until seen', async () => {
    const { page, uid, reports, underWay } = await openOnClock(PATH.incidents, {
      expects: [/user\/activity/],
    })
    for (const [sign, give] of Object.entries(SIGNS)) {
      await page.clock.fastForward(HOUR_MS + 30 * MINUTE_MS)
      const answered = page.waitForResponse('**/api/user/activity')
      await give(page)
      expect((await answered).status(), sign).toBe(204)
    }
    expect(await menu(page).count()).toBe(1)

    const before = reports.length
    await page.route('**/api/user/activity', (route) => route.abort('connectionrefused'))
    await page.clock.fastForward(10 * MINUTE_MS)
    await page.mouse.move(200, 300)
    await soon(() => reports.length).toBe(before + 1)
    await page.unroute('**/api/user/activity')
    const answered = page.waitForResponse('**/api/user/activity')
    await page.clock.fastForward(2 * MINUTE_MS)
    expect((await answered).status()).toBe(204)

    // A computer that slept: no timer ran meanwhile.
    await page.clock.setSystemTime(Date.now() + 12 * HOUR_MS)
    await page.mouse.move(300, 300)
    await signInLink(page).waitFor()
    await toastOf(page, ENDED).waitFor()
    await soon(() => sessionsOf(uid)).toBe(0)
    await soon(() => underWay.size).toBe(0)
    await page.clock.fastForward(HOUR_MS)
    expect(await toastOf(page, ENDED).count()).toBe(1)
    expect(addressOf(page)).toBe(PATH.incidents)
    await toastOf(page, ENDED).getByRole('link', { name: 'Sign In' }).click()
    await soon(() => addressOf(page)).toBe(`/sign-in?origin=${encodeURIComponent(PATH.incidents)}`)
    await soon(() => toastOf(page, ENDED).count()).toBe(0)
  })

  test('activity in any tab counts for all tabs, and is reported every few minutes at most; after 7200 s without any all are signed out', async () => {
    const { page, reports } = await openOnClock(PATH.home)
    const other = await page.context().newPage()
    countReports(other, reports)
    await goTo(other, PATH.incidents)
    await untilQuiet(other)
    await soon(() => reports.length).toBe(1)
    const stepS = 20
    for (let second = 0; second < 600; second += stepS) {
      await page.clock.fastForward(stepS * 1000)
      for (const tab of [page, other]) {
        await tab.mouse.move(200 + second / 10, 300)
        await untilShared(page, other)
      }
    }
    await soon(() => reports.length).toBe(3)

    await page.clock.fastForward(HOUR_MS + 30 * MINUTE_MS)
    await other.mouse.move(200, 320)
    await untilShared(page, other)
    await page.clock.fastForward(HOUR_MS)
    // The move came during a report of earlier activity, so it may be reported only now, and never after
    // signing out.
    await untilShared(page, other)
    expect(await menu(page).count()).toBe(1)
    expect(await menu(other).count()).toBe(1)
    await page.clock.fastForward(HOUR_MS)
    await signInLink(page).waitFor()
    await signInLink(other).waitFor()
  })
})

async function openOnClock(path: string, options: PageOptions = {}) {
  const { uid } = await makeAccount(site().db)
  const page = await browser.newPage({ siteUrl: site().url, movesClock: true, ...options })
  const reports: string[] = []
  countReports(page, reports)
  const underWay = watchRequests(page)
  await enterAs(page, site(), { uid })
  await page.clock.install()
  await goTo(page, path)
  await untilQuiet(page)
  return { page, uid, reports, underWay }
}

/** A tab may see another tab's storage a moment later, and a tab stores the report only after sending it. */
async function untilShared(one: Page, other: Page) {
  const stored = (page: Page) =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query()
      const isQuiet = held.length + pending.length === 0
      return [isQuiet, localStorage['candor-active-at'], localStorage['candor-activity-told-at']]
    })
  await soon(async () => {
    const [ofOne, ofOther] = [await stored(one), await stored(other)]
    return ofOne[0] && ofOther[0] && ofOne.join() === ofOther.join()
  }).toBe(true)
}

function countReports(page: Page, reports: string[]) {
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/activity')) reports.push(request.url())
  })
}

function menu(page: Page) {
  return page.locator('header summary').filter({ hasText: 'Your account' })
}

function signInLink(page: Page) {
  return shellOf(page).header.getByRole('link', { name: 'Sign In' })
}

async function sessionsOf(uid: number) {
  const sessions = await site().db.selectFrom('sessions').where('user_id', '=', uid).select('id').execute()
  return sessions.length
}
