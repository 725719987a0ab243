import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { timelineWindow } from '../../src/domain/timeline/timeline-window.ts'
import { placeIssues } from '../../src/web/timeline/place-issues.ts'
import { isShort } from '../size.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { CLOUD, PATH } from './demo-site.ts'
import { readRow, readWeek, timelinePartsOf } from './timeline-parts.ts'
import { WIDTHS_PX } from './widths.ts'

const browser = testBrowser()

const LEAST_MARK_PX = 24
const DAY_MS = 86_400_000

test.each(WIDTHS_PX)('S-02 S-03 S-10 the week at %i px has days, caret, marks and stars', async (width) => {
  const { category, current_time } = await readWeek(CLOUD.first.machineName, 'core_cloud_services')
  const page = await browser.open(PATH.cloudStatus, { width })
  const { services, centers, caret } = timelinePartsOf(page)
  const after = await readWeek(CLOUD.first.machineName, 'core_cloud_services')
  for (const block of [services, centers]) {
    const days = await block
      .locator('ol time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
    // A day may have begun in between.
    expect([daysUpTo(current_time), daysUpTo(after.current_time)]).toContainEqual(days)
    expect(await percentOf(caret(block).locator('line'), 'x1')).toBeCloseTo(caretAt(current_time), 0)
  }

  const now = new Date(current_time)
  const troubled = category
    .flatMap(({ subCategory }) => subCategory)
    .filter(({ category_status }) => category_status.length > 0)
  expect(troubled.length).toBeGreaterThan(3)
  for (const { tid, category_status } of troubled) {
    const { track, marks } = await readRow(page, tid)
    const onTrack = (percent: number) => track.left + (percent / 100) * (track.right - track.left)
    const placed = placeIssues({ issues: category_status, window: timelineWindow({ now, page: 0 }), now })
    expect(marks.map(({ id }) => id).sort()).toEqual(placed.map(({ issue }) => issue.id).sort())
    for (const { issue, x, width: length, anchor } of placed) {
      const mark = marks.find(({ id }) => id === issue.id)
      if (mark === undefined) throw new Error(`Issue ${issue.id} has no mark.`)
      const [start, end] = [onTrack(x), onTrack(x + length)]
      const isWidened = end - start < LEAST_MARK_PX
      // The page's clock may be a minute ahead of the test's.
      const TOLERANCE_PX = 1
      if (!isWidened || anchor === 'start') {
        expect(Math.abs(mark.box.left - start)).toBeLessThan(TOLERANCE_PX)
      }
      if (!isWidened || anchor === 'end') {
        expect(Math.abs(mark.box.right - end)).toBeLessThan(TOLERANCE_PX)
      }
      expect(mark.box.right - mark.box.left).toBeGreaterThanOrEqual(LEAST_MARK_PX - 0.1)
      expect(mark.isHit).toBe(true)
    }
  }

  const open = services.locator('[data-mark][aria-label$="ongoing"]').first()
  const [end, nowLine] = await Promise.all([
    open.evaluate((mark) => mark.getBoundingClientRect().right),
    caret(services)
      .locator('line')
      .evaluate((line) => line.getBoundingClientRect().left),
  ])
  expect(Math.abs(end - nowLine)).toBeLessThan(2)

  const star = services.getByRole('button', { name: 'Star Sandbox' })
  const box = await star.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
})

// In the short run: use-timeline-now.test.ts for the time, timeline.properties.test.ts for what it moves.
test.skipIf(isShort)(
  'S-02 on an open page caret, bars and open issues advance, and a new UTC day loads a new week',
  async () => {
    const page = await browser.newPage({ movesClock: true })
    const now = new Date()
    await page.clock.install({ time: now })
    await goTo(page, PATH.cloudStatus)
    const { find, services, caret } = timelinePartsOf(page)
    await soon(() => find.isVisible()).toBe(true)
    const shownCaret = () => percentOf(caret(services).locator('line'), 'x1')
    const open = services.locator('[data-mark][aria-label$="ongoing"]').first()
    const openEnd = () => open.evaluate((mark) => mark.getBoundingClientRect().right)
    const quiet = services.getByRole('listitem').filter({ hasText: 'Cloud Firewall' })
    const quietEnd = () => percentOf(quiet.locator('line'), 'x2')
    const before = {
      caret: await shownCaret(),
      open: await openEnd(),
      time: await caret(services).textContent(),
    }

    await page.clock.fastForward('20:00')
    await soon(() => caret(services).textContent()).not.toBe(before.time)
    const TWENTY_MINUTES_PERCENT = (20 / 10_080) * 100
    // In the last minutes of a day these twenty end in the next one, where the caret starts over.
    if (new Date(now.getTime() + 1_500_000).getUTCDate() === now.getUTCDate()) {
      await soon(shownCaret).toBeGreaterThan(before.caret + TWENTY_MINUTES_PERCENT / 2)
      expect(await shownCaret()).toBeLessThan(before.caret + 2 * TWENTY_MINUTES_PERCENT)
      expect(await openEnd()).toBeGreaterThan(before.open)
      expect(await quietEnd()).toBeGreaterThan(before.caret)
    }

    const shown = await caret(services).textContent()
    const asked = page.waitForRequest('**/api/cloud-status?*')
    let isAsking = false
    page.on('request', (request) => {
      isAsking ||= request.url().endsWith('/api/global')
    })
    await page.clock.fastForward(DAY_MS - (now.getTime() % DAY_MS) + 120_000)
    await soon(() => caret(services).textContent()).not.toBe(shown)
    // Pages poll at random times; once a request is pending, the clock must not time it out.
    await soon(async () => {
      if (!isAsking) await page.clock.runFor(1_000)
      return isAsking
    }).toBe(true)
    expect(new URL((await asked).url()).searchParams.get('dateOffset')).toBe('0')
  },
)

function daysUpTo(moment: string) {
  const today = Math.floor(Date.parse(moment) / DAY_MS)
  return Array.from({ length: 7 }, (_, index) =>
    new Date((today - 6 + index) * DAY_MS).toISOString().slice(0, 10),
  )
}

/** In percent of the week that ends with its day. */
function caretAt(moment: string) {
  return ((6 + (Date.parse(moment) % DAY_MS) / DAY_MS) / 7) * 100
}

async function percentOf(line: ReturnType<Page['locator']>, attribute: string) {
  return Number.parseFloat((await line.getAttribute(attribute)) ?? '')
}
