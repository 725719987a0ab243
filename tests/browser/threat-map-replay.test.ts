import { describe, expect, test } from 'vitest'
import type { EditionState } from '../../src/contract/edition.ts'
import type { ThreatFlowsResponse } from '../../src/contract/threats.ts'
import { LONGEST_GAP_MS, MOST_ARCS_AT_ONCE, SHORTEST_GAP_MS } from '../../src/domain/threat-replay/replay.ts'
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

const A_WHILE_MS = 5_000

describe('O-04 the replay', () => {
  test('lets arcs fly, never too many, and lists each as it departs', async () => {
    const page = await goToStopped(await browser.newPage(), THREAT_MAP)
    const before = await rowsOf(page)
    expect(before).toHaveLength(10)
    for (let passed = 0; passed < A_WHILE_MS; passed += SHORTEST_GAP_MS) {
      await page.clock.runFor(SHORTEST_GAP_MS)
      expect(await partsOf(page).flights.count()).toBeLessThanOrEqual(MOST_ARCS_AT_ONCE)
    }
    expect(await partsOf(page).flights.count()).toBeGreaterThan(2)
    await soon(async () => newRows(before, await rowsOf(page))).toBeGreaterThanOrEqual(
      A_WHILE_MS / LONGEST_GAP_MS - 1,
    )
  })

  test('says that it is one, of which day, and what an arc stands for', async () => {
    const page = await browser.open(THREAT_MAP)
    const note = page.getByText(
      /^This is a replay, not live: each arc stands for about [\d,]+ threats blocked on .* \(UTC\)/,
    )
    await note.waitFor()
    expect(await page.getByText(/^A still picture/).isVisible()).toBe(false)
  })

  test('stands still when it is paused, in the air too, and goes on from there', async () => {
    const page = await goToStopped(await browser.newPage(), THREAT_MAP)
    const { pause, resume } = partsOf(page)
    await page.clock.runFor(A_WHILE_MS)
    await pause.click()
    await resume.waitFor()
    const [rows, air] = [await rowsOf(page), await airOf(page)]
    expect(air.length).toBeGreaterThan(0)
    await page.clock.runFor(A_WHILE_MS)
    expect(await rowsOf(page)).toEqual(rows)
    expect(await airOf(page)).toEqual(air)

    await resume.click()
    await pause.waitFor()
    await page.clock.runFor(LONGEST_GAP_MS * 2)
    await soon(async () => newRows(rows, await rowsOf(page))).toBeGreaterThan(0)
  })

  test('stays paused over a visit to another page', async () => {
    const page = await browser.open(THREAT_MAP)
    const { pause, resume } = partsOf(page)
    await pause.click()
    await shellOf(page).mainNav.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await page.goBack()
    await resume.waitFor()
  })

  test('holds while somebody points at the list', async () => {
    const page = await goToStopped(await browser.newPage(), THREAT_MAP)
    const { list, map } = partsOf(page)
    await list.hover()
    expect(await isStandingStill(page)).toBe(true)
    await map.hover()
    await soon(() => isStandingStill(page)).toBe(false)
    await list.getByRole('link').first().focus()
    await soon(() => isStandingStill(page)).toBe(true)
  })

  test('holds while the map is out of sight', async () => {
    const page = await goToStopped(await browser.newPage({ width: 390 }), THREAT_MAP)
    await shellOf(page).footer.scrollIntoViewIfNeeded()
    await soon(() => isStandingStill(page)).toBe(true)
    await partsOf(page).map.scrollIntoViewIfNeeded()
    await soon(() => isStandingStill(page)).toBe(false)
  })

  test('moves nothing on the page but itself, and is not read out', async () => {
    const page = await goToStopped(await browser.newPage(), THREAT_MAP)
    await page.evaluate(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      })
      observer.observe({ type: 'layout-shift' })
    })
    const before = await rowsOf(page)
    await page.clock.runFor(A_WHILE_MS)
    await soon(async () => newRows(before, await rowsOf(page))).toBeGreaterThan(3)
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
    expect(
      await partsOf(page).list.locator('xpath=ancestor-or-self::*[@aria-live or @role="status"]').count(),
    ).toBe(0)
  })

  test('goes on with new figures when they are published, and what is in the air flies on', async () => {
    const flows = await readJson<ThreatFlowsResponse>('/api/threat-flows')
    const edition = await readJson<EditionState>('/api/edition')
    const page = await goToStopped(await browser.newPage(), THREAT_MAP)
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
  })
})
