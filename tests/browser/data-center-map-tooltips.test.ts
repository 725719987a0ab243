import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { madeUpCenter, mapAnswer } from '../support/made-up-centers.ts'
import { axeAtTheEnd } from './axe.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { MAP_PATH, mapPartsOf, middleOf, readCenters, viewOf } from './map-parts.ts'
import { shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()
const centers = await readCenters()
const zurich = centers.filter(({ city }) => city === 'Zürich')
const disrupted = zurich.find(({ state }) => state === 'service_disruption')
const ZURICH = '3 data centers, Zürich'
const PLACES = ['Anchorage', 'Honolulu', '2 data centers, Auckland', 'Reykjavík', 'Cape Town']

// The popover of an issue, which is the same component, scrolls a long text in every run.
test.skipIf(isShort)('a tooltip with many members scrolls inside and is never cut off', async () => {
  const page = await browser.newPage({ width: 390, reducedMotion: true })
  const crowd = Array.from({ length: 30 }, (_, index) => madeUpCenter(index + 1))
  await page.route('**/api/dc_map/*', (route) => route.fulfill({ json: mapAnswer(crowd) }))
  await goTo(page, PATH.faq)
  await shellOf(page).mainNav.getByRole('link', { name: 'Data Center Map' }).click()
  const { marker, popover } = mapPartsOf(page)
  await marker('30 data centers').focus()
  await page.keyboard.press('Enter')
  await popover.waitFor()
  expect(await popover.locator('h4').count()).toBe(30)
  const box = await popover.boundingBox()
  const screen = page.viewportSize()?.height ?? 0
  expect(box?.height).toBeLessThanOrEqual(0.6 * screen + 1)
  expect(box?.height).toBeGreaterThan(0.5 * screen)
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  await popover.locator('h4').last().scrollIntoViewIfNeeded()
  expect(await popover.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
})

// `place-popover.test.ts` covers every place; the test by touch looks at one tooltip on a phone, also with
// axe.
test.skipIf(isShort).each(WIDTHS_PX)(
  'a tooltip stays inside the viewport at %i px, wherever its marker is, and axe finds nothing',
  async (width) => {
    const page = await openMap({ width })
    const { markers, marker, popover, region } = mapPartsOf(page)
    const labels = await markers.evaluateAll((all) =>
      all.map((each) => each.getAttribute('aria-label') ?? ''),
    )
    for (const label of PLACES) {
      const name = labels.find((each) => each.includes(label))
      if (name === undefined) continue
      await page.locator(`a[aria-label="${name}"]`).focus()
      await page.keyboard.press('Enter')
      await popover.waitFor()
      const box = await popover.boundingBox()
      expect(box?.x, name).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(width)
      expect(box?.y, name).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? 0), name).toBeLessThanOrEqual(900)
      await page.keyboard.press('Escape')
      await soon(() => popover.count()).toBe(0)
    }

    await region('Europe').click()
    await marker('4 data centers, Frankfurt').focus()
    await page.keyboard.press('Enter')
    await popover.waitFor()
    expect(await axeAtTheEnd(page)).toEqual([])
  },
)

// In the short run the issues have the same popover; map-keys.test.ts and marker-popover.test.tsx cover the
// markers.
test.skipIf(isShort)(
  'M-01 M-03 by mouse and keyboard a tooltip shows all members of a marker, follows it, and closes when it leaves the view',
  async () => {
    const page = await openMap()
    await expectKeyboard(page)
    await startOver(page)
    await expectHover(page)
    await expectFollowing(page)
  },
)

async function expectFollowing(page: Page) {
  const { marker, popover, box } = mapPartsOf(page)
  await page.mouse.move(5, 5)
  await box.focus()
  await marker('Reykjavík I').focus()
  await page.keyboard.press('Enter')
  await popover.waitFor()
  const gap = async () => {
    const [mark, popoverBox] = [await middleOf(marker('Reykjavík I')), await popover.boundingBox()]
    return Math.round((popoverBox?.y ?? 0) - mark.y)
  }
  const before = await gap()
  const { x, y } = await middleOf(marker('Reykjavík I'))
  await zoomByWheel(page, { x: x - 60, y: y - 20 })
  await soon(async () => (await middleOf(marker('Reykjavík I'))).x).toBeGreaterThan(x + 30)
  await soon(gap).toBe(before)
  for (let time = 0; time < 3; time++) await zoomByWheel(page, { x: x - 400, y: y + 200 })
  await soon(() => popover.count()).toBe(0)
}

async function expectKeyboard(page: Page) {
  const { box, popover, zoomIn, marker, wholeWorld, search, found } = mapPartsOf(page)
  const isOnZoomIn = () => zoomIn.evaluate((button) => button === document.activeElement)
  await box.focus()
  await page.keyboard.press('Tab')
  await soon(() => focusedLabel(page)).toMatch(/disrupted$/)
  await popover.waitFor()
  const seen = new Set([await focusedLabel(page)])
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight']) {
    await page.keyboard.press(key)
    seen.add(await focusedLabel(page))
  }
  expect(seen.size).toBeGreaterThanOrEqual(3)
  await page.keyboard.press('Tab')
  await soon(isOnZoomIn).toBe(true)
  await soon(() => popover.count()).toBe(0)
  await page.keyboard.press('Shift+Tab')
  expect(seen).toContain(await focusedLabel(page))

  await marker(ZURICH).focus()
  await page.keyboard.press('Enter')
  await soon(() => popover.evaluate((element) => element === document.activeElement)).toBe(true)
  await popover.getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await soon(isOnZoomIn).toBe(true)
  await soon(() => popover.count()).toBe(0)

  for (let time = 0; time < 3; time++) await zoomIn.click()
  await box.focus()
  await page.keyboard.press('Tab')
  for (let time = 0; time < 6; time++) await page.keyboard.press('ArrowLeft')
  const frame = await box.boundingBox()
  const isInFrame = async () => {
    const { x } = await middleOf(page.locator('a[data-mark]:focus'))
    return x > (frame?.x ?? 0) && x < (frame?.x ?? 0) + (frame?.width ?? 0)
  }
  await soon(isInFrame).toBe(true)
  expect(await box.evaluate((element) => [element.scrollLeft, element.scrollTop])).toEqual([0, 0])

  await wholeWorld.click()
  await search.fill('Oceania')
  await soon(() => found.textContent()).toMatch(/found$/)
  await box.focus()
  await page.keyboard.press('Tab')
  for (const key of ['ArrowLeft', 'ArrowUp']) {
    await page.keyboard.press(key)
    await soon(() => focusedLabel(page)).toMatch(/Australia|New Zealand|Fiji|Guam/)
  }
}

/** `marker-popover.test.tsx` covers its content, and the tests of the issues' popover the timing. */
async function expectHover(page: Page) {
  const { marker, popover } = mapPartsOf(page)
  await marker(ZURICH).hover()
  await soon(() => popover.locator('h4').count()).toBe(zurich.length)
  expect(await popover.locator('h4').first().textContent()).toBe(disrupted?.name)
  await page.mouse.move(5, 5)
  await soon(() => popover.count()).toBe(0)
}

async function openMap({ width = 1440 }: { width?: number } = {}): Promise<Page> {
  return browser.open(MAP_PATH, { reducedMotion: true, width })
}

async function startOver(page: Page) {
  const { wholeWorld, popover, search, rows } = mapPartsOf(page)
  await search.fill('')
  await soon(() => rows.count()).toBe(centers.length)
  if ((await wholeWorld.getAttribute('aria-disabled')) === 'false') await wholeWorld.click()
  await page.mouse.move(5, 5)
  await page.evaluate(() => scrollTo(0, 0))
  await soon(async () => (await viewOf(page)).zoom).toBe(1)
  await soon(() => popover.count()).toBe(0)
}

async function zoomByWheel(page: Page, at: { x: number; y: number }) {
  await page.mouse.move(at.x, at.y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -200)
  await page.keyboard.up('Control')
}

function focusedLabel(page: Page) {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
}
