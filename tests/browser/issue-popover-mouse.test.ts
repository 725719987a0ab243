import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { POPOVER_CLOSE_DELAY_MS } from '../../src/domain/constants.ts'
import { addressOf, goTo, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { boxOf, isFocused, issueOf, scrollToUpperHalf, timelineOf } from './timeline-marks.ts'

const browser = testBrowser()

/** Shorter and longer than the hover time that opens a popover. */
const PASSING_BY_MS = 50
const STAYING_MS = 150
/** Longer than any pending open or close. */
const WELL_AFTER_MS = 3_000

test('S-04 a popover opens on hover, closes 300 ms after the pointer left both mark and popover, and follows its mark; a click for a new tab is left to the browser', async () => {
  const page = await browser.newPage({ reducedMotion: true, movesClock: true })
  await page.clock.install()
  await goTo(page, PATH.cloudStatus)
  const { marks, popover } = timelineOf(page)
  // The popover of the second mark lies below it, so the first stays visible.
  const [other, mark] = [marks.first(), marks.nth(1)]
  await scrollToUpperHalf(mark)
  // From here on, time moves only by `runFor`.
  await page.clock.pauseAt(new Date(Date.now() + 60_000))

  await moveTo(page, mark)
  await page.clock.runFor(PASSING_BY_MS)
  await moveAway(page)
  await page.clock.runFor(WELL_AFTER_MS)
  expect(await popover.count()).toBe(0)

  await openByMouse()
  await moveAway(page)
  await page.clock.runFor(POPOVER_CLOSE_DELAY_MS - 1)
  expect(await popover.count()).toBe(1)
  await page.clock.runFor(1)
  await soon(() => popover.count()).toBe(0)

  await openByMouse()
  await moveAway(page)
  await page.clock.runFor(POPOVER_CLOSE_DELAY_MS - 1)
  await moveTo(page, mark)
  await page.clock.runFor(WELL_AFTER_MS)
  expect(await popover.count()).toBe(1)
  const { left, top } = await boxOf(popover)
  await page.mouse.move(left + 30, top - 3)
  await page.mouse.move(left + 30, top + 30)
  await page.clock.runFor(WELL_AFTER_MS)
  expect(await popover.count()).toBe(1)

  await popover.evaluate((element) => element.setAttribute('data-seen', ''))
  await moveTo(page, other)
  await page.clock.runFor(STAYING_MS)
  await soon(() => other.getAttribute('aria-expanded')).toBe('true')
  expect(await mark.getAttribute('aria-expanded')).toBe('false')
  expect(await popover.getAttribute('data-seen')).toBe('')
  expect(await popover.innerText()).toContain((await issueOf(other)).title)
  await page.keyboard.press('Escape')
  await soon(() => popover.count()).toBe(0)

  await openByMouse()
  const before = await boxOf(popover)
  await mark.click()
  await soon(() => isFocused(popover)).toBe(true)
  expect(await boxOf(popover)).toEqual(before)
  expect(addressOf(page)).toBe(PATH.cloudStatus)
  await moveAway(page)
  await page.clock.runFor(POPOVER_CLOSE_DELAY_MS)
  await soon(() => popover.count()).toBe(0)

  await clickForNewTab(page, mark)
  await moveAway(page)
  await page.clock.runFor(WELL_AFTER_MS)
  expect(await popover.count()).toBe(0)

  await openByMouse()
  await expectMotion(page)
  await follow(page, mark)

  async function openByMouse() {
    await moveTo(page, mark)
    await page.clock.runFor(STAYING_MS)
    await popover.waitFor()
  }
})

async function expectMotion(page: Page) {
  const { popover } = timelineOf(page)
  const duration = () => popover.evaluate((element) => getComputedStyle(element).animationDuration)
  expect(await duration()).toBe('0s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await duration()).toBe('0.16s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

async function follow(page: Page, mark: Locator) {
  const { popover } = timelineOf(page)
  await mark.focus()
  await page.keyboard.press('Shift')
  const distance = async () => Math.round((await boxOf(popover)).top - (await boxOf(mark)).bottom)
  const before = await distance()
  await page.evaluate(() => scrollBy({ top: 40, behavior: 'instant' }))
  await soon(distance).toBe(before)
  await page.evaluate(() => scrollBy({ top: 2000, behavior: 'instant' }))
  await soon(() => popover.count()).toBe(0)
}

/** Without opening the tab: the browser would. */
async function clickForNewTab(page: Page, mark: Locator) {
  await page.evaluate(() => {
    const note = (event: Event) => {
      document.body.dataset.taken = String(event.defaultPrevented)
      event.preventDefault()
    }
    document.addEventListener('click', note, { once: true })
  })
  await mark.click({ modifiers: ['ControlOrMeta'] })
  expect(await page.locator('body').getAttribute('data-taken')).toBe('false')
  expect(await mark.getAttribute('href')).toMatch(new RegExp(`/posts/${(await issueOf(mark)).id}$`))
}

async function moveAway(page: Page) {
  await page.mouse.move(4, 4)
}

/** Without Playwright's waiting, like a real hand. */
async function moveTo(page: Page, mark: Locator) {
  const { left, right, top, bottom } = await boxOf(mark)
  await page.mouse.move((left + right) / 2, (top + bottom) / 2)
}
