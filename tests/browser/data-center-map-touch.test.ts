import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { axeAtTheEnd } from './axe.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { MAP_PATH, mapPartsOf, middleOf, type ShownView, viewOf, watchHints } from './map-parts.ts'
import { moveFingers } from './touch.ts'

const browser = testBrowser()
const PHONE_START_ZOOM = 1.25

test('M-01 by touch one finger scrolls the page, two fingers zoom and move the map, and regions show their data centers', async () => {
  const page = await openPhone()
  const { box, region, marker, popover } = mapPartsOf(page)
  const zoomed = async () => (await viewOf(page)).zoom
  const start = await viewOf(page)
  expectPhoneView(start, 390)
  const { x, y } = await middleOf(box)
  await scrolled(page, () => moveFingers(page, [{ from: { x, y }, to: { x: x + 4, y: y - 150 } }]))
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(80)
  expect(await viewOf(page)).toEqual(start)
  await page.evaluate(() => scrollTo(0, 0))

  await moveFingers(page, [
    { from: { x: x - 30, y }, to: { x: x - 120, y } },
    { from: { x: x + 30, y }, to: { x: x + 120, y } },
  ])
  await soon(zoomed).toBeCloseTo(4 * PHONE_START_ZOOM, 1)
  const before = await viewOf(page)
  await moveFingers(page, [{ from: { x, y }, to: { x: x + 100, y: y + 30 } }])
  await soon(async () => (await viewOf(page)).left - before.left).toBeGreaterThan(70)
  if (!isShort) await moveByTwo(page, { x, y })
  // The page may still scroll after the finger was lifted; then a tap only stops it.
  await soon(async () => {
    await region('World').tap()
    return zoomed()
  }).toBe(PHONE_START_ZOOM)
  await region('Oceania').tap()
  await soon(zoomed).toBeGreaterThan(2)
  await soon(() => region('Oceania').getAttribute('aria-pressed')).toBe('true')
  const frame = await box.boundingBox()
  for (const name of ['Perth I', '2 data centers, Auckland']) {
    const middle = await middleOf(marker(name))
    expect(middle.x).toBeGreaterThan(frame?.x ?? 0)
    expect(middle.x).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0))
    expect(middle.y).toBeGreaterThan(frame?.y ?? 0)
  }

  if (!isShort) await tapPerth(page)

  await marker('2 data centers, Auckland').tap()
  await popover.waitFor()
  const { x: left = 0, width = 0 } = (await popover.boundingBox()) ?? {}
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left + width).toBeLessThanOrEqual(390)
  expect(await axeAtTheEnd(page)).toEqual([])
})

async function moveByTwo(page: Page, { x, y }: { x: number; y: number }) {
  const sideways = await viewOf(page)
  await moveFingers(page, [
    { from: { x: x - 40, y }, to: { x: x - 40, y: y - 60 } },
    { from: { x: x + 40, y }, to: { x: x + 40, y: y - 60 } },
  ])
  await soon(async () => (await viewOf(page)).top - sideways.top).toBeLessThan(-40)
  expect(await page.evaluate(() => scrollY)).toBe(0)

  // Zoomed in, one finger up or down does not move the map, and a hint says how to move it.
  const closeUp = await viewOf(page)
  const hints = await watchHints(page)
  await scrolled(page, () => moveFingers(page, [{ from: { x: x - 150, y }, to: { x: x - 146, y: y - 150 } }]))
  await soon(hints).toContain('touch')
  expect(await page.getByText('Use two fingers to move the map').count()).toBe(1)
  expect(await viewOf(page)).toEqual(closeUp)
  await page.evaluate(() => scrollTo(0, 0))
}

async function tapPerth(page: Page) {
  const { marker, popover } = mapPartsOf(page)
  const perth = await middleOf(marker('Perth I').locator('circle').first())
  await page.touchscreen.tap(perth.x - 13, perth.y + 12)
  await soon(() => popover.textContent()).toContain('Perth I')
  expect(addressOf(page)).toBe(MAP_PATH)
  await page.touchscreen.tap(perth.x - 60, perth.y + 60)
  await soon(() => popover.count()).toBe(0)
  await page.touchscreen.tap(perth.x, perth.y)
  await popover.getByRole('button', { name: 'Close' }).tap()
  await soon(() => popover.count()).toBe(0)
}

// In the short run data-center-map.test.ts covers M-02, and the test above the world on a phone.
test.skipIf(isShort)('M-02 on a phone the world looks the same without scripts', async () => {
  const page = await browser.open(MAP_PATH, { width: 390, javaScript: false })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expectPhoneView(await viewOf(page), width)
  }
})

function expectPhoneView({ zoom, left, top }: ShownView, width: number) {
  expect(zoom).toBeCloseTo(PHONE_START_ZOOM, 2)
  expect(Math.abs(left + width * (PHONE_START_ZOOM * 0.508 - 0.5))).toBeLessThan(2)
  expect(Math.abs(top - (195 - 0.427 * 0.768 * width * PHONE_START_ZOOM))).toBeLessThan(3)
}

/** A scroll ends after the finger is lifted, and would continue from wherever the test had moved the page. */
async function scrolled(page: Page, byFinger: () => Promise<void>) {
  const over = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('scrollend', () => resolve(), { once: true })),
  )
  await byFinger()
  await over
}

/** Reduced motion: views change without animation. */
async function openPhone(): Promise<Page> {
  const page = await browser.open(MAP_PATH, { reducedMotion: true, width: 390, touch: true })
  await mapPartsOf(page).box.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 0))
  return page
}
