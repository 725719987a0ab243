import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { madeUpCenters, mapAnswer } from '../support/made-up-centers.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { MAP_PATH, mapPartsOf, readCenters, viewOf } from './map-parts.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const centers = await readCenters()

const HEIGHTS = [
  [1440, 650],
  [1200, 650],
  [1199, 590],
  [992, 590],
  [991, 510],
  [768, 510],
  [767, 390],
  [390, 390],
] as const

test('M-01 the map has every data center in a marker and in the table, and says so in its names', async () => {
  const page = await browser.open(MAP_PATH)
  const { markers, rows, legend, zoomIn, zoomOut } = mapPartsOf(page)
  expect(await rows.count()).toBe(centers.length)
  const labels = await markers.evaluateAll((all) =>
    all.map((marker) => marker.getAttribute('aria-label') ?? ''),
  )
  const counted = labels.map((label) => Number(/^(\d+) data centers, /.exec(label)?.[1] ?? 1))
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(centers.length)
  expect(labels).toContain('Reykjavík I, Reykjavík, Iceland: Premium, running')
  expect(await legend.count()).toBeGreaterThan(3)
  expect(await zoomIn.isVisible()).toBe(true)
  expect(await zoomOut.isVisible()).toBe(true)
})

test.each([true, false])(
  'M-02 the map is 650, 590, 510 and 390 px high (scripts: %s)',
  async (javaScript) => {
    const page = await browser.open(MAP_PATH, { javaScript })
    for (const [width, height] of HEIGHTS) {
      await page.setViewportSize({ width, height: 900 })
      const box = await mapPartsOf(page).box.boundingBox()
      expect(box?.height, `at ${width} px`).toBe(height)
    }
  },
)

test('M-02 on a phone the map goes from one edge of the screen to the other', async () => {
  const page = await browser.open(MAP_PATH, { width: 390 })
  expect(await mapPartsOf(page).box.boundingBox()).toMatchObject({ x: 0, width: 390 })
})

test.each(['light', 'dark'] as const)(
  'M-03 standard is blue, surcharge cyan, premium green, FedRAMP Moderate teal and multiple yellow when it is %s',
  async (scheme) => {
    const page = await browser.open(MAP_PATH, { scheme })
    const colour = async (kind: string) => rgbOf(page, kind)
    const standard = await colour('standard')
    expect(standard.b).toBeGreaterThan(Math.max(standard.r, standard.g) + 40)
    const surcharge = await colour('surcharge')
    expect(Math.min(surcharge.g, surcharge.b)).toBeGreaterThan(surcharge.r + 60)
    expect(surcharge.b).toBeGreaterThan(surcharge.g)
    const premium = await colour('premium')
    expect(premium.g).toBeGreaterThan(Math.max(premium.r, premium.b) + 60)
    const fedramp = await colour('fedramp')
    expect(Math.min(fedramp.g, fedramp.b)).toBeGreaterThan(fedramp.r + 40)
    expect(fedramp.g).toBeGreaterThanOrEqual(fedramp.b)
    const multiple = await colour('multiple')
    expect(Math.min(multiple.r, multiple.g)).toBeGreaterThan(multiple.b + 80)
  },
)

test('M-03 each kind has a shape of its own', async () => {
  const page = await browser.open(MAP_PATH)
  const kinds = ['standard', 'surcharge', 'premium', 'fedramp', 'multiple']
  const shapes = await Promise.all(
    kinds.map((kind) => mapPartsOf(page).box.locator(`[data-kind="${kind}"]`).first().innerHTML()),
  )
  expect(new Set(shapes.map((shape) => shape.replaceAll(/class="[^"]*"/g, ''))).size).toBe(kinds.length)
})

describe('M-04 the legend', () => {
  test('has the kinds on show', async () => {
    const page = await browser.open(MAP_PATH)
    const { legend, box } = mapPartsOf(page)
    const shown = await box
      .locator('[data-kind]')
      .evaluateAll((all) => [...new Set(all.map((each) => each.getAttribute('data-kind')))])
    const inLegend = await legend
      .locator('[data-kind]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-kind')))
    expect(inLegend.sort()).toEqual(shown.sort())
  })

  test('of a government cloud has no Premium', async () => {
    const page = await browser.open(`/${CLOUD.government.domain}/data-center-map`)
    const words = await mapPartsOf(page).legend.allTextContents()
    expect(words.join()).toContain('FedRAMP Moderate')
    expect(words.join()).not.toContain('Premium')
  })
})

test.each([true, false])(
  'M-07 the ground is drawn from files of this site, under its policy (scripts: %s)',
  async (javaScript) => {
    const page = await browser.newPage({ javaScript })
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await page.goto(MAP_PATH)
    for (const part of ['land', 'borders']) {
      const drawn = page.locator(`use[href$="#${part}"]`)
      await soon(() => drawn.evaluate((use: SVGUseElement) => use.getBBox().width)).toBeGreaterThan(700)
    }
    expect([...hosts]).toEqual([new URL(page.url()).host])
  },
)

describe('without scripts', () => {
  test('markers lead to their rows, and regions to their tables', async () => {
    const page = await browser.open(MAP_PATH, { javaScript: false })
    const { marker, rows } = mapPartsOf(page)
    const iceland = marker('Reykjavík I')
    expect(await iceland.locator('title').textContent()).toBe(
      'Reykjavík I, Reykjavík, Iceland: Premium, running',
    )
    await iceland.click()
    const tid = centers.find(({ name }) => name === 'Reykjavík I')?.tid
    expect(addressOf(page)).toBe(`${MAP_PATH}#dc-${tid}`)
    expect(await rows.locator(':scope:target th').textContent()).toBe('Reykjavík I')
    const { main } = shellOf(page)
    await main.getByRole('link', { name: /^Oceania/ }).click()
    expect(addressOf(page)).toMatch(/#region-\d$/)
    expect(await main.locator('summary:target').textContent()).toMatch(/^Oceania/)
  })

  test('a search is a form', async () => {
    const page = await browser.open(MAP_PATH, { javaScript: false })
    const { search, rows, found } = mapPartsOf(page)
    await search.fill('zurich')
    await search.press('Enter')
    await page.waitForURL('**?search=zurich')
    await soon(() => rows.count()).toBe(3)
    await soon(() => found.textContent()).toBe('3 data centers found')
  })
})

describe('a search', () => {
  test('narrows the table, dims the other markers, is counted, and stands in the address', async () => {
    const page = await browser.open(MAP_PATH)
    const { search, found, rows, markers } = mapPartsOf(page)
    const all = await markers.count()
    await search.fill('sao paulo')
    await soon(() => found.textContent()).toBe('4 data centers found')
    expect(await rows.locator('th').allTextContents()).toEqual(
      ['I', 'II', 'III', 'IV'].map((number) => `São Paulo ${number}`),
    )
    // Closer, where the map has gone, some have opened up.
    expect(await markers.count()).toBeGreaterThanOrEqual(all)
    const lit = await markers
      .and(page.locator(':not([data-dim])'))
      .evaluateAll((found) => found.map((each) => each.getAttribute('aria-label')))
    expect(lit.length).toBeGreaterThan(0)
    for (const label of lit) expect(label).toContain('São Paulo, Brazil')
    await soon(() => addressOf(page)).toBe(`${MAP_PATH}?search=sao+paulo`)
    expect(await search.inputValue()).toBe('sao paulo')
    await page.reload()
    expect(await rows.count()).toBe(4)
    await search.press('Escape')
    await soon(() => rows.count()).toBe(centers.length)
    await soon(() => addressOf(page)).toBe(MAP_PATH)
  })

  test('names what it found right under it, and the map goes there, without asking for anything again', async () => {
    const page = await browser.open(MAP_PATH, { reducedMotion: true })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const { search, hits } = mapPartsOf(page)
    await search.fill('frankfurt')
    await soon(() => hits.allTextContents()).toEqual(
      ['I', 'II', 'III', 'IV'].map((each) => `Frankfurt ${each}`),
    )
    await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(5)
    await soon(() => addressOf(page)).toBe(`${MAP_PATH}?search=frankfurt`)
    expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
    await page.goto(`${MAP_PATH}?search=frankfurt`)
    await soon(async () => (await viewOf(page)).zoom).toBeGreaterThan(5)
  })

  test('that finds nothing says so', async () => {
    const page = await browser.open(MAP_PATH, { reducedMotion: true })
    const { search, found, rows } = mapPartsOf(page)
    await search.fill('Atlantis')
    await soon(() => found.textContent()).toBe('No data center matches')
    expect(await rows.count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
  })
})

test('regions are folds: closed at first, and open for whoever comes to one of their rows', async () => {
  const page = await browser.open(MAP_PATH)
  const { fold, rows } = mapPartsOf(page)
  const iceland = centers.find(({ name }) => name === 'Reykjavík I')
  const row = rows.and(page.locator(`#dc-${iceland?.tid}`))
  await soon(() => row.isVisible()).toBe(false)
  await fold('Europe').locator('summary').click()
  await soon(() => row.isVisible()).toBe(true)
  const other = await browser.open(`${MAP_PATH}#dc-${iceland?.tid}`)
  await soon(() => mapPartsOf(other).fold('Europe').getAttribute('open')).toBe('')
  await soon(() => mapPartsOf(other).fold('Africa').getAttribute('open')).toBe(null)
})

test('a data center links to its records', async () => {
  const page = await browser.open(MAP_PATH)
  const troubled = centers.find(({ open }) => open.length > 0)
  const row = page.locator(`#trouble-${troubled?.tid}`)
  expect(await row.getByRole('link', { name: troubled?.open[0]?.title ?? '' }).getAttribute('href')).toBe(
    `${PATH.home}/posts/${troubled?.open[0]?.id}`,
  )
  await row.getByRole('link', { name: `Incidents of ${troubled?.name}` }).click()
  await page.waitForURL(`**${PATH.incidents}?datacenter=${troubled?.tid}`)
  await shellOf(page)
    .main.getByRole('link', { name: troubled?.open[0]?.title ?? '' })
    .first()
    .waitFor()
})

describe.each([390, 800, 1440])('at %i px', (width) => {
  test.each([0, 1, 160, 1000])('M-01, M-06 a cloud may have %i data centers', async (amount) => {
    const page = await openWith(amount, width)
    const { rows, box } = mapPartsOf(page)
    await soon(() => rows.count()).toBe(amount)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    if (amount > 0) {
      expect(await box.isVisible()).toBe(true)
      return
    }
    expect(await shellOf(page).main.textContent()).toContain('Data is not available for this cloud.')
    expect(await box.count()).toBe(0)
  })

  test('axe finds nothing, also while a tooltip is open close up', async () => {
    const page = await browser.open(MAP_PATH, { width, reducedMotion: true })
    const { region, marker, popover } = mapPartsOf(page)
    expect(await axeViolations(page)).toEqual([])
    await region('Europe').click()
    await marker('4 data centers, Frankfurt').focus()
    await page.keyboard.press('Enter')
    await popover.waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})

test('on paper there are map, legend and table, and nothing to press', async () => {
  const page = await browser.open(MAP_PATH)
  await page.emulateMedia({ media: 'print' })
  const { box, rows, zoomIn, search, region } = mapPartsOf(page)
  expect(await box.isVisible()).toBe(true)
  expect(await rows.first().isVisible()).toBe(true)
  for (const part of [zoomIn, search, region('Europe')]) expect(await part.isVisible()).toBe(false)
})

/** Comes from another page, so that the browser asks for what the test has made up. */
async function openWith(amount: number, width: number): Promise<Page> {
  const page = await browser.newPage({ width })
  await page.route('**/api/dc_map/*', (route) => route.fulfill({ json: mapAnswer(madeUpCenters(amount)) }))
  await page.goto(PATH.faq)
  const { mainNav, heading } = shellOf(page)
  await mainNav.getByRole('link', { name: 'Data Center Map' }).click()
  await page.waitForURL(`**${MAP_PATH}`)
  await soon(() => heading.textContent()).toBe('Data Center Map')
  return page
}

async function rgbOf(page: Page, kind: string) {
  const shape = mapPartsOf(page).box.locator(`[data-kind="${kind}"]`).first()
  const text = await shape.evaluate((group) => {
    const faces = [...group.querySelectorAll('circle, path')].map((face) => getComputedStyle(face).fill)
    // Under a merged marker lies an edge of paper.
    return group.getAttribute('data-kind') === 'multiple' ? faces[1] : faces[0]
  })
  const [r = 0, g = 0, b = 0] = (text?.match(/[\d.]+/g) ?? []).map(Number)
  return { r, g, b }
}
