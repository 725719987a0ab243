import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ThreatsResponse } from '../../src/contract/threats.ts'
import { exactNumber } from '../../src/domain/threats/number-words.ts'
import { isShort } from '../size.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { PATH, readJson } from './demo-site.ts'
import { shellOf } from './shell.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const ANALYTICS = `${PATH.home}/analytics`
const { regions } = await readJson<ThreatsResponse>('/api/threats')
const europe = regions.find(({ title }) => title === 'Europe')?.tid

test('O-05 the menu leads to the analytics; filters apply to both charts, both tables, the summary and the CSV, and are in the URL; both charts work by mouse and keyboard', async () => {
  const page = await browser.open(PATH.home)
  await filter(page)
  await readLines(page)
  // In the short run the accessibility test has the widths, next-arc.test.ts the keys of the sunburst.
  if (isShort) return
  await readSunburst(page)
  await expectRoom(page)
})

async function filter(page: Page) {
  const { mainNav, heading } = shellOf(page)
  await mainNav.locator('summary', { hasText: 'Threats' }).click()
  await mainNav.getByRole('link', { name: 'Analytics' }).click()
  await page.waitForURL(`**${ANALYTICS}`)
  await soon(() => heading.textContent()).toBe('Analytics')
  const { category, period, region, lines, arcs, sentence, download, reset } = partsOf(page)
  await soon(() => lines.count()).toBe(4)
  expect(await reset.count()).toBe(0)

  await category.selectOption('Malware')
  await page.waitForURL(`**${ANALYTICS}?category=malware`)
  await soon(() => lines.count()).toBe(6)
  await soon(() => arcs('category').count()).toBe(1)
  await soon(() => sentence.textContent()).toContain('threats blocked as malware in 30')

  await region.selectOption('Europe')
  await page.waitForURL(`**?category=malware&region=${europe}`)
  await soon(() => sentence.textContent()).toMatch(/^Europe: /)
  await period.selectOption('Last 7 days')
  await page.waitForURL(`**?category=malware&period=7d&region=${europe}`)
  const answer = await readJson<ThreatsResponse>(`/api/threats?category=malware&period=7d&region=${europe}`)
  await soon(() => page.getByText(exactNumber(answer.total), { exact: true }).count()).toBe(1)
  expect(await download.getAttribute('href')).toBe(`/threats.csv?category=malware&period=7d&region=${europe}`)
  await soon(() => page.title()).toContain('Analytics, Malware, last 7 days, Europe')

  await page.goBack()
  await page.waitForURL(`**?category=malware&region=${europe}`)
  await soon(() => period.inputValue()).toBe('30d')
  await reset.click()
  await page.waitForURL(`**${ANALYTICS}`)
  await soon(() => lines.count()).toBe(4)

  await goTo(page, `${ANALYTICS}?category=ba&period=7d`)
  const waiting = page.waitForEvent('download')
  await download.click()
  expect((await waiting).suggestedFilename()).toMatch(/^threats-ba-\d{4}-\d\d-\d\d-to-\d{4}-\d\d-\d\d\.csv$/)
}

async function readLines(page: Page) {
  const { plot, tip } = partsOf(page)
  const { family_series } = await readJson<ThreatsResponse>('/api/threats?category=ba&period=7d')
  const family = family_series[0]?.family
  const counts = family_series[0]?.points.map(({ blocked }) => exactNumber(blocked ?? 0)) ?? []
  await plot.focus()
  await page.keyboard.press('Home')
  await soon(() => plot.getAttribute('aria-valuetext')).toContain(`${family} ${counts[0]}`)
  await page.keyboard.press('ArrowRight')
  await soon(() => plot.getAttribute('aria-valuetext')).toContain(`${family} ${counts[1]}`)
  await soon(() => tip.textContent()).toContain(counts[1])
  await page.keyboard.press('End')
  await soon(() => plot.getAttribute('aria-valuenow')).toBe('7')
  await page.keyboard.press('Escape')
  await soon(() => tip.count()).toBe(0)

  if (isShort) return
  await goTo(page, `${ANALYTICS}?period=365d`)
  expect(await page.getByRole('heading', { name: 'Blocked per day, mean of each week' }).count()).toBe(1)
  await plot.focus()
  await page.keyboard.press('Home')
  await soon(() => plot.getAttribute('aria-valuenow')).toBe('1')
  const announced = (await plot.getAttribute('aria-valuetext')) ?? ''
  await page.getByText('Table by week').click()
  const cells = await page.locator('details[open] tbody tr').first().locator('td').allTextContents()
  expect(cells).toHaveLength(5)
  for (const cell of cells) expect(announced).toContain(` ${cell}`)
}

async function readSunburst(page: Page) {
  await goTo(page, ANALYTICS)
  const { arcs, arc, tip, lines, middle, plot } = partsOf(page)
  await page.mouse.move(...(await pointOn(arc('threat'))))
  await soon(() => tip.textContent()).toMatch(/^Advanced threats[\d,]+ · \d+/)
  await page.mouse.click(...(await pointOn(arc('malware'))))
  await page.waitForURL(`**${ANALYTICS}?category=malware`)
  await soon(() => lines.count()).toBe(6)
  await soon(() => arcs('family').count()).toBeGreaterThan(3)
  await soon(() => isFocused(middle)).toBe(true)
  await middle.click()
  await page.waitForURL(`**${ANALYTICS}`)
  await soon(() => lines.count()).toBe(4)
  await soon(() => isFocused(arc('malware'))).toBe(true)
  await page.mouse.move(0, 0)

  await page.getByRole('link', { name: 'Download CSV' }).focus()
  await page.keyboard.press('Tab')
  await soon(() => isFocused(arc('malware'))).toBe(true)
  await soon(() => tip.textContent()).toMatch(/^Malware/)
  await page.keyboard.press('ArrowRight')
  await soon(() => isFocused(arc('threat'))).toBe(true)
  await page.keyboard.press('ArrowDown')
  await soon(() => tip.textContent()).toMatch(/^Credential phishing/)
  await page.keyboard.press('ArrowUp')
  await soon(() => isFocused(arc('threat'))).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**?category=threat')
  await soon(() => isFocused(middle)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${ANALYTICS}`)
  await soon(() => isFocused(arc('threat'))).toBe(true)
  await page.keyboard.press('Tab')
  await soon(() => page.evaluate(() => document.activeElement?.closest('svg'))).toBe(null)

  await plot.hover()
  await soon(() => tip.locator('dt').count()).toBe(5)
  expect(await tip.textContent()).toMatch(/^\w{3}, \d+ \w{3} \d{4}/)
  await page.mouse.move(0, 0)
  await soon(() => tip.count()).toBe(0)
  await page.getByText('Table by day').click()
  await soon(() => page.locator('details[open] tbody tr').count()).toBe(30)
}

async function expectRoom(page: Page) {
  const { plot } = partsOf(page)
  for (const width of WIDTHS_PX) {
    await page.setViewportSize({ width, height: 900 })
    await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const drawing = page.locator('figure svg')
    await soon(async () => (await drawing.boundingBox())?.width).toBeGreaterThan(width === 390 ? 350 : 400)
    await soon(async () => (await plot.boundingBox())?.width).toBeGreaterThan(width === 390 ? 280 : 440)
  }
}

test('O-05 filters work without scripts, as a form and as links', async () => {
  const page = await browser.open(ANALYTICS, { javaScript: false })
  const { category, region, lines, arcs, sentence } = partsOf(page)
  expect(await lines.count()).toBe(4)
  await category.selectOption('Sandbox')
  await region.selectOption('Europe')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(`**category=sandbox**region=${europe}`)
  await soon(() => lines.count()).toBe(4)
  await soon(() => arcs('category').count()).toBe(1)
  expect(await sentence.textContent()).toMatch(/^Europe: .* by the sandbox/)
  await page.getByRole('link', { name: /All categories$/ }).click()
  await page.waitForURL(`**${ANALYTICS}?region=${europe}`)
  await soon(() => arcs('category').count()).toBe(4)
  await page.getByText('Table by day').click()
  await soon(() => page.getByRole('columnheader', { name: 'Day' }).isVisible()).toBe(true)
})

// In the short run: the test by mouse and keyboard, and place-tip.test.ts.
test.skipIf(isShort)(
  'O-05 by touch, families and days show a tooltip above the plot, where it covers nothing',
  async () => {
    const page = await browser.open(`${ANALYTICS}?category=threat`, { width: 390, touch: true })
    const { arc, tip, plot, readout } = partsOf(page)
    await page.touchscreen.tap(...(await pointOn(arc('threat Credential phishing'))))
    await soon(() => tip.textContent()).toMatch(/^Credential phishing/)
    await page.touchscreen.tap(
      ...(await middleOf(page.getByRole('heading', { name: 'By family', exact: true }))),
    )
    await soon(() => tip.count()).toBe(0)

    await goTo(page, ANALYTICS)
    const before = await readout.textContent()
    await plot.tap()
    await soon(() => readout.textContent()).not.toBe(before)
    expect(await readout.locator('dt').count()).toBe(5)
    expect(await tip.isVisible()).toBe(false)
    const [above, below] = await Promise.all([readout.boundingBox(), plot.boundingBox()])
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  },
)

function partsOf(page: Page) {
  const main = shellOf(page).main
  return {
    category: main.getByLabel('Category', { exact: true }),
    period: main.getByLabel('Period', { exact: true }),
    region: main.getByLabel('Region', { exact: true }),
    reset: main.getByRole('link', { name: 'Reset' }),
    download: main.getByRole('link', { name: 'Download CSV' }),
    sentence: main.locator('[aria-live]'),
    arcs: (kind: 'category' | 'family') => main.locator(`[data-arc][data-kind="${kind}"]`),
    arc: (key: string) => main.locator(`[data-arc="${key}"]`),
    middle: main.getByRole('link', { name: /All categories$/ }),
    plot: main.locator('[role="slider"]'),
    lines: main.locator('path[data-category]'),
    tip: main.locator('[data-tip]'),
    readout: main.locator('[data-readout]'),
  }
}

/** The middle of its text: the middle of its box may lie beside the arc. */
async function pointOn(arc: Locator) {
  await arc.evaluate((each) => each.closest('svg')?.scrollIntoView({ block: 'center' }))
  return middleOf(arc.locator('text'))
}

async function middleOf(element: Locator): Promise<[x: number, y: number]> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not on the screen')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

function isFocused(element: Locator) {
  return element.evaluate((each) => each === document.activeElement)
}
