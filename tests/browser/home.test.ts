import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const SPEEDOMETER_SCRIPT = '**/theme/speedometer.js'
const DIALS = 'candor-speedometer'

test('H-01, H-02, G-21 the script at the theme path draws three gauges; if the cloud banner fails, the console says so, the page stays, and Retry loads it; without the gauge script every figure is still there', async () => {
  const expects = [
    /Loading the cloud banner failed/,
    /status of 500/,
    ...(isShort ? [] : [/speedometer\.js/]),
  ]
  const page = await browser.open(PATH.home, { expects, reducedMotion: true })
  await page.locator(DIALS).first().scrollIntoViewIfNeeded()
  await soon(() => drawnShares(page)).toEqual([84, 58, 68])
  await retryBanner(page)
  // In the short run: speedometer-section.test.tsx.
  if (!isShort) await loseScript(page)
})

async function retryBanner(page: Page) {
  const banner = '**/api/cloud-banner?*'
  // Also when the page prefetches it before the click, and again with the click.
  await page.route(banner, fail)
  await chooseCloud(page, CLOUD.second.domain)
  const { main, retry } = shellOf(page)
  await main.getByText('The description of this cloud could not be loaded.').waitFor()
  await main.getByRole('heading', { level: 1 }).waitFor()
  await main.getByText('One day on our clouds').waitFor()
  await main.getByText('Service continuity', { exact: true }).waitFor()

  await page.unroute(banner, fail)
  await retry.click()
  await main.getByRole('heading', { name: CLOUD.second.domain, exact: true }).waitFor()
  expect(await retry.count()).toBe(0)
}

async function loseScript(page: Page) {
  await page.route(SPEEDOMETER_SCRIPT, (route) => route.abort())
  await page.goto(PATH.home)
  const { main, mainNav } = shellOf(page)
  await page.waitForFunction(() => document.querySelector('script[src="/theme/speedometer.js"]') === null)
  for (const figure of ['486.2', '148.7', '11.3']) await main.getByText(figure, { exact: true }).waitFor()
  await main.getByText('Service continuity', { exact: true }).waitFor()
  expect(await page.locator(DIALS).count()).toBe(3)
  await mainNav.getByRole('link', { name: 'Incidents' }).click()
  await page.waitForURL(`**${PATH.incidents}`)
}

// In the short run: gauge-geometry.test.ts for the sweep, speedometer-section.test.tsx for the text.
test.skipIf(isShort)(
  'H-02 the script at the theme path draws three gauges that sweep once from zero to their values; the text contains all figures',
  async () => {
    const page = await browser.newPage()
    await page.setViewportSize({ width: 1440, height: 1800 })
    await page.addInitScript(noteShownPercents)
    const script = page.waitForResponse(SPEEDOMETER_SCRIPT)
    await page.goto(PATH.home)
    expect((await script).status()).toBe(200)
    const { heading, main } = shellOf(page)
    await soon(() => drawnShares(page)).toEqual([84, 58, 68])
    expect(await page.locator(`${DIALS} .tick`).count()).toBeGreaterThan(100)
    await soon(async () => (await shownPercents(page)).at(-1)).toBe(84)
    const shown = await shownPercents(page)
    expect(shown[0]).toBe(0)
    // The number of frames in between depends on the machine.
    expect(shown.length).toBeGreaterThan(1)
    expect(shown).toEqual(shown.toSorted((a, b) => a - b))

    await page.setViewportSize({ width: 1440, height: 300 })
    await heading.scrollIntoViewIfNeeded()
    await soon(() => isInView(page)).toBe(false)
    await page.locator(DIALS).first().scrollIntoViewIfNeeded()
    await soon(() => isInView(page)).toBe(true)
    expect(await shownPercents(page)).toEqual(shown)

    // The drawing is hidden from screen readers; the text has all figures.
    const text = await main.locator('section', { hasText: 'One day on our clouds' }).ariaSnapshot()
    for (const words of [
      '486.2 billion',
      '84% of peak, 578.4 billion',
      '148.7 million',
      '11.3 billion',
      '218,400',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('img')

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(PATH.home)
    await page.locator(DIALS).first().scrollIntoViewIfNeeded()
    await soon(() => drawnShares(page)).toEqual([84, 58, 68])
    await soon(() => shownPercents(page)).toEqual([84])
  },
)

/** Runs in the page: records what the first gauge shows, frame by frame. */
function noteShownPercents() {
  const shown: number[] = []
  Object.assign(window, { shown })
  requestAnimationFrame(function look() {
    const dial = document.querySelector('candor-speedometer')?.shadowRoot
    const percent = Number.parseInt(dial?.querySelector('.percent')?.textContent ?? '', 10)
    if (!Number.isNaN(percent) && percent !== shown.at(-1)) shown.push(percent)
    requestAnimationFrame(look)
  })
}

function shownPercents(page: Page) {
  return page.evaluate(() => (window as unknown as { shown: number[] }).shown)
}

function isInView(page: Page) {
  return page
    .locator(DIALS)
    .first()
    .evaluate((dial) => {
      const { top, bottom } = dial.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
}

function drawnShares(page: Page) {
  return page
    .locator(DIALS)
    .evaluateAll((dials) =>
      dials.map((dial) => Number.parseInt(dial.shadowRoot?.querySelector('.percent')?.textContent ?? '', 10)),
    )
}

function fail(route: Route) {
  return route.fulfill({ status: 500, json: { message: 'Something broke.' } })
}
