import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { heldBack } from './held-back.ts'
import { isFocused } from './timeline-marks.ts'
import { readWeek, timelinePartsOf } from './timeline-parts.ts'

const browser = testBrowser()

const WIDTHS_PX = [390, 800, 1440]

const week = await readWeek(CLOUD.first.machineName, 'public')
const centers = week.category.flatMap(({ subCategory }) => subCategory)
const troubled = centers.filter(({ category_status }) => category_status.length > 0)
const isQuiet = ({ subCategory }: (typeof week.category)[number]) =>
  subCategory.every(({ category_status }) => category_status.length === 0)

test('there are many data centers to read', () => {
  expect(centers.length).toBeGreaterThan(150)
  expect(troubled.length).toBeGreaterThan(3)
})

describe.each(WIDTHS_PX)('many data centers at %i px', (width) => {
  test('show first what had issues: regions without any are folded, and so is the rest of the others', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    const { centers: block, region } = timelinePartsOf(page)
    const shown = block.locator('li[id^="row-"]:visible')
    expect(await shown.count()).toBe(troubled.length)
    for (const { title, subCategory } of week.category.filter(isQuiet)) {
      expect(await region(title).first().getAttribute('open')).toBeNull()
      expect(await region(title).first().textContent()).toContain(`${subCategory.length} data centers`)
    }
    // Readable means that nobody has to scroll through a hundred quiet lines.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThan(5000)
  })

  test('unfold all at once, and fold again', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    const { centers: block } = timelinePartsOf(page)
    const shown = block.locator('li[id^="row-"]:visible')
    await block.getByRole('button', { name: 'Unfold all' }).click()
    await soon(() => shown.count()).toBe(centers.length)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await block.getByRole('button', { name: 'Fold all', exact: true }).click()
    await soon(() => shown.count()).toBe(0)
  })

  test('keep the dates in sight over a long list', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    const { centers: block } = timelinePartsOf(page)
    await block.getByRole('button', { name: 'Unfold all' }).click()
    const last = block.locator('li[id^="row-"]').last()
    await soon(() => last.isVisible()).toBe(true)
    await last.scrollIntoViewIfNeeded()
    const box = await block.locator('ol').boundingBox()
    expect(box?.y).toBeCloseTo(0, 0)
  })
})

describe('a data center', () => {
  test.each([
    ['by mouse', 1440, async (page: Page) => timelinePartsOf(page).find.click()],
    ['by keyboard', 800, tabToFind],
    ['by touch', 390, async (page: Page) => timelinePartsOf(page).find.tap()],
  ] as const)('is found by its name, %s', async (_, width, goThere) => {
    const page = await browser.open(PATH.cloudStatus, { width, touch: true })
    const { centers: block, found, region } = timelinePartsOf(page)
    await goThere(page)
    await page.keyboard.type('zurich')
    const shown = block.locator('li[id^="row-"]')
    const wanted = centers.filter(({ name }) => name.startsWith('Zürich'))
    await soon(() => shown.count()).toBe(wanted.length)
    expect(await found.textContent()).toBe(`${wanted.length} data centers found`)
    expect(await region('Europe').first().getAttribute('open')).not.toBeNull()
    for (const row of await shown.all()) expect(await row.isVisible()).toBe(true)
  })

  test('that does not exist is not found, politely, and all come back when nobody looks any more', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const { centers: block, find, found } = timelinePartsOf(page)
    await find.fill('Atlantis')
    await soon(() => found.textContent()).toBe('No data center matches')
    expect(await block.locator('li[id^="row-"]').count()).toBe(0)
    await find.fill('')
    await soon(() => block.locator('li[id^="row-"]').count()).toBe(centers.length)
    expect(await found.textContent()).toBe('')
  })
})

test.each([true, false])('only those with issues can be shown (scripts: %s)', async (javaScript) => {
  const page = await browser.open(PATH.cloudStatus, { javaScript })
  const { centers: block, onlyTroubled, showAll } = timelinePartsOf(page)
  await onlyTroubled.click()
  await page.waitForURL(`**${PATH.cloudStatus}?troubled=1`)
  const rows = block.locator('li[id^="row-"]')
  await soon(() => rows.count()).toBe(troubled.length)
  expect(await onlyTroubled.count()).toBe(0)
  for (const { tid } of troubled) expect(await block.locator(`#row-${tid}`).isVisible()).toBe(true)
  await showAll.click()
  await page.waitForURL(`**${PATH.cloudStatus}`)
  await soon(() => rows.count()).toBe(centers.length)
})

describe('the keyboard stays where it is', () => {
  test('on a tab that brings the other type', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const { tab } = timelinePartsOf(page)
    await tab('Premium').press('Enter')
    await soon(() => tab('Premium').getAttribute('aria-current')).toBe('true')
    expect(await isFocused(tab('Premium'))).toBe(true)
  })

  test('on what narrows the list, and widens it again', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const { onlyTroubled, showAll } = timelinePartsOf(page)
    await onlyTroubled.press('Enter')
    await soon(() => showAll.count()).toBe(1)
    expect(await isFocused(showAll)).toBe(true)
    await page.keyboard.press('Enter')
    await soon(() => onlyTroubled.count()).toBe(1)
    expect(await isFocused(onlyTroubled)).toBe(true)
  })
})

test('names typed and folds opened are forgotten where something else is shown', async () => {
  const page = await browser.open(PATH.cloudStatus)
  const { find, found, tab, centers: block } = timelinePartsOf(page)
  await find.fill('zurich')
  await soon(() => found.textContent()).toContain('found')
  await tab('Premium').click()
  await soon(() => find.inputValue()).toBe('')
  await tab('Public').click()
  await soon(() => block.locator('li[id^="row-"]').count()).toBe(centers.length)
  expect(await find.inputValue()).toBe('')
})

describe('the counts of a region', () => {
  const europe = week.category.find(({ title }) => title === 'Europe')?.subCategory ?? []
  const active = europe.filter(({ status }) => status === 1)
  const quiet = europe.filter(({ category_status }) => category_status.length === 0)

  test('fit together: what is decommissioned is told apart', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const summaries = timelinePartsOf(page).region('Europe').locator('summary')
    const gone = quiet.filter(({ status }) => status === 0).length
    expect(gone).toBeGreaterThan(0)
    expect(await summaries.first().textContent()).toContain(`Europe${active.length} data centers, `)
    expect(await summaries.last().textContent()).toBe(
      `${quiet.length - gone} more without issues, ${gone} decommissioned`,
    )
  })

  test('say how many of all are shown, and how all of them are', async () => {
    const page = await browser.open(PATH.cloudStatus)
    const { find, region, onlyTroubled } = timelinePartsOf(page)
    const summary = region('Europe').locator('summary').first()
    const wanted = europe.filter(({ name }) => name.startsWith('Paris')).length
    expect(wanted).toBeGreaterThan(0)
    await find.fill('paris')
    await soon(() => summary.textContent()).toContain(`Europe${wanted} of ${active.length} shown, `)
    expect(await summary.textContent()).toContain('disrupted')
    await onlyTroubled.click()
    await soon(() => summary.textContent()).toContain(
      `Europe${europe.length - quiet.length} of ${active.length} shown, `,
    )
  })
})

test('the page stays where it is while somebody types, and Escape clears what was typed', async () => {
  const page = await browser.open(PATH.cloudStatus, { width: 800 })
  const { find, found } = timelinePartsOf(page)
  // So far down that the page could not stay there if it were as short as what is found.
  await find.evaluate((input) =>
    scrollBy({ top: input.getBoundingClientRect().top - 90, behavior: 'instant' }),
  )
  const before = await find.boundingBox()
  await find.pressSequentially('zurich')
  await soon(() => found.textContent()).toContain('found')
  expect(await find.boundingBox()).toEqual(before)
  await find.fill('Atlantis')
  await soon(() => found.textContent()).toBe('No data center matches')
  expect(await find.boundingBox()).toEqual(before)
  await find.press('Escape')
  await soon(() => found.textContent()).toBe('')
  expect(await find.inputValue()).toBe('')
})

test('what needs scripts takes its place before they run, so that nothing moves', async () => {
  const page = await browser.newPage()
  const scripts = await heldBack(page, '**/assets/*.js')
  await page.goto(PATH.cloudStatus, { waitUntil: 'commit' })
  const { find, onlyTroubled } = timelinePartsOf(page)
  const before = await onlyTroubled.boundingBox()
  expect(await find.isVisible()).toBe(false)
  scripts.release()
  await soon(() => find.isVisible()).toBe(true)
  expect(await onlyTroubled.boundingBox()).toEqual(before)
})

async function tabToFind(page: Page) {
  const { find, tab } = timelinePartsOf(page)
  await tab('Premium').focus()
  await page.keyboard.press('Tab')
  expect(await isFocused(find)).toBe(true)
}
