import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { MAP_PATH, mapPartsOf, middleOf, type ShownView, viewOf } from './map-parts.ts'

const browser = testBrowser()

describe('M-01 by mouse', () => {
  test('the map is dragged, as far as the hand goes, and only while the button is down', async () => {
    const page = await openMap()
    await zoomTo(page, 4)
    const before = await viewOf(page)
    const { x, y } = await middleOf(mapPartsOf(page).box)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 120, y - 70, { steps: 8 })
    await page.mouse.up()
    await page.mouse.move(x, y, { steps: 4 })
    expect(await viewOf(page)).toEqual({ ...before, left: before.left + 120, top: before.top - 70 })
  })

  test('a drag that begins or ends on a marker opens nothing and goes nowhere', async () => {
    const page = await openMap()
    const { marker, popover, region } = mapPartsOf(page)
    await region('Europe').click()
    const { x, y } = await middleOf(marker('3 data centers, Paris'))
    await page.mouse.move(x, y)
    await popover.waitFor()
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 10, { steps: 5 })
    await page.mouse.up()
    expect(new URL(page.url()).hash).toBe('')
    expect(await popover.evaluate((open) => open.contains(document.activeElement))).toBe(false)
  })

  test('the wheel scrolls the page; with Ctrl it zooms, and what is under the pointer stays', async () => {
    const page = await openMap()
    const { box, marker } = mapPartsOf(page)
    const { x, y } = await middleOf(marker('Reykjavík I'))
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, 200)
    await soon(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
    expect((await viewOf(page)).zoom).toBe(1)
    expect(await box.getAttribute('data-hint')).toBe('wheel')
    await page.evaluate(() => scrollTo(0, 0))
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -300)
    await page.keyboard.up('Control')
    await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(2)
    const after = await middleOf(marker('Reykjavík I'))
    expect(Math.abs(after.x - x)).toBeLessThan(2)
    expect(Math.abs(after.y - y)).toBeLessThan(2)
  })

  test('once the map was clicked the wheel zooms it, until the pointer leaves, and at its end scrolls on', async () => {
    const page = await openMap()
    await pressOnSea(page)
    await page.mouse.wheel(0, -200)
    await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(1.5)
    await page.mouse.wheel(0, 2000)
    await soon(async () => (await viewOf(page)).zoom).toBe(1)
    await page.mouse.wheel(0, 100)
    await soon(() => page.evaluate(() => scrollY)).toBe(100)
    await page.evaluate(() => scrollTo(0, 0))
    await page.mouse.move(5, 5)
    await page.mouse.move(...(await sea(page)))
    await page.mouse.wheel(0, 100)
    await soon(() => page.evaluate(() => scrollY)).toBe(100)
  })

  test('a wheel that goes sideways is not for the map', async () => {
    const page = await openMap()
    const { box } = mapPartsOf(page)
    await pressOnSea(page)
    const before = await viewOf(page)
    const isTaken = await box.evaluate((element) => {
      const wheel = new WheelEvent('wheel', { deltaX: 100, deltaY: 0, bubbles: true, cancelable: true })
      return !element.dispatchEvent(wheel)
    })
    expect(isTaken).toBe(false)
    expect(await box.getAttribute('data-hint')).toBe(null)
    expect(await viewOf(page)).toEqual(before)
  })

  test('whoever moved the map without zooming can have the whole world back', async () => {
    const page = await openMap()
    const { box, wholeWorld } = mapPartsOf(page)
    const before = await viewOf(page)
    await box.focus()
    await page.keyboard.press('ArrowDown')
    await soon(() => viewOf(page)).not.toEqual(before)
    expect(await wholeWorld.getAttribute('aria-disabled')).toBe('false')
    await wholeWorld.click()
    await soon(() => viewOf(page)).toEqual(before)
    expect(await wholeWorld.getAttribute('aria-disabled')).toBe('true')
  })

  test('after a drag Enter on a marker opens its tooltip', async () => {
    const page = await openMap()
    const { box, popover } = mapPartsOf(page)
    const [x, y] = await sea(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 20, { steps: 4 })
    await page.mouse.up()
    await box.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await soon(() => popover.evaluate((open) => open.contains(document.activeElement))).toBe(true)
    expect(new URL(page.url()).hash).toBe('')
  })

  test('a double click zooms in', async () => {
    const page = await openMap()
    await page.mouse.dblclick(...(await sea(page)))
    await soon(async () => (await viewOf(page)).zoom).toBe(2)
  })

  test('buttons zoom in and out and show the whole world, and say when there is no more', async () => {
    const page = await openMap()
    const { zoomIn, zoomOut, wholeWorld } = mapPartsOf(page)
    const before = await viewOf(page)
    expect(await zoomOut.getAttribute('aria-disabled')).toBe('true')
    expect(await wholeWorld.getAttribute('aria-disabled')).toBe('true')
    await zoomIn.click()
    await soon(async () => (await viewOf(page)).zoom).toBe(2)
    expect(await zoomOut.getAttribute('aria-disabled')).toBe('false')
    await zoomOut.click()
    await soon(() => viewOf(page)).toEqual(before)
    while ((await zoomIn.getAttribute('aria-disabled')) === 'false') await zoomIn.click()
    expect((await viewOf(page)).zoom).toBeGreaterThan(50)
    expect(await zoomIn.evaluate((button) => button === document.activeElement)).toBe(true)
    await wholeWorld.click()
    await soon(() => viewOf(page)).toEqual(before)
    for (const button of [zoomIn, zoomOut, wholeWorld]) {
      const size = await button.boundingBox()
      expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
  })

  test('no drag leads past the edge of the world', async () => {
    const page = await openMap()
    await zoomTo(page, 2)
    const [x, y] = await sea(page)
    for (let time = 0; time < 4; time++) {
      await page.mouse.move(x, y - 300)
      await page.mouse.down()
      await page.mouse.move(x + 700, y, { steps: 3 })
      await page.mouse.up()
    }
    const { left, top } = await viewOf(page)
    expect({ left, top }).toEqual({ left: 0, top: 0 })
  })

  test('a drag changes one transform and renders nothing', async () => {
    const page = await openMap()
    await zoomTo(page, 4)
    const [x, y] = await sea(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y, { steps: 3 })
    await page.evaluate(watchChanges)
    await page.mouse.move(x + 200, y + 100, { steps: 20 })
    const changes = await page.evaluate(() => (window as WindowWithChanges).changes)
    expect(changes.length).toBeGreaterThan(3)
    expect(new Set(changes)).toEqual(new Set(['style of the world']))
    await page.mouse.up()
  })
})

describe('M-01 by keyboard', () => {
  test('arrows move the map, plus and minus zoom it, 0 and Home show the world', async () => {
    const page = await openMap()
    const { box } = mapPartsOf(page)
    await box.focus()
    const scrolled = await page.evaluate(() => scrollY)
    const world = await viewOf(page)
    await page.keyboard.press('+')
    await soon(async () => (await viewOf(page)).zoom).toBe(2)
    const before = await viewOf(page)
    for (const [key, change] of [
      ['ArrowRight', { left: -100 }],
      ['ArrowLeft', { left: 100 }],
      ['ArrowDown', { top: -100 }],
      ['ArrowUp', { top: 100 }],
    ] as const) {
      const from = await viewOf(page)
      await page.keyboard.press(key)
      const { left = 0, top = 0 } = { left: 0, top: 0, ...change }
      expect(await viewOf(page), key).toEqual({ ...from, left: from.left + left, top: from.top + top })
    }
    expect(await viewOf(page)).toEqual(before)
    await page.keyboard.press('-')
    await soon(() => viewOf(page)).toEqual(world)
    for (const key of ['0', 'Home']) {
      await page.keyboard.press('+')
      await soon(async () => (await viewOf(page)).zoom).toBe(2)
      await page.keyboard.press(key)
      await soon(() => viewOf(page)).toEqual(world)
    }
    expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  })

  test('keys with Ctrl are the browser’s own', async () => {
    const page = await openMap()
    const { box } = mapPartsOf(page)
    await box.focus()
    const before = await viewOf(page)
    await box.dispatchEvent('keydown', { key: '+', ctrlKey: true })
    expect(await viewOf(page)).toEqual(before)
  })
})

test('M-03 markers open up closer, as far as places differ, and keep their size', async () => {
  const page = await openMap()
  const { search, marker, markers } = mapPartsOf(page)
  await search.fill('frankfurt')
  const merged = marker('4 data centers, Frankfurt')
  const sizeOf = async () => (await merged.boundingBox())?.width
  const size = await sizeOf()
  await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(5)
  expect(await sizeOf()).toBe(size)
  const { zoomIn, legend } = mapPartsOf(page)
  while ((await zoomIn.getAttribute('aria-disabled')) === 'false') await zoomIn.click()
  expect(await markers.and(page.locator(':not([data-dim])')).count()).toBe(4)
  expect(await marker('Frankfurt IV').count()).toBe(1)
  expect((await legend.allTextContents()).join()).toContain('Premium')
})

test('M-07 the finer ground comes only to those who look closer', async () => {
  const page = await browser.newPage({ reducedMotion: true })
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  const grounds = () =>
    [...asked].filter((path) => /\/world.*\.svg$/.test(path)).map((path) => path.replace(/-[^-]+$/, ''))
  await page.goto(MAP_PATH)
  await page.waitForLoadState('networkidle')
  expect(grounds()).toEqual(['/assets/world'])
  await zoomTo(page, 4)
  await soon(grounds).toEqual(['/assets/world', '/assets/world-close'])
})

/** Without glides a view is what it is at once. */
async function openMap(): Promise<Page> {
  const page = await browser.open(MAP_PATH, { reducedMotion: true })
  await mapPartsOf(page).box.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, 0))
  return page
}

async function zoomTo(page: Page, zoom: ShownView['zoom']) {
  for (let at = 1; at < zoom; at *= 2) await mapPartsOf(page).zoomIn.click()
  await soon(async () => (await viewOf(page)).zoom).toBe(zoom)
}

/** Somewhere in the Pacific, where nobody has a data center. */
async function sea(page: Page): Promise<[x: number, y: number]> {
  const box = await mapPartsOf(page).box.boundingBox()
  return [(box?.x ?? 0) + 60, (box?.y ?? 0) + 420]
}

async function pressOnSea(page: Page) {
  await page.mouse.click(...(await sea(page)))
}

type WindowWithChanges = typeof window & { changes: string[] }

/** Runs in the page. */
function watchChanges() {
  const changes: string[] = []
  Object.assign(window, { changes })
  const world = document.querySelector('[role="application"] > svg')
  new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) {
      changes.push(target === world ? `${attributeName} of the world` : `${type} of ${target.nodeName}`)
    }
  }).observe(document.body, { attributes: true, childList: true, characterData: true, subtree: true })
}
