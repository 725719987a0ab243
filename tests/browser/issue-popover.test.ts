import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { POPOVER_MAX_HEIGHT_PX, POPOVER_MAX_WIDTH_PX } from '../../src/domain/constants.ts'
import { formatTime } from '../../src/domain/format-time.ts'
import { axeViolations } from './axe-violations.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { shellOf } from './shell.ts'
import {
  type Box,
  boxOf,
  isFocused,
  issueOf,
  scrollToBottom,
  scrollToUpperHalf,
  tabToMark,
  timelineOf,
  WIDTHS_PX,
} from './timeline-marks.ts'

const browser = testBrowser()

/** Longer than anything that is about to open or close may take. */
const WELL_AFTER_MS = 600

describe.each(WIDTHS_PX)('at %i px', (width) => {
  test('S-04 a mouse opens a popover: title, short description, start, end and Full Post', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    const { marks, popover, fullPost } = timelineOf(page)
    const mark = marks.first()
    const { title, short_description, from, to } = await issueOf(mark)
    await scrollToUpperHalf(mark)
    await mark.hover()
    await popover.waitFor()
    const said = await popover.innerText()
    expect(said).toContain(title)
    expect(said).toContain(short_description)
    expect(said).toMatch(/Service Disruption|Service Degradation|Under Investigation/)
    expect(said).toMatch(new RegExp(`Started at\\s+${formatTime(new Date(from))}`))
    expect(said).toMatch(new RegExp(`Ended at\\s+${to === null ? 'still open' : formatTime(new Date(to))}`))
    await fullPost.waitFor()
    expect(await page.getByRole('dialog', { name: title }).count()).toBe(1)
  })

  test('S-04 the keyboard alone opens, enters, leaves and closes it', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    const { marks, popover, fullPost } = timelineOf(page)
    await tabToMark(page)
    await popover.waitFor()
    expect(await isFocused(marks.first())).toBe(true)
    expect(await marks.first().getAttribute('aria-expanded')).toBe('true')

    await page.keyboard.press('Escape')
    await soon(() => popover.count()).toBe(0)
    expect(await isFocused(marks.first())).toBe(true)
    expect(await marks.first().getAttribute('aria-expanded')).toBe('false')

    await page.keyboard.press('Enter')
    await popover.waitFor()
    expect(await isFocused(popover)).toBe(true)
    expect(addressOf(page)).toBe(PATH.cloudStatus)
    await page.keyboard.press('Tab')
    expect(await isFocused(fullPost)).toBe(true)
    await page.keyboard.press('Escape')
    await soon(() => popover.count()).toBe(0)
    expect(await isFocused(marks.first())).toBe(true)

    await page.keyboard.press('Enter')
    await popover.waitFor()
    await page.keyboard.press('Shift+Tab')
    await soon(() => popover.count()).toBe(0)
    expect(await isFocused(marks.first())).toBe(true)
  })

  test('S-04 Tab goes on from a popover to what follows its mark', async () => {
    const page = await browser.open(PATH.cloudStatus, { width })
    await tabToMark(page)
    await page.keyboard.press('Tab')
    const next = await focusedName(page)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await isFocused(timelineOf(page).fullPost)).toBe(true)
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe(next)
  })

  test('S-04 a tap opens it instead of following the link, and a tap elsewhere closes it', async () => {
    const page = await browser.open(PATH.cloudStatus, { width, touch: true })
    const { marks, popover } = timelineOf(page)
    await scrollToUpperHalf(marks.first())
    await marks.first().tap()
    await popover.waitFor()
    await page.waitForTimeout(WELL_AFTER_MS)
    expect(await popover.count()).toBe(1)
    expect(addressOf(page)).toBe(PATH.cloudStatus)
    await popover.tap({ position: { x: 20, y: 20 } })
    expect(await popover.count()).toBe(1)
    await tapBeside(page, popover)
    await soon(() => popover.count()).toBe(0)
    expect(addressOf(page)).toBe(PATH.cloudStatus)
  })

  test('S-04 wherever its mark is, it is inside the screen and at most 420 by 340 px', async () => {
    const page = await browser.open(PATH.cloudStatus, { width, reducedMotion: true })
    const { marks, popover } = timelineOf(page)
    for (const mark of await atTheEdges(marks)) {
      for (const scroll of [scrollToUpperHalf, scrollToBottom]) {
        await scroll(mark)
        await mark.focus()
        await popover.waitFor()
        await expectInside(page, popover)
        expect(overlap(await boxOf(popover), await boxOf(mark))).toBe(false)
        await page.keyboard.press('Escape')
        await soon(() => popover.count()).toBe(0)
        await mark.blur()
      }
    }
  })

  test('S-04 a long description scrolls inside, by the keyboard too', async () => {
    const page = await browser.open(PATH.home, { width })
    await page.route('**/api/cloud-status?*', async (route) => {
      const answer = await (await route.fetch()).text()
      const long = 'A sentence that says a little more. '.repeat(60)
      await route.fulfill({
        contentType: 'application/json',
        body: answer.replaceAll(/"short_description":"[^"]*"/g, `"short_description":"${long}"`),
      })
    })
    await shellOf(page).mainNav.getByRole('link', { name: 'Cloud Status' }).click()
    await page.waitForURL('**/cloud-status')
    const { marks, popover } = timelineOf(page)
    await scrollToUpperHalf(marks.first())
    await marks.first().press('Enter')
    await popover.waitFor()
    await expectInside(page, popover)
    expect((await boxOf(popover)).height).toBe(POPOVER_MAX_HEIGHT_PX)
    const scrolled = () => popover.evaluate((element) => element.scrollTop)
    expect(await scrolled()).toBe(0)
    await page.keyboard.press('End')
    await soon(scrolled).toBeGreaterThan(100)
  })

  test('axe finds nothing with a popover open', async () => {
    const page = await browser.open(PATH.cloudStatus, { width, reducedMotion: true })
    const { marks, popover } = timelineOf(page)
    await scrollToUpperHalf(marks.first())
    await marks.first().focus()
    await popover.waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})

test('S-04 focus that goes elsewhere closes a popover', async () => {
  const page = await browser.open(PATH.cloudStatus)
  const { popover } = timelineOf(page)
  await tabToMark(page)
  await popover.waitFor()
  await shellOf(page).mainNav.getByRole('link', { name: 'Home' }).focus()
  await soon(() => popover.count()).toBe(0)
})

async function tapBeside(page: Page, popover: Locator) {
  const { top } = await boxOf(popover)
  await page.touchscreen.tap(4, top > 100 ? top - 80 : 880)
}

function overlap(one: Box, other: Box) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** The marks furthest to the left, to the right and down. */
async function atTheEdges(marks: Locator): Promise<Locator[]> {
  const all = await marks.all()
  const boxed = await Promise.all(all.map(async (mark) => ({ mark, box: await boxOf(mark) })))
  const most = (far: (box: Box) => number) =>
    boxed.toSorted((a, b) => far(b.box) - far(a.box)).flatMap(({ mark }) => mark)[0] as Locator
  return [most(({ left }) => -left), most(({ right }) => right), most(({ bottom }) => bottom)]
}

async function expectInside(page: Page, popover: Locator) {
  const { left, top, right, bottom, width, height } = await boxOf(popover)
  const screen = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  expect(left).toBeGreaterThan(0)
  expect(top).toBeGreaterThan(0)
  expect(right).toBeLessThan(screen.width)
  expect(bottom).toBeLessThan(screen.height)
  expect(width).toBeLessThanOrEqual(POPOVER_MAX_WIDTH_PX)
  expect(height).toBeLessThanOrEqual(POPOVER_MAX_HEIGHT_PX)
}

function focusedName(page: Page) {
  return page.evaluate(() => {
    const focused = document.activeElement
    return `${focused?.tagName} ${focused?.getAttribute('data-row')} ${focused?.getAttribute('href')} ${focused?.textContent}`
  })
}
