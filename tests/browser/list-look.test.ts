import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()

const CONTROL_GAP_PX = 8
/** A4 between margins of 18 mm. */
const PAPER_WIDTH_PX = 657

const WIDTHS_PX = [390, 800]

// Only the look: list-pages.test.tsx and lists.test.ts cover what lists do.
test.skipIf(isShort)(
  'L-02, L-07, L-12 list controls align and look alike, the schedule shows the whole week, and forced colors keep the selection visible',
  async () => {
    const page = await browser.newPage({ reducedMotion: true })
    for (const width of WIDTHS_PX) await expectControls(page, width, true)
    await expectPanels(page)
    await expectSteps(page)
    await expectForcedColors(page)
    await expectSchedule(page)
  },
)

test.skipIf(isShort)('L-02 without scripts list controls align and look alike', async () => {
  const page = await browser.newPage({ javaScript: false })
  for (const width of WIDTHS_PX) await expectControls(page, width, false)
})

async function expectControls(page: Page, width: number, javaScript: boolean) {
  await page.setViewportSize({ width, height: 900 })
  await goTo(page, PATH.incidents, { javaScript })
  const { statusFilter, main } = shellOf(page)
  const status = await boxOf(statusFilter)
  const centers = await boxOf(buttonOf(main, 'Data centers'))
  const days = await boxOf(buttonOf(main, 'Calendar'))
  expect(status.width).toBeGreaterThanOrEqual(await widthOfText(statusFilter))
  expect(days.y).toBe(centers.y)
  const isOneRow = width === 800 && javaScript
  expect(centers.y - status.y).toBe(isOneRow ? 0 : status.height + CONTROL_GAP_PX)
  const looks = [statusFilter, buttonOf(main, 'Data centers'), buttonOf(main, 'Calendar')].map(lookOf)
  expect(new Set(await Promise.all(looks)).size).toBe(1)
  expect(new Set([status.height, centers.height, days.height]).size).toBe(1)
  if (width === 390) expect(days.x + days.width).toBe(width - status.x)
}

async function expectPanels(page: Page) {
  for (const name of ['Data centers', 'Calendar']) {
    const summary = buttonOf(shellOf(page).main, name)
    await summary.click()
    const button = await boxOf(summary)
    const panel = await boxOf(summary.locator('xpath=following-sibling::*'))
    expect(panel.x, name).toBe(button.x)
    expect(panel.y).toBeGreaterThan(button.y + button.height)
    expect(panel.x + panel.width).toBeLessThanOrEqual(800)
    // The browser opens it before the page reacts, and until then Escape does nothing.
    await soon(async () => {
      await page.keyboard.press('Escape')
      return summary.locator('xpath=following-sibling::*').isVisible()
    }).toBe(false)
  }
}

async function expectSteps(page: Page) {
  await page.setViewportSize({ width: 390, height: 900 })
  const pages = shellOf(page).main.getByRole('navigation', { name: 'Pages' })
  const first = pages.getByText('First', { exact: true })
  const ofFirst = await boxOf(first)
  const ofLast = await boxOf(pages.getByText('Last', { exact: true }))
  const ofNumber = await boxOf(pages.getByText('1', { exact: true }))
  expect(await first.evaluate((step) => getComputedStyle(step).borderColor)).toBe(
    await pages.getByText('2', { exact: true }).evaluate((step) => getComputedStyle(step).borderColor),
  )
  expect(ofFirst.y).toBe(ofLast.y)
  expect(ofFirst.width).toBe(ofLast.width)
  expect(ofFirst.y).toBeGreaterThan(ofNumber.y)
}

async function expectForcedColors(page: Page) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, PATH.incidents)
  await page.emulateMedia({ forcedColors: 'active' })
  const { main } = shellOf(page)
  const backgroundOf = (link: Locator) => link.evaluate((each) => getComputedStyle(each).backgroundColor)
  const pages = main.getByRole('navigation', { name: 'Pages' })
  expect(await backgroundOf(pages.locator('[aria-current]'))).not.toBe(
    await backgroundOf(pages.locator('a:not([aria-current])').first()),
  )
  await main.locator('[data-day][data-today]').click()
  const selected = main.locator('[data-day][aria-current]')
  await selected.waitFor()
  expect(await backgroundOf(selected)).not.toBe(
    await backgroundOf(main.locator('[data-day]:not([aria-current])').first()),
  )
  await page.emulateMedia({ forcedColors: 'none' })
}

async function expectSchedule(page: Page) {
  await goTo(page, PATH.maintenance)
  const frame = shellOf(page).main.locator('div:has(> section > table th[scope=row])').first()
  const scroller = frame.locator('> section')
  for (const width of [1000, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    const hidden = await scroller.evaluate((each) => each.scrollWidth - each.clientWidth)
    expect(hidden, `at ${width} px`).toBe(0)
  }
  await page.setViewportSize({ width: 390, height: 900 })
  await soon(() => frame.getAttribute('data-more')).toBe('after')
  await scroller.evaluate((each) => each.scrollTo(each.scrollWidth, 0))
  await soon(() => frame.getAttribute('data-more')).toBe('before')
  const region = await frame.locator('tbody th').first().boundingBox()
  expect(region?.x).toBeGreaterThanOrEqual(0)

  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: PAPER_WIDTH_PX, height: 900 })
  const table = await boxOf(frame.locator('table'))
  expect(table.x + table.width).toBeLessThanOrEqual(PAPER_WIDTH_PX)
  expect(await frame.evaluate((each) => getComputedStyle(each, '::after').content)).toBe('none')
}

function buttonOf(main: Locator, name: string) {
  return main.locator('summary').filter({ hasText: name })
}

function lookOf(control: Locator) {
  return control.evaluate((each) => {
    const { backgroundColor, borderColor, color, font } = getComputedStyle(each)
    return [backgroundColor, borderColor, color, font].join(' ')
  })
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (box === null) throw new Error('Nothing is shown there.')
  return box
}

/** The width the select needs to show its choice: text plus padding. */
function widthOfText(select: Locator) {
  return select.evaluate((each: HTMLSelectElement) => {
    const copy = document.createElement('span')
    copy.textContent = each.selectedOptions[0]?.textContent ?? ''
    copy.className = each.className
    copy.style.width = 'max-content'
    document.body.append(copy)
    const { width } = copy.getBoundingClientRect()
    copy.remove()
    return width
  })
}
