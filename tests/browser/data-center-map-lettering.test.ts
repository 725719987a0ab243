import { expect, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { MAP_PATH, mapPartsOf, middleOf, viewOf } from './map-parts.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

test('names come with the zoom, never with a push, and nothing can be done with them; what is wrong can be brought into sight', async () => {
  const page = await browser.open(MAP_PATH, { reducedMotion: true })
  const { world, region, box, wholeWorld } = mapPartsOf(page)
  const names = (kind: string) => world.locator(`text[data-kind-of-place="${kind}"]`)
  expect(await names('city').count()).toBe(0)
  await soon(() => names('country').allTextContents()).toContain('Australia')
  await region('Europe').click()
  await soon(() => names('city').allTextContents()).toContain('Reykjavík')
  expect(
    await names('city')
      .first()
      .evaluate((name) => getComputedStyle(name).pointerEvents),
  ).toBe('none')
  const boxes = await world
    .locator('text[data-kind-of-place]')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON()))
  const isOn = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top + 3 < b.bottom - 3 && b.top + 3 < a.bottom - 3
  expect(boxes.filter((one, at) => boxes.some((other, index) => index > at && isOn(one, other)))).toEqual([])

  // What is wrong is brought into sight from the head of the page, and no badge covers another.
  await wholeWorld.click()
  await soon(async () => (await viewOf(page)).zoom).toBe(1)
  const badges = box.locator('svg[aria-hidden] > svg[data-tone]')
  const places = await badges.evaluateAll((all) =>
    all.map((badge) => badge.querySelector('circle')?.getBoundingClientRect().toJSON()),
  )
  expect(places.length).toBeGreaterThan(2)
  places.forEach((one, at) => {
    for (const other of places.slice(at + 1)) {
      expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(11)
    }
  })
  await shellOf(page).main.getByRole('button', { name: '2 are disrupted' }).click()
  await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(4)
  const frame = await box.boundingBox()
  for (const badge of await badges.and(page.locator('[data-tone="disruption"]')).all()) {
    const { x, y } = await middleOf(badge)
    expect(x).toBeGreaterThan(frame?.x ?? 0)
    expect(x).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0))
    expect(y).toBeGreaterThan(frame?.y ?? 0)
  }
})
