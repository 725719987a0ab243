import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { soon, testBrowser, untilAlive } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { isFocused } from './timeline-marks.ts'
import { readWeek, timelinePartsOf } from './timeline-parts.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const week = await readWeek(CLOUD.first.machineName, 'public')
const centers = week.category.flatMap(({ subCategory }) => subCategory)
const isTroubled = ({ category_status, maintenance }: (typeof centers)[number]) =>
  category_status.length + maintenance.length > 0
const troubled = centers.filter(isTroubled)
const isQuiet = ({ subCategory }: (typeof week.category)[number]) => !subCategory.some(isTroubled)

test.each(WIDTHS_PX)(
  'many data centers at %i px show those with issues first, expand all together under their dates, and collapse again',
  async (width) => {
    expect(centers.length).toBeGreaterThan(150)
    expect(troubled.length).toBeGreaterThan(3)
    const page = await browser.open(PATH.cloudStatus, { width })
    const { centers: block, region } = timelinePartsOf(page)
    const shown = block.locator('li[id^="row-"]:visible')
    expect(await shown.count()).toBe(troubled.length)
    for (const { title, subCategory } of week.category.filter(isQuiet)) {
      expect(await region(title).first().getAttribute('open')).toBeNull()
      expect(await region(title).first().textContent()).toContain(`${subCategory.length} data centers`)
    }
    // Readable means no scrolling through a hundred quiet lines.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThan(5000)

    await block.getByRole('button', { name: 'Expand all' }).click()
    await soon(() => shown.count()).toBe(centers.length)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await block.locator('li[id^="row-"]').last().scrollIntoViewIfNeeded()
    const dates = await block.locator('ol').boundingBox()
    expect(dates?.y).toBeCloseTo(0, 0)
    await block.getByRole('button', { name: 'Collapse all', exact: true }).click()
    await soon(() => shown.count()).toBe(0)
  },
)

// In the short run: the search by name in first-visit.test.ts, its results in the unit tests.
test.skipIf(isShort)(
  'controls that need scripts have their place before scripts come; search finds a data center by keyboard without moving the page, and Escape clears it; another type resets the search and keeps the focus',
  async () => {
    const page = await browser.newPage({ width: 800 })
    await comeLate(page)
    await findByName(page)
    await changeType(page)
  },
)

async function findByName(page: Page) {
  const { centers: block, find, found, region, tab } = timelinePartsOf(page)
  const rows = block.locator('li[id^="row-"]')
  // Far enough down that the page could not stay there if it shrank to the results.
  await find.evaluate((input) =>
    scrollBy({ top: input.getBoundingClientRect().top - 90, behavior: 'instant' }),
  )
  await tab('Premium').focus()
  await page.keyboard.press('Tab')
  expect(await isFocused(find)).toBe(true)
  const before = await find.boundingBox()
  await page.keyboard.type('zurich')
  const wanted = centers.filter(({ name }) => name.startsWith('Zürich'))
  await soon(() => rows.count()).toBe(wanted.length)
  expect(await found.textContent()).toBe(`${wanted.length} data centers found`)
  expect(await region('Europe').first().getAttribute('open')).not.toBeNull()
  expect(await rows.filter({ visible: true }).count()).toBe(wanted.length)
  expect(await find.boundingBox()).toEqual(before)

  await find.fill('Atlantis')
  await soon(() => found.textContent()).toBe('No data center matches')
  expect(await rows.count()).toBe(0)
  expect(await find.boundingBox()).toEqual(before)
  await find.press('Escape')
  await soon(() => rows.count()).toBe(centers.length)
  expect(await found.textContent()).toBe('')
  expect(await find.inputValue()).toBe('')
}

async function changeType(page: Page) {
  const { find, found, tab, centers: block, onlyTroubled, showAll } = timelinePartsOf(page)
  const rows = block.locator('li[id^="row-"]')
  await onlyTroubled.press('Enter')
  await page.waitForURL(`**${PATH.cloudStatus}?troubled=1`)
  await soon(() => showAll.count()).toBe(1)
  expect(await isFocused(showAll)).toBe(true)
  await soon(() => rows.count()).toBe(troubled.length)
  for (const { tid } of troubled) expect(await block.locator(`#row-${tid}`).isVisible()).toBe(true)
  await page.keyboard.press('Enter')
  await soon(() => onlyTroubled.count()).toBe(1)
  expect(await isFocused(onlyTroubled)).toBe(true)
  await soon(() => rows.count()).toBe(centers.length)

  await find.fill('zurich')
  await soon(() => found.textContent()).toContain('found')
  await tab('Premium').press('Enter')
  await soon(() => tab('Premium').getAttribute('aria-current')).toBe('true')
  expect(await isFocused(tab('Premium'))).toBe(true)
  await soon(() => find.inputValue()).toBe('')
}

/** Controls that need scripts have their place before scripts come, so nothing shifts. */
async function comeLate(page: Page) {
  const scripts = await heldBack(page, '**/assets/*.js')
  await page.goto(PATH.cloudStatus, { waitUntil: 'commit' })
  const { find, onlyTroubled } = timelinePartsOf(page)
  // Positions are final once the whole page has arrived, with its styles and fonts.
  await page.locator('#root > footer').waitFor()
  await soon(() => page.evaluate(isStyled)).toBe(true)
  const before = await onlyTroubled.boundingBox()
  expect(await find.isVisible()).toBe(true)
  scripts.release()
  await untilAlive(page)
  expect(await onlyTroubled.boundingBox()).toEqual(before)
}

/** Runs in the page. */
function isStyled() {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
  return links.every(({ sheet }) => sheet !== null) && document.fonts.status === 'loaded'
}
