import type { Insertable } from 'kysely'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import type { SiteBanners } from '../../src/db/database.ts'
import { raiseSite } from '../support/raise-edition.ts'
import { axeAtTheEnd, axeInDetail } from './axe.ts'
import { goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { storedOn } from './consent.ts'
import { PATH } from './demo-site.ts'
import { pass } from './live-page.ts'
import { untilEdition } from './own-site.ts'
import { recordSite } from './record-site.ts'
import { shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()
const site = recordSite()

const NOTICE = 'We move the log stores tonight.'
const WARNING = 'Support answers by phone only.'
const CRITICAL = 'Sign-in fails for some customers.'
const THREE: Insertable<SiteBanners>[] = [
  { text: NOTICE, gravity: 'notice', link_url: PATH.maintenance, link_text: 'See what is planned' },
  { text: CRITICAL, gravity: 'critical', link_url: 'https://help.northwall.example/', link_text: 'Help' },
  { text: WARNING, gravity: 'warning' },
]
const FINGER_PX = 44

beforeEach(() => publish(...THREE))
afterAll(() => publish())

test('O-01 banners appear below the header, the most severe first, each with icon and word, and are not printed', async () => {
  const page = await open(PATH.home, { reducedMotion: true })
  const { header, main } = shellOf(page)
  expect(await wordsOf(page)).toEqual([
    `Critical ${CRITICAL} Help (opens in a new tab)`,
    `Warning ${WARNING}`,
    `Notice ${NOTICE} See what is planned`,
  ])
  expect(await bannersOn(page).locator('strong svg').count()).toBe(3)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const [head, notices, content] = await Promise.all(
    [header, noticesOn(page), main].map((part) => part.boundingBox()),
  )
  expect(notices?.y).toBeCloseTo((head?.y ?? 0) + (head?.height ?? 0), 0)
  expect(content?.y).toBeCloseTo((notices?.y ?? 0) + (notices?.height ?? 0), 0)
  expect(notices?.width).toBe(1440)

  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 })
    expect(await axeInDetail(page), `at ${width} px`).toEqual([])
    for (const button of await dismissals(page).all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(FINGER_PX)
    }
  }
  await page.emulateMedia({ media: 'print' })
  expect(await bannersOn(page).filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  await bannersOn(page).getByRole('link', { name: 'See what is planned' }).click()
  await page.waitForURL(`**${PATH.maintenance}`)
  await soon(() => bannersOn(page).count()).toBe(3)
  await soon(() => shellOf(page).heading.textContent()).toBe('Maintenance')
  expect(await axeAtTheEnd(page)).toEqual([])
  // With reduced motion a dismissed banner disappears immediately.
  expect(await fadingOf(page, NOTICE)).toEqual([])
  await soon(() => bannersOn(page).count()).toBe(2)

  const bare = await open(PATH.home, { javaScript: false })
  expect(await bannersOn(bare).count()).toBe(3)
  expect(await dismissals(bare).count()).toBe(0)
})

test('O-01 banners appear and disappear on open pages, and are announced to screen readers', async () => {
  await publish()
  const page = await browser.newPage({ siteUrl: site().url, movesClock: true })
  await page.clock.install()
  await goTo(page, PATH.home)
  expect(await noticesOn(page).count()).toBe(0)
  await publish({ text: NOTICE })
  await pass(page, async () => (await bannersOn(page).count()) > 0)
  await soon(() => page.locator('[aria-live="polite"]').getByText(NOTICE).count()).toBe(1)
  await publish()
  await pass(page, async () => (await noticesOn(page).count()) === 0)
})

test('O-01 a dismissed banner stays away across pages, reloads and tabs, without a flash, and comes back with a new text; focus moves to the next one', async () => {
  const page = await open(PATH.home)
  const other = await page.context().newPage()
  await goTo(other, PATH.faq)
  await dismissal(page, WARNING).focus()
  await page.keyboard.press('Enter')
  await soon(() => focused(page)).toBe(`Dismiss: ${NOTICE}`)
  await soon(() => bannersOn(page).count()).toBe(2)
  await soon(() => bannersOn(other).count()).toBe(2)
  await other.close()
  await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(`**${PATH.incidents}`)
  await soon(() => bannersOn(page).count()).toBe(2)

  await page.addInitScript(noteFramesWith, WARNING)
  await goTo(page, PATH.home)
  await soon(() => wordsOf(page)).toEqual([
    expect.stringContaining(CRITICAL),
    expect.stringContaining(NOTICE),
  ])
  const frames = () => page.evaluate(() => (window as unknown as { frames_seen: number[] }).frames_seen)
  await soon(async () => (await frames()).length).toBeGreaterThan(0)
  expect(new Set(await frames())).toEqual(new Set([0]))
  expect(Object.keys(await storedOn(page))).toEqual(['candor-dismissed'])

  await dismissOthersByKeyboard(page)

  await publish({ text: WARNING }, { text: `${WARNING} Until noon.` })
  await goTo(page, PATH.home)
  await soon(() => wordsOf(page)).toEqual([`Notice ${WARNING} Until noon.`])
})

async function dismissOthersByKeyboard(page: Page) {
  await dismissal(page, NOTICE).focus()
  const [fading] = (await fadingOf(page, NOTICE)) ?? []
  expect(fading).toBeGreaterThan(0)
  expect(fading).toBeLessThan(200)
  await soon(() => focused(page)).toBe(`Dismiss: ${CRITICAL}`)
  await page.keyboard.press('Space')
  await soon(() => noticesOn(page).count()).toBe(0)
  await soon(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
}

test('O-01 the demo has a banner on one quiet cloud', async () => {
  const bannersOf = async (path: string) =>
    (await (await fetch(inject('siteUrl') + path)).text()).match(/<[^>]+ data-banner=/g)?.length ?? 0
  expect(await bannersOf('/northwall-two.net')).toBe(1)
  expect(await bannersOf(PATH.home)).toBe(0)
})

/** Runs in the page before its own scripts: records whether a frame shows a banner with this text. */
function noteFramesWith(text: string) {
  const frames: number[] = []
  Object.assign(window, { frames_seen: frames })
  requestAnimationFrame(function look() {
    const strips = [...document.querySelectorAll('[data-banner]')]
    const shown = strips.filter((strip) => strip.getClientRects().length > 0)
    const isThere = shown.some((strip) => strip.textContent?.includes(text))
    if (shown.length > 0) frames.push(isThere ? 1 : 0)
    requestAnimationFrame(look)
  })
}

/** Dismisses a banner and returns the lengths of its animations in milliseconds. */
function fadingOf(page: Page, text: string) {
  return dismissal(page, text).evaluate((button) => {
    const strip = button.closest('[data-banner]')
    ;(button as HTMLElement).click()
    return strip?.getAnimations().map(({ effect }) => effect?.getComputedTiming().duration)
  })
}

function open(path: string, options: PageOptions = {}) {
  return browser.open(path, { siteUrl: site().url, ...options })
}

async function publish(...banners: Insertable<SiteBanners>[]) {
  const { db } = site()
  await db.deleteFrom('site_banners').execute()
  for (const banner of banners) await db.insertInto('site_banners').values(banner).execute()
  await untilEdition(site(), await raiseSite(db))
}

function noticesOn(page: Page) {
  return page.getByRole('region', { name: 'Notices' })
}

function bannersOn(page: Page) {
  return noticesOn(page).locator('[data-banner]')
}

function wordsOf(page: Page) {
  return bannersOn(page)
    .locator('p')
    .allInnerTexts()
    .then((texts) => texts.map((text) => text.replace(/\s+/g, ' ').trim()))
}

function dismissals(page: Page) {
  return noticesOn(page).getByRole('button', { name: /^Dismiss: / })
}

function dismissal(page: Page, text: string) {
  return noticesOn(page).getByRole('button', { name: `Dismiss: ${text}`, exact: true })
}

function focused(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
}
