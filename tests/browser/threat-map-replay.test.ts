import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { EditionState } from '../../src/contract/edition.ts'
import type { ThreatFlowsResponse } from '../../src/contract/threats.ts'
import { LONGEST_GAP_MS, MOST_ARCS_AT_ONCE, SHORTEST_GAP_MS } from '../../src/web/threat-map/replay.ts'
import { isShort } from '../size.ts'
import { soon, testBrowser } from './browser.ts'
import { PATH, readJson } from './demo-site.ts'
import { pass } from './live-page.ts'
import { shellOf } from './shell.ts'
import {
  airOf,
  goToStopped,
  isStandingStill,
  newRows,
  partsOf,
  rowsOf,
  THREAT_MAP,
} from './threat-map-parts.ts'

const browser = testBrowser()

const A_WHILE_MS = 3_000

test('O-04 the replay is labeled, flies arcs and lists each at departure; it stops when paused, hovered or out of view, fits a phone, and takes new figures when published', async () => {
  const page = await goToStopped(await browser.newPage({ movesClock: true }), THREAT_MAP)
  await expectReplay(page)
  await pauseAndResume(page)
  // In the short run: replay.test.ts.
  if (isShort) return
  await holdWhileRead(page)
  await takeNewFigures(page)
})

async function expectReplay(page: Page) {
  const { flights, list } = partsOf(page)
  const note = page.getByText(
    /^This is a replay, not live: each arc represents about [\d,]+ threats blocked on .* \(UTC\)/,
  )
  await note.waitFor()
  expect(await page.getByText(/^A still picture/).isVisible()).toBe(false)
  await page.evaluate(noteNewShifts)
  const before = await rowsOf(page)
  expect(before).toHaveLength(10)
  await page.clock.runFor(A_WHILE_MS)
  await soon(() => flights.count()).toBeGreaterThan(2)
  expect(await flights.count()).toBeLessThanOrEqual(MOST_ARCS_AT_ONCE)
  await soon(async () => newRows(before, await rowsOf(page))).toBeGreaterThanOrEqual(
    A_WHILE_MS / LONGEST_GAP_MS - 1,
  )
  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  expect(await list.locator('xpath=ancestor-or-self::*[@aria-live or @role="status"]').count()).toBe(0)
}

async function pauseAndResume(page: Page) {
  const { map, pause, resume } = partsOf(page)
  await pause.click()
  await resume.waitFor()
  const [rows, air] = [await rowsOf(page), await airOf(page)]
  expect(air.length).toBeGreaterThan(0)
  await page.clock.runFor(A_WHILE_MS)
  expect(await rowsOf(page)).toEqual(rows)
  expect(await airOf(page)).toEqual(air)

  if (!isShort) {
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => shellOf(page).heading.textContent()).toBe('Incidents')
    await page.goBack()
    await resume.waitFor()
  }
  await page.getByRole('region', { name: 'Just replayed' }).waitFor()
  const back = await rowsOf(page)
  await resume.click()
  await pause.waitFor()
  await map.scrollIntoViewIfNeeded()
  await soon(async () => {
    await page.clock.runFor(LONGEST_GAP_MS * 2)
    return newRows(back, await rowsOf(page))
  }).toBeGreaterThan(0)
}

async function holdWhileRead(page: Page) {
  const { list, map } = partsOf(page)
  await list.hover()
  await soon(() => isStandingStill(page)).toBe(true)
  await list.getByRole('link').first().focus()
  // A pointer that passes over the list doesn't take it away from the keyboard.
  await map.hover()
  expect(await isStandingStill(page)).toBe(true)
  await list.getByRole('link').first().blur()
  await soon(() => isStandingStill(page)).toBe(false)

  await page.setViewportSize({ width: 390, height: 900 })
  await shellOf(page).footer.scrollIntoViewIfNeeded()
  await soon(() => isStandingStill(page)).toBe(true)
  await map.scrollIntoViewIfNeeded()
  await soon(() => isStandingStill(page)).toBe(false)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

async function takeNewFigures(page: Page) {
  const flows = await readJson<ThreatFlowsResponse>('/api/threat-flows')
  const edition = await readJson<EditionState>('/api/edition')
  await page.setViewportSize({ width: 1440, height: 900 })
  await partsOf(page).map.scrollIntoViewIfNeeded()
  await page.clock.runFor(A_WHILE_MS)
  const inTheAir = await partsOf(page).flights.count()
  const [one] = flows.flows
  if (one === undefined) throw new Error('The demo content has no flows.')
  await page.route('**/api/threat-flows', (route) =>
    route.fulfill({ json: { ...flows, flows: [{ ...one, family: 'Newcomer' }] } }),
  )
  await page.route(
    '**/api/edition',
    (route) => route.fulfill({ json: { ...edition, number: edition.number + 1 } }),
    {
      times: 1,
    },
  )
  let isAsked = false
  page.on('request', (request) => {
    isAsked ||= request.url().endsWith('/api/threat-flows')
  })
  await pass(page, () => isAsked)
  await soon(async () => {
    await page.clock.runFor(SHORTEST_GAP_MS)
    return (await rowsOf(page))[0]
  }).toContain('Newcomer')
  expect((await rowsOf(page)).at(-1)).not.toContain('Newcomer')
  expect(await partsOf(page).flights.count()).toBeGreaterThan(1)
  expect(inTheAir).toBeGreaterThan(1)
}

/** Runs in the page. Ignores shifts during page load. */
function noteNewShifts() {
  const shifts: number[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
  }).observe({ type: 'layout-shift' })
}
