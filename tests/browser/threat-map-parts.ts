import type { Page } from 'playwright-core'
import { LONGEST_GAP_MS } from '../../src/web/threat-map/replay.ts'
import { goTo } from './browser.ts'
import { PATH } from './demo-site.ts'

export const THREAT_MAP = `${PATH.home}/threat-map`

const STOPPED_AHEAD_MS = 30_000

/** The clock moves only when the test moves it. */
export async function goToStopped(page: Page, path: string): Promise<Page> {
  await page.clock.install()
  await goTo(page, path)
  // Far enough ahead for a machine that stalls: a clock can't be stopped in the past.
  await page.clock.pauseAt(Date.now() + STOPPED_AHEAD_MS)
  await partsOf(page).pause.waitFor()
  // The button appears one render before the list of what was replayed.
  await page.getByRole('region', { name: 'Just replayed' }).waitFor()
  await partsOf(page).map.scrollIntoViewIfNeeded()
  return page
}

export function partsOf(page: Page) {
  const map = page.getByRole('img', { name: /^World map with lines/ })
  return {
    map,
    flights: map.locator('g[data-category]'),
    list: page.getByRole('region', { name: /^(Just replayed|Largest flows)$/ }),
    categories: page.getByRole('navigation', { name: 'Categories' }),
    pause: page.getByRole('button', { name: 'Pause', exact: true }),
    resume: page.getByRole('button', { name: 'Resume', exact: true }),
  }
}

export function rowsOf(page: Page): Promise<string[]> {
  return partsOf(page).list.getByRole('listitem').allTextContents()
}

export function airOf(page: Page): Promise<string[]> {
  return partsOf(page).flights.evaluateAll((flights) => flights.map((flight) => flight.outerHTML))
}

export function newRows(before: readonly string[], after: readonly string[]): number {
  const isShiftedBy = (rows: number) => after.slice(rows).every((row, index) => row === before[index])
  return after.findIndex((_, rows) => isShiftedBy(rows))
}

export async function isStandingStill(page: Page): Promise<boolean> {
  const before = await rowsOf(page)
  await page.clock.runFor(LONGEST_GAP_MS * 2)
  return newRows(before, await rowsOf(page)) === 0
}
