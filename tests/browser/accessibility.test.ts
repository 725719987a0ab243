import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort, sized } from '../size.ts'
import { axeAtTheEnd, axeViolations } from './axe.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { pageKinds } from './page-kinds.ts'
import { shellOf } from './shell.ts'

const browser = testBrowser()
const kinds = (await pageKinds()).filter(({ isVariant = false }) => sized({ short: !isVariant, long: true }))

/** The long run checks every page at every width; the short run gives each page one width, in turn. */
const WIDTHS_PX = [390, 800, 1440]
/** Header and footer are the same on every page; the short run checks them once per width. */
const looksAtEveryShell = sized({ short: false, long: true })
/** Around the layout breakpoints; the short run checks the narrowest and the width assigned to the page. */
const SCROLL_WIDTHS_PX = sized({ short: [320], long: [320, 390, 576, 768, 992, 1200, 1400] })
/** Most pages come without React, and most readers never wake it. The short run wakes those that scripts draw. */
const wakesEveryPage = sized({ short: false, long: true })
const HEIGHT_PX = 900
const ALL_PAGES_MS = 1_200_000
// Mid-animation contrast would fail.
const reducedMotion = true
/** Far from UTC: the reader's local time is shown next to UTC, which needs the most room. */
const timeZone = 'America/Argentina/Buenos_Aires'

// One visitor for many pages: later pages load three times as fast.
test.each(
  sized({ short: [WIDTHS_PX], long: WIDTHS_PX.map((width) => [width]) }).map((widths) => ({ widths })),
)(
  'N-11 on every kind of page axe finds nothing at $widths px, no page scrolls sideways, and nothing is cut off at 320 px',
  async ({ widths }) => {
    const expects = [...new Set(kinds.flatMap((kind) => kind.expects ?? []))]
    const page = await browser.newPage({ reducedMotion, expects, timeZone })
    const found: Record<string, string[]> = {}
    for (const [at, { name, path, isBare = false, isDrawn = false }] of kinds.entries()) {
      const width = widths[at % widths.length] ?? 0
      await page.setViewportSize({ width, height: HEIGHT_PX })
      await goTo(page, path, { javaScript: !isBare && (isDrawn || wakesEveryPage) })
      await expectRoom(page, [...SCROLL_WIDTHS_PX, width])
      if (at >= widths.length && !looksAtEveryShell) await page.evaluate(hideShell)
      const violations = await axeAtTheEnd(page)
      if (violations.length > 0) found[name] = violations
    }
    expect(found).toEqual({})
  },
  ALL_PAGES_MS,
)

// In the short run the first test sees the shell, and load-states.test.ts a page that fails to load.
test.skipIf(isShort).each(WIDTHS_PX)(
  'axe finds nothing at %i px with the cloud selector or a dropdown open, or on a page that failed to load',
  async (width) => {
    const expects = [/Loading .* failed/, /status of 500/]
    // A page with little content, so that axe checks the shell.
    const page = await browser.open('/sign-in', { width, reducedMotion, expects })
    const { selector, panel, drawer, notifications, mainNav, retry } = shellOf(page)
    const openSelector = panel.or(drawer).filter({ visible: true })
    await selector.click()
    await openSelector.waitFor()
    expect(await axeViolations(page), 'with the selector open').toEqual([])
    await page.keyboard.press('Escape')
    await openSelector.waitFor({ state: 'hidden' })

    await notifications.click()
    await mainNav.getByRole('link', { name: 'Sub-processors' }).waitFor()
    expect(await axeViolations(page), 'with a dropdown open').toEqual([])
    await page.keyboard.press('Escape')

    await page.route('**/api/incident?*', (route) => route.fulfill({ status: 500, body: '' }))
    await mainNav.getByRole('link', { name: 'Incidents' }).click()
    await retry.waitFor()
    expect(await axeAtTheEnd(page), 'that could not be loaded').toEqual([])
  },
)

/** Runs in the page. React may still take it over, so nothing is removed. */
function hideShell() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('header.shell, #root > footer { display: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Leaves the page at the last width. */
async function expectRoom(page: Page, widths: readonly number[]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT_PX })
    // Parts that measure themselves take a moment to notice.
    await soon(async () => {
      const content = await page.evaluate(() => document.documentElement.scrollWidth)
      const found = [
        ...(content === width ? [] : [`it is ${content} px wide`]),
        ...(await page.evaluate(findCut)),
      ]
      return found.map((each) => `${page.url()} at ${width} px: ${each}`)
    }).toEqual([])
  }
}

/** Runs in the page. Finds lines cut without an ellipsis and carets on a line of their own. */
function findCut(): string[] {
  const isSeen = (element: Element) =>
    element.getClientRects().length > 0 && element.closest('.hidden') === null
  const cut = [...document.querySelectorAll('main *')].filter((element) => {
    const { overflowX, textOverflow, whiteSpace } = getComputedStyle(element)
    const cuts = overflowX === 'hidden' && textOverflow === 'clip' && whiteSpace === 'nowrap'
    return cuts && isSeen(element) && element.scrollWidth > element.clientWidth
  })
  const alone = [...document.querySelectorAll('main summary > svg:first-child')].filter((caret) => {
    const words = caret.nextElementSibling
    if (words === null || !isSeen(caret)) return false
    return caret.getBoundingClientRect().bottom <= words.getBoundingClientRect().top
  })
  return [
    ...cut.map(({ textContent }) => `“${textContent}” is cut`),
    ...alone.map(({ parentElement }) => `the caret of “${parentElement?.textContent}” stands alone`),
  ]
}
