import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { POPOVER_MAX_HEIGHT_PX, POPOVER_MAX_WIDTH_PX } from '../../src/domain/constants.ts'
import { formatTime } from '../../src/domain/format-time.ts'
import { isShort } from '../size.ts'
import { axeAtTheEnd } from './axe.ts'
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
} from './timeline-marks.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

test.each(WIDTHS_PX)(
  "S-04 at %i px a tap opens a popover with the issue's details inside the screen, and a tap elsewhere closes it",
  async (width) => {
    const page = await browser.open(PATH.cloudStatus, { width, touch: true, reducedMotion: true })
    const { marks, popover, fullPost } = timelineOf(page)
    const mark = marks.first()
    const { title, short_description, from, to } = await issueOf(mark)
    await scrollToUpperHalf(mark)
    await mark.tap()
    await popover.waitFor()
    const said = await popover.innerText()
    expect(said).toContain(title)
    expect(said).toContain(short_description)
    expect(said).toMatch(/Service Disruption|Service Degradation|Under Investigation/)
    expect(said).toMatch(new RegExp(`Started at\\s+${formatTime(new Date(from))}`))
    expect(said).toMatch(new RegExp(`Ended at\\s+${to === null ? 'Ongoing' : formatTime(new Date(to))}`))
    await fullPost.waitFor()
    expect(await page.getByRole('dialog', { name: title }).count()).toBe(1)
    await popover.tap({ position: { x: 20, y: 20 } })
    expect(await popover.count()).toBe(1)
    await tapBeside(page, popover)
    await soon(() => popover.count()).toBe(0)
    expect(addressOf(page)).toBe(PATH.cloudStatus)

    // After a key press, focus is visible and opens the popover.
    await page.keyboard.press('Shift')
    const atTheEdge = await rightmost(marks)
    await scrollToBottom(atTheEdge)
    await atTheEdge.focus()
    await popover.waitFor()
    await expectInside(page, popover)
    expect(overlap(await boxOf(popover), await boxOf(atTheEdge))).toBe(false)
    expect(await axeAtTheEnd(page)).toEqual([])
  },
)

test('S-04 by keyboard alone a popover opens, takes the focus, passes it on to the next element, and closes; a long description scrolls inside', async () => {
  const page = await browser.open(PATH.cloudStatus)
  await workByKeyboard(page)
  if (!isShort) await scrollLongDescription(page)
})

async function workByKeyboard(page: Page) {
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
  await soon(() => isFocused(popover)).toBe(true)
  expect(addressOf(page)).toBe(PATH.cloudStatus)
  await page.keyboard.press('Tab')
  await soon(() => isFocused(fullPost)).toBe(true)
  await page.keyboard.press('Escape')
  await soon(() => popover.count()).toBe(0)
  await soon(() => isFocused(marks.first())).toBe(true)

  await page.keyboard.press('Enter')
  await soon(() => isFocused(popover)).toBe(true)
  await page.keyboard.press('Shift+Tab')
  await soon(() => popover.count()).toBe(0)
  await soon(() => isFocused(marks.first())).toBe(true)

  await page.keyboard.press('Tab')
  const next = await focusedName(page)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await soon(() => isFocused(popover)).toBe(true)
  await page.keyboard.press('Tab')
  await soon(() => isFocused(fullPost)).toBe(true)
  await page.keyboard.press('Tab')
  await soon(() => focusedName(page)).toBe(next)

  await marks.first().focus()
  await popover.waitFor()
  await shellOf(page).mainNav.getByRole('link', { name: 'Home' }).focus()
  await soon(() => popover.count()).toBe(0)
}

async function scrollLongDescription(page: Page) {
  const { marks, popover } = timelineOf(page)
  await marks.first().press('Enter')
  await soon(() => isFocused(popover)).toBe(true)
  await popover
    .locator('p')
    .first()
    .evaluate((said) => {
      said.textContent = 'A sentence that says a little more. '.repeat(60)
    })
  await soon(async () => (await boxOf(popover)).height).toBe(POPOVER_MAX_HEIGHT_PX)
  await expectInside(page, popover)
  const scrolled = () => popover.evaluate((element) => element.scrollTop)
  expect(await scrolled()).toBe(0)
  await page.keyboard.press('End')
  await soon(scrolled).toBeGreaterThan(100)
}

async function tapBeside(page: Page, popover: Locator) {
  const { top } = await boxOf(popover)
  await page.touchscreen.tap(4, top > 100 ? top - 80 : 880)
}

function overlap(one: Box, other: Box) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

async function rightmost(marks: Locator): Promise<Locator> {
  const rights = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().right))
  return marks.nth(rights.indexOf(Math.max(...rights)))
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
