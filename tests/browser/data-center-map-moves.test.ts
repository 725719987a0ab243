import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { MAP_PATH, mapPartsOf, middleOf, type ShownView, viewOf, watchHints } from './map-parts.ts'

const browser = testBrowser()

test('M-01 M-03 M-07 buttons, keys, wheel and mouse move and zoom the map within its limits; zooming in splits markers and loads the detailed map', async () => {
  // Half the width: every step draws the whole map again.
  const page = await browser.newPage({ width: 800, reducedMotion: true })
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).pathname))
  await goTo(page, MAP_PATH)
  await moveByButtonsAndKeys(page, asked)
  await startOver(page)
  await zoomByWheel(page)
  // In the short run: the test by touch drags the map, and map-view.test.ts splits markers.
  if (isShort) return
  await startOver(page)
  await drag(page)
  await startOver(page)
  await openUpMarkers(page)
})

async function moveByButtonsAndKeys(page: Page, asked: ReadonlySet<string>) {
  const grounds = () =>
    [...asked].filter((path) => /\/world.*\.svg$/.test(path)).map((path) => path.replace(/-[^-]+$/, ''))
  const { box, zoomIn, zoomOut, wholeWorld } = mapPartsOf(page)
  const zoomed = async () => (await viewOf(page)).zoom
  await page.evaluate(() => scrollTo(0, 0))
  await soon(grounds).toEqual(['/assets/world'])
  const world = await viewOf(page)
  expect(await zoomOut.getAttribute('aria-disabled')).toBe('true')
  expect(await wholeWorld.getAttribute('aria-disabled')).toBe('true')

  await box.focus()
  const scrolled = await page.evaluate(() => scrollY)
  await box.dispatchEvent('keydown', { key: '+', ctrlKey: true })
  expect(await viewOf(page)).toEqual(world)
  await page.keyboard.press('ArrowDown')
  await soon(() => viewOf(page)).not.toEqual(world)
  await soon(() => wholeWorld.getAttribute('aria-disabled')).toBe('false')
  await page.keyboard.press('0')
  await soon(() => viewOf(page)).toEqual(world)
  await soon(() => wholeWorld.getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('+')
  await soon(zoomed).toBe(2)
  const from = await viewOf(page)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await soon(() => viewOf(page)).toEqual({ ...from, left: from.left - 100, top: from.top - 100 })
  await page.keyboard.press('-')
  await soon(zoomed).toBe(1)
  await page.keyboard.press('Home')
  await soon(() => viewOf(page)).toEqual(world)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  await zoomIn.click()
  await soon(zoomed).toBe(2)
  await soon(() => zoomOut.getAttribute('aria-disabled')).toBe('false')
  await zoomOut.click()
  await soon(() => viewOf(page)).toEqual(world)
  expect(grounds()).toEqual(['/assets/world'])
  await zoomTo(page, 8)
  await soon(grounds).toEqual(['/assets/world', '/assets/world-close'])
  expect(await zoomIn.evaluate((button) => button === document.activeElement)).toBe(true)
  await wholeWorld.click()
  await soon(() => viewOf(page)).toEqual(world)
  for (const button of [zoomIn, zoomOut, wholeWorld]) {
    const size = await button.boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
}

async function zoomByWheel(page: Page) {
  const { box, marker, wholeWorld } = mapPartsOf(page)
  const { x, y } = await middleOf(marker('Reykjavík I'))
  const scrolled = () => page.evaluate(() => scrollY)
  const zoomed = async () => (await viewOf(page)).zoom
  const hints = await watchHints(page)
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, 200)
  // Until it ends: otherwise it would continue from where the test puts the page.
  await soon(scrolled).toBe(200)
  expect(await zoomed()).toBe(1)
  await soon(hints).toContain('wheel')
  await page.evaluate(() => scrollTo(0, 0))
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -300)
  await page.keyboard.up('Control')
  await soon(zoomed).toBeGreaterThan(2)
  const after = await middleOf(marker('Reykjavík I'))
  expect(Math.abs(after.x - x)).toBeLessThan(2)
  expect(Math.abs(after.y - y)).toBeLessThan(2)
  await wholeWorld.click()
  await soon(zoomed).toBe(1)

  await pressOnSea(page)
  const before = await viewOf(page)
  const isTaken = await box.evaluate((element) => {
    const wheel = new WheelEvent('wheel', { deltaX: 100, deltaY: 0, bubbles: true, cancelable: true })
    return !element.dispatchEvent(wheel)
  })
  expect(isTaken).toBe(false)
  expect(await viewOf(page)).toEqual(before)

  await page.mouse.wheel(0, -200)
  await soon(zoomed).toBeGreaterThan(1.5)
  await page.mouse.wheel(0, 2000)
  await soon(zoomed).toBe(1)
  // At the zoom limit the page scrolls, and again once the pointer has left and come back.
  await page.mouse.wheel(0, 100)
  await soon(scrolled).toBe(100)
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(5, 5)
  await page.mouse.move(...(await sea(page)))
  await page.mouse.wheel(0, 100)
  await soon(scrolled).toBe(100)
  expect(await zoomed()).toBe(1)

  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.dblclick(...(await sea(page)))
  await soon(zoomed).toBe(2)
}

async function drag(page: Page) {
  const { box, marker, popover, region } = mapPartsOf(page)
  await zoomTo(page, 4)
  // It would disappear during the drag, which is a change.
  await soon(() => box.getAttribute('data-hint')).toBe(null)
  const before = await viewOf(page)
  const [seaX, seaY] = await sea(page)
  await page.mouse.move(seaX, seaY)
  await page.mouse.down()
  await page.mouse.move(seaX + 20, seaY, { steps: 3 })
  // A drag changes one transform and renders nothing.
  await page.evaluate(watchChanges)
  await page.mouse.move(seaX + 120, seaY - 70, { steps: 8 })
  const changes = () => page.evaluate(() => (window as WindowWithChanges).changes)
  await soon(async () => (await changes()).length).toBeGreaterThan(3)
  expect(new Set(await changes())).toEqual(new Set(['style of the world']))
  await page.mouse.up()
  await page.mouse.move(seaX, seaY, { steps: 2 })
  await soon(() => viewOf(page)).toEqual({ ...before, left: before.left + 120, top: before.top - 70 })

  await region('Europe').click()
  await marker('3 data centers, Paris').hover()
  await popover.waitFor()
  const paris = await middleOf(marker('3 data centers, Paris'))
  await page.mouse.down()
  await page.mouse.move(paris.x + 60, paris.y + 10, { steps: 5 })
  await page.mouse.up()
  expect(new URL(page.url()).hash).toBe('')
  expect(await popover.evaluateAll((all) => all.some((each) => each.contains(document.activeElement)))).toBe(
    false,
  )
  // The end of a drag isn't a click, but the keyboard works immediately.
  await page.mouse.move(5, 5)
  await box.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await soon(() => popover.evaluate((open) => open.contains(document.activeElement))).toBe(true)
  expect(new URL(page.url()).hash).toBe('')
}

async function openUpMarkers(page: Page) {
  const { search, marker, markers, zoomIn, legend } = mapPartsOf(page)
  await search.fill('frankfurt')
  const merged = marker('4 data centers, Frankfurt')
  const sizeOf = async () => (await merged.boundingBox())?.width
  const size = await sizeOf()
  await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(5)
  await soon(sizeOf).toBe(size)
  while ((await zoomIn.getAttribute('aria-disabled')) === 'false') await zoomIn.click()
  await soon(() => markers.and(page.locator(':not([data-dim])')).count()).toBe(4)
  expect(await marker('Frankfurt IV').count()).toBe(1)
  expect((await legend.allTextContents()).join()).toContain('Premium')
  await marker('Frankfurt IV').focus()
  await page.keyboard.press('0')
  await soon(() => merged.evaluateAll((all) => all.map((each) => each === document.activeElement))).toEqual([
    true,
  ])
}

async function startOver(page: Page) {
  const { wholeWorld } = mapPartsOf(page)
  await page.keyboard.press('Escape')
  await page.mouse.move(5, 5)
  await soon(async () => {
    if ((await wholeWorld.getAttribute('aria-disabled')) === 'false') await wholeWorld.click()
    return (await viewOf(page)).zoom
  }).toBe(1)
  await page.mouse.move(5, 5)
  await page.evaluate(() => scrollTo(0, 0))
}

async function zoomTo(page: Page, zoom: ShownView['zoom']) {
  for (let at = 1; at < zoom; at *= 2) await mapPartsOf(page).zoomIn.click()
  await soon(async () => (await viewOf(page)).zoom).toBe(zoom)
}

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
  const map = document.querySelector('[role="application"]') as Element
  const world = map.querySelector(':scope > svg')
  // Not the whole page: updates may change the rest of it meanwhile.
  new MutationObserver((records) => {
    for (const { type, target, attributeName } of records) {
      changes.push(target === world ? `${attributeName} of the world` : `${type} of ${target.nodeName}`)
    }
  }).observe(map, { attributes: true, childList: true, characterData: true, subtree: true })
}
