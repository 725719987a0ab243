import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { madeUpCenters, mapAnswer } from '../support/made-up-centers.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { MAP_PATH, mapPartsOf, middleOf, readCenters, viewOf } from './map-parts.ts'
import { shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()
const centers = await readCenters()

/** The page's unit tests cover the content. */
const AMOUNTS = sized({ short: [], long: [0, 1, 160, 1000] })

/** The short run takes the narrowest width of each height. */
const HEIGHTS = sized({
  short: [
    [1200, 650],
    [390, 390],
  ],
  long: [
    [1440, 650],
    [1200, 650],
    [1199, 590],
    [992, 590],
    [991, 510],
    [768, 510],
    [767, 390],
    [390, 390],
  ],
}) as [width: number, height: number][]
/** Contrast follows from the tokens; the kinds must look different in both. */
const SCHEMES = sized({ short: ['light'], long: ['light', 'dark'] }) as ('light' | 'dark')[]

test('M-01 M-02 M-03 M-04 M-07 the map shows every data center, with its heights, colors, shapes, names, search and table', async () => {
  const page = await browser.open(MAP_PATH, { reducedMotion: true })
  await expectLook(page)
  // In the short run: place-labels.test.ts and place-badges.test.ts.
  if (!isShort) await expectNames(page)
  await expectFolds(page)
  await expectSearch(page)
})

async function expectLook(page: Page) {
  const { markers, rows, legend, zoomIn, zoomOut, box, search, region } = mapPartsOf(page)
  expect(await rows.count()).toBe(centers.length)
  for (const part of ['land', 'borders']) {
    const drawn = page.locator(`use[href$="#${part}"]`)
    await soon(() => drawn.evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(700)
  }
  const labels = await markers.evaluateAll((all) =>
    all.map((marker) => marker.getAttribute('aria-label') ?? ''),
  )
  const counted = labels.map((label) => Number(/^(\d+) data centers, /.exec(label)?.[1] ?? 1))
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(centers.length)
  expect(labels).toContain('Reykjavík I, Reykjavík, Iceland: Premium, running')
  expect(await zoomIn.isVisible()).toBe(true)
  expect(await zoomOut.isVisible()).toBe(true)
  const kindsIn = (part: typeof box) =>
    part
      .locator('[data-kind]')
      .evaluateAll((all) => [...new Set(all.map((each) => each.getAttribute('data-kind') ?? ''))].sort())
  expect(await kindsIn(legend)).toEqual(await kindsIn(box))
  expect(await legend.count()).toBeGreaterThan(3)

  const kinds = ['standard', 'surcharge', 'premium', 'fedramp', 'multiple']
  const shapes = await Promise.all(
    kinds.map((kind) => box.locator(`[data-kind="${kind}"]`).first().innerHTML()),
  )
  expect(new Set(shapes.map((shape) => shape.replaceAll(/class="[^"]*"/g, ''))).size).toBe(kinds.length)
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme })
    await expectColors(page)
  }
  await page.emulateMedia({ colorScheme: 'light' })

  for (const [width, height] of HEIGHTS) {
    await page.setViewportSize({ width, height: 900 })
    const frame = await box.boundingBox()
    expect(frame?.height, `at ${width} px`).toBe(height)
  }
  expect(await box.boundingBox()).toMatchObject({ x: 0, width: 390 })

  await page.emulateMedia({ media: 'print' })
  expect(await box.isVisible()).toBe(true)
  expect(await rows.first().isVisible()).toBe(true)
  for (const part of [zoomIn, search, region('Europe')]) expect(await part.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await soon(async () => (await viewOf(page)).zoom).toBe(1)
}

async function expectNames(page: Page) {
  const { world, region, box, wholeWorld } = mapPartsOf(page)
  const names = (kind: string) => world.locator(`text[data-kind-of-place="${kind}"]`)
  await soon(() => names('city').allTextContents()).toContain('Frankfurt')
  expect(await world.locator('text[data-kind-of-place="city"]:not([data-affected])').count()).toBe(0)
  await soon(() => names('country').allTextContents()).toContain('Australia')
  await region('Europe').click()
  await soon(() => names('city').allTextContents()).toContain('Reykjavík')
  expect(
    await names('city')
      .first()
      .evaluate((name) => getComputedStyle(name).pointerEvents),
  ).toBe('none')

  await wholeWorld.click()
  await soon(async () => (await viewOf(page)).zoom).toBe(1)
  await shellOf(page).main.getByRole('button', { name: '2 are disrupted' }).click()
  await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(4)
  const frame = await box.boundingBox()
  const badges = box.locator('svg[aria-hidden] > svg[data-tone="disruption"]')
  expect(await badges.count()).toBeGreaterThan(0)
  for (const badge of await badges.all()) {
    const { x, y } = await middleOf(badge)
    expect(x).toBeGreaterThan(frame?.x ?? 0)
    expect(x).toBeLessThan((frame?.x ?? 0) + (frame?.width ?? 0))
    expect(y).toBeGreaterThan(frame?.y ?? 0)
  }
}

/**
 * A search filters the table, dims other markers, shows its count, moves the map there, and is in the URL. The test of
 * the threat map opens such a URL.
 */
async function expectSearch(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { search, found, rows, markers, hits } = mapPartsOf(page)
  await soon(async () => (await viewOf(page)).zoom).toBe(1)
  const all = await markers.count()
  await search.fill('sao paulo')
  await soon(() => found.textContent()).toBe('4 data centers found')
  const names = ['I', 'II', 'III', 'IV'].map((number) => `São Paulo ${number}`)
  expect(await rows.locator('th').allTextContents()).toEqual(names)
  await soon(() => hits.allTextContents()).toEqual(names)
  await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(5)
  // At the new zoom some markers have split.
  expect(await markers.count()).toBeGreaterThanOrEqual(all)
  const lit = await markers
    .and(page.locator(':not([data-dim])'))
    .evaluateAll((each) => each.map((one) => one.getAttribute('aria-label')))
  expect(lit.length).toBeGreaterThan(0)
  for (const label of lit) expect(label).toContain('São Paulo, Brazil')
  await soon(() => addressOf(page)).toBe(`${MAP_PATH}?search=sao+paulo`)
  expect(asked.filter((path) => path.startsWith('/api/') && path !== '/api/edition')).toEqual([])

  await search.press('Escape')
  await soon(() => rows.count()).toBe(centers.length)
  await soon(() => addressOf(page)).toBe(MAP_PATH)
}

async function expectFolds(page: Page) {
  const iceland = centers.find(({ name }) => name === 'Reykjavík I')
  const { fold, rows } = mapPartsOf(page)
  const row = rows.and(page.locator(`#dc-${iceland?.tid}`))
  await soon(() => row.isVisible()).toBe(false)
  await page.goto('about:blank')
  await goTo(page, `${MAP_PATH}#dc-${iceland?.tid}`)
  await soon(() => fold('Europe').getAttribute('open')).toBe('')
  await soon(() => row.isVisible()).toBe(true)
  await soon(() => fold('Africa').getAttribute('open')).toBe(null)
}

test.each(AMOUNTS)('M-01, M-06 a map of %i data centers fits every width', async (amount) => {
  const page = await browser.newPage()
  await page.route('**/api/dc_map/*', (route) => route.fulfill({ json: mapAnswer(madeUpCenters(amount)) }))
  const { rows, box } = mapPartsOf(page)
  const { main, mainNav, heading } = shellOf(page)
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 })
    // From another page, so that the browser requests the mocked data.
    await goTo(page, PATH.faq)
    await mainNav.getByRole('link', { name: 'Data Center Map' }).click()
    await page.waitForURL(`**${MAP_PATH}`)
    await soon(() => heading.textContent()).toBe('Data Center Map')
    await soon(() => rows.count()).toBe(amount)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await box.count()).toBe(amount > 0 ? 1 : 0)
    if (amount > 0) expect(await box.isVisible()).toBe(true)
    else expect(await main.textContent()).toContain('Data is not available for this cloud.')
  }
})

async function expectColors(page: Page) {
  const standard = await rgbOf(page, 'standard')
  expect(standard.b).toBeGreaterThan(Math.max(standard.r, standard.g) + 40)
  const surcharge = await rgbOf(page, 'surcharge')
  expect(Math.min(surcharge.g, surcharge.b)).toBeGreaterThan(surcharge.r + 60)
  expect(surcharge.b).toBeGreaterThan(surcharge.g)
  const premium = await rgbOf(page, 'premium')
  expect(premium.g).toBeGreaterThan(Math.max(premium.r, premium.b) + 60)
  const fedramp = await rgbOf(page, 'fedramp')
  expect(Math.min(fedramp.g, fedramp.b)).toBeGreaterThan(fedramp.r + 40)
  expect(fedramp.g).toBeGreaterThanOrEqual(fedramp.b)
  const multiple = await rgbOf(page, 'multiple')
  expect(Math.min(multiple.r, multiple.g)).toBeGreaterThan(multiple.b + 80)
}

async function rgbOf(page: Page, kind: string) {
  const shape = mapPartsOf(page).box.locator(`[data-kind="${kind}"]`).first()
  const text = await shape.evaluate((group) => {
    const faces = [...group.querySelectorAll('circle, path')].map((face) => getComputedStyle(face).fill)
    return group.getAttribute('data-kind') === 'multiple' ? faces[1] : faces[0]
  })
  const [r = 0, g = 0, b = 0] = (text?.match(/[\d.]+/g) ?? []).map(Number)
  return { r, g, b }
}
