import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const CHUNK = /\/assets\/data-center-map-page-.*\.js$/
const DATA = `/api/dc_map/${CLOUD.first.machineName}`
const MAP = `${PATH.home}/data-center-map`
const LONGER_THAN_INTENT_MS = 1_000
const LONGER_THAN_KEPT_MS = 10_000

test('a page is fetched while the pointer stays on its link, has the focus or a finger on it, and not again when it is followed', async () => {
  const page = await browser.newPage({ movesClock: true })
  await page.clock.install()
  await goTo(page, PATH.faq)
  // Time stands still from here on: what was read ahead would be too old after some seconds.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const asked = requestsOf(page)
  const timesOfData = () => asked.filter((path) => path === DATA).length

  // A pointer that passes over links asks for nothing: nobody is on the link when the moment is over.
  await linkTo(page, MAP).evaluate((link) => {
    link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  await page.clock.runFor(LONGER_THAN_INTENT_MS)
  await linkTo(page, PATH.maintenance).hover()
  await page.clock.runFor(LONGER_THAN_INTENT_MS)
  await soon(() => asked.some((path) => path.startsWith('/api/maintenance'))).toBe(true)
  expect(asked).not.toContain(DATA)

  for (const come of [
    () => linkTo(page, MAP).focus(),
    () => linkTo(page, MAP).dispatchEvent('touchstart'),
    () => linkTo(page, MAP).hover(),
  ]) {
    const before = timesOfData()
    // Away from the link, until what was read ahead is too old.
    await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })))
    await page.clock.runFor(LONGER_THAN_KEPT_MS)
    await come()
    await page.clock.runFor(LONGER_THAN_INTENT_MS)
    await soon(timesOfData).toBe(before + 1)
  }
  await soon(() => asked.some((path) => CHUNK.test(path))).toBe(true)
  const before = [...asked]
  await linkTo(page, MAP).click()
  await soon(() => addressOf(page)).toBe(MAP)
  await soon(() => shellOf(page).heading.textContent()).not.toContain('FAQ')
  const again = asked.slice(before.length).filter((path) => path !== '/api/edition' && before.includes(path))
  expect(again).toEqual([])
})

test('whoever saves data is not sent any ahead', async () => {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
  })
  await goTo(page, PATH.faq)
  const asked = requestsOf(page)
  await linkTo(page, MAP).hover()
  await linkTo(page, MAP).click()
  await soon(() => addressOf(page)).toBe(MAP)
  // Had it been fetched on the way, the click would have found it there.
  await soon(() => asked.filter((path) => path === DATA)).toHaveLength(1)
})

function linkTo(page: Page, path: string) {
  return shellOf(page).mainNav.locator(`a[href="${path}"]`).first()
}

/** Paths with their queries, from now on. */
function requestsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    paths.push(pathname + search)
  })
  return paths
}
