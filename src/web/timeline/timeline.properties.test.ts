import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OLDEST_TIMELINE_PAGE } from '../../domain/constants.ts'
import { SEVERITY } from '../../domain/record.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'
import { timelineWindow } from '../../domain/timeline/timeline-window.ts'
import { lifeLine } from './life-line.ts'
import { type Issue, MARK_EXTENT_MINUTES, type PlacedIssue, placeIssues } from './place-issues.ts'
import { caretOf } from './window-percent.ts'

const WEEK_MINUTES = 10_080
const MARK_EXTENT_PERCENT = (MARK_EXTENT_MINUTES / WEEK_MINUTES) * 100
/** Both ends are rounded to a thousandth, and the narrowest mark is widened to a hundredth. */
const ROUNDING = 0.012

const NOW = Date.parse('2026-11-15T00:00:00Z')
const nows = fc.integer({ min: NOW, max: NOW + 400 * DAY_MS }).map((at) => new Date(at))
const pages = fc.integer({ min: 0, max: OLDEST_TIMELINE_PAGE })

function issuesNear(now: Date): fc.Arbitrary<Issue[]> {
  const moment = fc
    .integer({ min: -100 * DAY_MS, max: 3 * DAY_MS })
    .map((offset) => now.getTime() + offset)
    .chain((at) => fc.constantFrom(at, Math.floor(at / DAY_MS) * DAY_MS))
  const length = fc.oneof(
    fc.constantFrom(-DAY_MS, 0, 1000, MINUTE_MS, DAY_MS, 7 * DAY_MS),
    fc.integer({ min: 0, max: 20 * DAY_MS }),
  )
  const issue = fc.record({
    from: moment,
    length: fc.option(length, { freq: 5 }),
    severityTid: fc.constantFrom(...Object.values(SEVERITY)),
  })
  return fc.array(issue, { maxLength: 14 }).map((made) =>
    made.map(({ from, length, severityTid }, index) => ({
      id: index + 1,
      severityTid,
      from: new Date(from).toISOString(),
      to: length === null ? null : new Date(from + length).toISOString(),
    })),
  )
}

const weeks = nows.chain((now) => fc.record({ now: fc.constant(now), page: pages, issues: issuesNear(now) }))

function placedIn({ now, page, issues }: { now: Date; page: number; issues: readonly Issue[] }) {
  return placeIssues({ issues, window: timelineWindow({ now, page }), now })
}

test('S-03 marks are inside the window and have a width', () => {
  fc.assert(
    fc.property(weeks, (week) => {
      for (const { x, width, minutes, lane } of placedIn(week)) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(width).toBeGreaterThan(0)
        expect(x + width).toBeLessThanOrEqual(100 + 1e-9)
        expect(minutes).toBeGreaterThanOrEqual(0)
        expect(minutes).toBeLessThanOrEqual(WEEK_MINUTES)
        expect(lane).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('S-03 positions have at most three decimals', () => {
  fc.assert(
    fc.property(weeks, (week) => {
      for (const { x, width } of placedIn(week)) {
        for (const percent of [x, width]) expect(String(percent)).toMatch(/^\d+(\.\d{1,3})?$/)
      }
    }),
  )
})

test('S-03 a mark is as wide as its issue lasted within the window', () => {
  fc.assert(
    fc.property(weeks, (week) => {
      for (const { width, minutes } of placedIn(week)) {
        expect(Math.abs(width - (minutes / WEEK_MINUTES) * 100)).toBeLessThan(ROUNDING)
      }
    }),
  )
})

test('S-03 the parts of an ended issue over all weeks add up to its duration', () => {
  fc.assert(
    fc.property(
      nows.chain((now) => fc.tuple(fc.constant(now), issuesNear(now))),
      ([now, issues]) => {
        const oldest = timelineWindow({ now, page: OLDEST_TIMELINE_PAGE }).start.getTime()
        const newest = timelineWindow({ now, page: 0 }).end.getTime()
        for (const issue of issues) {
          if (issue.to === null) continue
          const [from, to] = [Date.parse(issue.from), Date.parse(issue.to)]
          if (from < oldest || from >= newest || to > newest) continue
          const placed = Array.from({ length: OLDEST_TIMELINE_PAGE + 1 }, (_, page) =>
            placedIn({ now, page, issues: [issue] }),
          ).flat()
          const minutes = placed.reduce((sum, mark) => sum + mark.minutes, 0)
          expect(placed.length).toBeGreaterThan(0)
          expect(minutes).toBeCloseTo(Math.max(to - from, 0) / MINUTE_MS, 6)
        }
      },
    ),
  )
})

test('marks in a lane never overlap, even at their minimum width', () => {
  fc.assert(
    fc.property(weeks, (week) => {
      const marks = placedIn(week)
      for (const [index, mark] of marks.entries()) {
        for (const other of marks.slice(index + 1)) {
          if (other.lane !== mark.lane) continue
          const [left, right] = [drawn(mark), drawn(other)].sort((a, b) => a.from - b.from)
          expect((left?.to ?? 0) - (right?.from ?? 0)).toBeLessThan(2 * ROUNDING)
        }
      }
    }),
  )
})

test('a mark is below the line only if every lane above it is occupied', () => {
  fc.assert(
    fc.property(weeks, (week) => {
      const marks = placedIn(week)
      for (const mark of marks) {
        for (let lane = 0; lane < mark.lane; lane++) {
          const above = marks.filter((other) => other.lane === lane)
          expect(above.some((other) => drawn(other).to > drawn(mark).from - ROUNDING)).toBe(true)
        }
      }
    }),
  )
})

test('the input order changes nothing', () => {
  fc.assert(
    fc.property(weeks, ({ issues, ...week }) => {
      expect(placedIn({ ...week, issues: issues.toReversed() })).toEqual(placedIn({ ...week, issues }))
    }),
  )
})

test('S-02 the caret is on page 0 only, and open issues reach it', () => {
  fc.assert(
    fc.property(weeks, ({ now, page, issues }) => {
      const window = timelineWindow({ now, page })
      const caret = caretOf({ page, window, now })
      expect(caret === undefined).toBe(page !== 0)
      if (caret === undefined) return
      for (const { issue, x, width, minutes } of placedIn({ now, page, issues })) {
        if (issue.to !== null || minutes === 0) continue
        expect(Math.abs(x + width - caret.x)).toBeLessThan(ROUNDING)
      }
    }),
  )
})

test('S-02 the line of a service and its issues cover the time up to now and nothing after it', () => {
  const life = { isActive: true, startDate: '2015-01-01', endDate: null }
  fc.assert(
    fc.property(weeks, ({ now, page, issues }) => {
      const window = timelineWindow({ now, page })
      const pieces = lifeLine({ life, issues, window, now })
      const end = page === 0 ? (caretOf({ page, window, now })?.x ?? 0) : 100
      for (const [index, { from, to }] of pieces.entries()) {
        expect(from).toBeLessThan(to)
        expect(to).toBeLessThanOrEqual(end)
        expect(from).toBeGreaterThanOrEqual(pieces[index - 1]?.to ?? 0)
      }
      const holes = gapsBetween(pieces, end)
      for (const hole of holes) {
        const middle = (hole.from + hole.to) / 2
        const isTroubled = placedIn({ now, page, issues }).some(
          ({ x, width }) => x <= middle && middle <= x + width,
        )
        expect(isTroubled).toBe(true)
      }
    }),
  )
})

function drawn({ x, width, anchor }: PlacedIssue) {
  if (width >= MARK_EXTENT_PERCENT) return { from: x, to: x + width }
  return anchor === 'start'
    ? { from: x, to: x + MARK_EXTENT_PERCENT }
    : { from: x + width - MARK_EXTENT_PERCENT, to: x + width }
}

function gapsBetween(pieces: readonly { from: number; to: number }[], end: number) {
  const edges = [0, ...pieces.flatMap(({ from, to }) => [from, to]), end]
  const gaps: { from: number; to: number }[] = []
  for (let at = 0; at < edges.length; at += 2) {
    const [from = 0, to = 0] = edges.slice(at, at + 2)
    if (to > from) gaps.push({ from, to })
  }
  return gaps
}
