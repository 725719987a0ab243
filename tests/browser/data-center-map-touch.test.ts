import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { MAP_PATH, mapPartsOf, middleOf, viewOf } from './map-parts.ts'
import { moveFingers } from './touch.ts'

const browser = testBrowser()
const PHONE_START_ZOOM = 1.25

describe('M-01 by touch', () => {
  test('one finger up or down scrolls the page', async () => {
    const page = await openPhone()
    const { x, y } = await middleOf(mapPartsOf(page).box)
    const before = await viewOf(page)
    await moveFingers(page, [{ from: { x, y }, to: { x: x + 4, y: y - 150 } }])
    await soon(() => page.evaluate(() => scrollY)).toBeGreaterThan(80)
    expect(await viewOf(page)).toEqual(before)
  })

  test('close up one finger up or down leaves the map where it is, and a hint says how to move it', async () => {
    const page = await openPhone()
    const { box, region } = mapPartsOf(page)
    await region('Europe').tap()
    await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(3)
    const before = await viewOf(page)
    const { x, y } = await middleOf(box)
    await moveFingers(page, [{ from: { x: x - 150, y }, to: { x: x - 146, y: y - 150 } }])
    await soon(() => box.getAttribute('data-hint')).toBe('touch')
    expect(await page.getByText('Use two fingers to move the map').count()).toBe(1)
    expect(await viewOf(page)).toEqual(before)
  })

  test('two fingers zoom and move, and one finger sideways moves', async () => {
    const page = await openPhone()
    const { x, y } = await middleOf(mapPartsOf(page).box)
    await moveFingers(page, [
      { from: { x: x - 30, y }, to: { x: x - 120, y } },
      { from: { x: x + 30, y }, to: { x: x + 120, y } },
    ])
    await soon(async () => (await viewOf(page)).zoom).toBeCloseTo(4 * PHONE_START_ZOOM, 1)
    const before = await viewOf(page)
    await moveFingers(page, [{ from: { x, y }, to: { x: x + 100, y: y + 30 } }])
    const sideways = await viewOf(page)
    expect(sideways.left - before.left).toBeGreaterThan(70)
    await moveFingers(page, [
      { from: { x: x - 40, y }, to: { x: x - 40, y: y - 60 } },
      { from: { x: x + 40, y }, to: { x: x + 40, y: y - 60 } },
    ])
    expect((await viewOf(page)).top - sideways.top).toBeLessThan(-40)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('regions bring their data centers into sight', async () => {
    const page = await openPhone()
    const { region, marker, box } = mapPartsOf(page)
    await region('Oceania').tap()
    await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(2)
    expect(await region('Oceania').getAttribute('aria-pressed')).toBe('true')
    const frame = await box.boundingBox()
    for (const name of ['Perth I', '2 data centers, Auckland']) {
      const { x, y } = await middleOf(marker(name))
      expect(x).toBeGreaterThan(frame?.x ?? 0)
      expect(x).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0))
      expect(y).toBeGreaterThan(frame?.y ?? 0)
    }
    await region('World').tap()
    await soon(async () => (await viewOf(page)).zoom).toBe(PHONE_START_ZOOM)
  })
})

test.each([true, false])(
  'M-02 on a phone the world is the same with and without scripts (%s)',
  async (javaScript) => {
    for (const width of [390, 320]) {
      const page = await browser.open(MAP_PATH, { width, javaScript })
      const { zoom, left, top } = await viewOf(page)
      expect(zoom).toBeCloseTo(PHONE_START_ZOOM, 2)
      expect(Math.abs(left + width * (PHONE_START_ZOOM * 0.508 - 0.5))).toBeLessThan(2)
      expect(Math.abs(top - (195 - 0.427 * 0.768 * width * PHONE_START_ZOOM))).toBeLessThan(3)
    }
  },
)

/** Without glides a view is what it is at once. */
async function openPhone(): Promise<Page> {
  const page = await browser.open(MAP_PATH, { reducedMotion: true, width: 390, touch: true })
  await mapPartsOf(page).box.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 0))
  return page
}
