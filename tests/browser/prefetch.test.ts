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

test('a page is prefetched on hover, focus or touch of its link, unless data is to be saved, and not fetched again on click', async () => {
  const page = await browser.newPage({ movesClock: true })
  await page.clock.install()
  await goTo(page, PATH.faq)
  // The clock is stopped: prefetched data expires after some seconds.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  const asked = requestsOf(page)
  const timesOfData = () => asked.filter((path) => path === DATA).length

  await linkTo(page, MAP).evaluate((link) => {
    link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  })
  await page.clock.runFor(LONGER_THAN_INTENT_MS)
  await saveData(page, true)
  await linkTo(page, MAP).hover()
  await page.clock.runFor(LONGER_THAN_INTENT_MS)
  await saveData(page, false)
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
    // Moves the pointer away from the link, until the prefetched data has expired.
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

async function saveData(page: Page, saveData: boolean) {
  await page.evaluate(
    (connection) => {
      Object.defineProperty(navigator, 'connection', { configurable: true, value: connection })
    },
    { saveData },
  )
}

function linkTo(page: Page, path: string) {
  return shellOf(page).mainNav.locator(`a[href="${path}"]`).first()
}

function requestsOf(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    paths.push(pathname + search)
  })
  return paths
}
