import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { POPOVER_CLOSE_DELAY_MS } from '../../src/domain/constants.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { PATH } from './demo-site.ts'
import { boxOf, isFocused, issueOf, scrollToUpperHalf, timelineOf } from './timeline-marks.ts'

const browser = testBrowser()

/** Longer than anything that is about to open or close may take. */
const WELL_AFTER_MS = 600

describe('a popover that the mouse opened', () => {
  test('S-04 closes 300 ms after the pointer left', async () => {
    const page = await openPopover()
    const closed = timeFromLeavingToClosing(page)
    await moveAway(page)
    const ms = await closed
    expect(ms).toBeGreaterThanOrEqual(POPOVER_CLOSE_DELAY_MS - 5)
    expect(ms).toBeLessThan(POPOVER_CLOSE_DELAY_MS + WELL_AFTER_MS)
  })

  test('S-04 stays while the pointer is on it, and closes when it leaves from there', async () => {
    const page = await openPopover()
    const { popover } = timelineOf(page)
    const { left, top } = await boxOf(popover)
    await page.mouse.move(left + 30, top - 3)
    await page.mouse.move(left + 30, top + 30)
    await page.waitForTimeout(WELL_AFTER_MS)
    expect(await popover.count()).toBe(1)
    await moveAway(page)
    await soon(() => popover.count()).toBe(0)
  })

  test('S-04 stays when the pointer comes back to its mark in time', async () => {
    const page = await openPopover()
    const { marks, popover } = timelineOf(page)
    await moveAway(page)
    await hoverAtOnce(page, marks.nth(1))
    await page.waitForTimeout(WELL_AFTER_MS)
    expect(await popover.count()).toBe(1)
  })

  test('S-04 gives way to that of another mark without closing in between', async () => {
    const page = await openPopover()
    const { marks, popover } = timelineOf(page)
    await popover.evaluate((element) => element.setAttribute('data-seen', ''))
    await hoverAtOnce(page, marks.first())
    await soon(() => marks.first().getAttribute('aria-expanded')).toBe('true')
    expect(await marks.nth(1).getAttribute('aria-expanded')).toBe('false')
    expect(await popover.getAttribute('data-seen')).toBe('')
    expect(await popover.innerText()).toContain((await issueOf(marks.first())).title)
  })

  test('S-04 closes at once by Escape, wherever the focus is', async () => {
    const page = await openPopover()
    await page.keyboard.press('Escape')
    await soon(() => timelineOf(page).popover.count()).toBe(0)
  })

  test('S-04 stays under the pointer after a click, and still closes when the pointer leaves', async () => {
    const page = await openPopover()
    const { marks, popover } = timelineOf(page)
    const before = await boxOf(popover)
    await marks.nth(1).click()
    await soon(() => isFocused(popover)).toBe(true)
    expect(await boxOf(popover)).toEqual(before)
    expect(addressOf(page)).toBe(PATH.cloudStatus)
    await moveAway(page)
    await soon(() => popover.count()).toBe(0)
  })

  test('follows its mark when the page scrolls, and closes when the mark is out of sight', async () => {
    const page = await openPopover()
    const { marks, popover } = timelineOf(page)
    const mark = marks.nth(1)
    await mark.focus()
    await page.keyboard.press('Shift')
    const distance = async () => Math.round((await boxOf(popover)).top - (await boxOf(mark)).bottom)
    const before = await distance()
    await page.evaluate(() => scrollBy({ top: 40, behavior: 'instant' }))
    await soon(distance).toBe(before)
    await page.evaluate(() => scrollBy({ top: 2000, behavior: 'instant' }))
    await soon(() => popover.count()).toBe(0)
  })

  test('moves for less than 200 ms, and not at all for readers who want no motion', async () => {
    for (const [reducedMotion, duration] of [
      [false, '0.16s'],
      [true, '0s'],
    ] as const) {
      const page = await openPopover({ reducedMotion })
      const { popover } = timelineOf(page)
      expect(await popover.evaluate((element) => getComputedStyle(element).animationDuration)).toBe(duration)
    }
  })
})

test('S-04 a pointer that only passes by opens nothing', async () => {
  const page = await browser.open(PATH.cloudStatus)
  const { marks, popover } = timelineOf(page)
  await scrollToUpperHalf(marks.first())
  await hoverAtOnce(page, marks.first())
  await moveAway(page)
  await page.waitForTimeout(WELL_AFTER_MS)
  expect(await popover.count()).toBe(0)
})

test('a click that asks for a new tab gets the page of the post', async () => {
  const page = await browser.open(PATH.cloudStatus)
  const { marks } = timelineOf(page)
  const { id } = await issueOf(marks.first())
  await scrollToUpperHalf(marks.first())
  const opened = page.context().waitForEvent('page')
  await marks.first().click({ modifiers: ['ControlOrMeta'] })
  await (await opened).waitForURL(`**/posts/${id}`)
  expect(addressOf(page)).toBe(PATH.cloudStatus)
})

test.each([{ shiftKey: true }, { altKey: true }, { metaKey: true }, { ctrlKey: true }, { button: 1 }])(
  'a click with %j is left to the browser',
  async (how) => {
    const page = await browser.open(PATH.cloudStatus)
    const { marks, popover } = timelineOf(page)
    const isTaken = await marks.first().evaluate((mark, given) => {
      let isPrevented: boolean | undefined
      const look = (event: Event) => {
        isPrevented = event.defaultPrevented
        event.preventDefault()
      }
      window.addEventListener('click', look, { once: true })
      mark.dispatchEvent(new MouseEvent('click', { ...given, bubbles: true, cancelable: true }))
      return isPrevented
    }, how)
    expect(isTaken).toBe(false)
    expect(await popover.count()).toBe(0)
  },
)

/** Of the second mark: its popover lies below it, so that the first stays in sight. */
async function openPopover({ reducedMotion = false } = {}): Promise<Page> {
  const page = await browser.open(PATH.cloudStatus, { reducedMotion })
  const { marks, popover } = timelineOf(page)
  await scrollToUpperHalf(marks.nth(1))
  await marks.nth(1).hover()
  await popover.waitFor()
  await popover.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  return page
}

async function moveAway(page: Page) {
  await page.mouse.move(4, 4)
}

/** Without waiting for anything, as a hand does. */
async function hoverAtOnce(page: Page, mark: Locator) {
  const { left, right, top, bottom } = await boxOf(mark)
  await page.mouse.move((left + right) / 2, (top + bottom) / 2)
}

function timeFromLeavingToClosing(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let leftAt: number | undefined
        document.addEventListener('pointerover', ({ target }) => {
          const isOnIt = target instanceof Element && target.closest('[data-mark], [popover]') !== null
          if (!isOnIt) leftAt ??= performance.now()
        })
        const watch = new MutationObserver(() => {
          if (document.querySelector('[popover]') === null) resolve(performance.now() - (leftAt ?? 0))
        })
        watch.observe(document.body, { childList: true })
      }),
  )
}
