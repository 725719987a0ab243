import { CLOUD_STATES } from '../../domain/cloud.ts'
import { stateOfSeverity } from '../../domain/record.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { isInWindow, type TimelineWindow } from '../../domain/timeline/timeline-window.ts'

import { roundPercent, windowPercent } from './window-percent.ts'

/** The minimum width of a mark: 24 px, the size of a touch target, on the 310 px that a phone has for seven days. */
export const MARK_EXTENT_MINUTES = 780

/** A mark without width would not be drawn. */
const LEAST_WIDTH_PERCENT = 0.01

export interface Issue {
  id: number
  severityTid: number
  from: string
  to: string | null
}

export interface PlacedIssue<I extends Issue = Issue> {
  issue: I
  x: number
  width: number
  minutes: number
  /** Overlapping issues are stacked; 0 is on the line of the service. */
  lane: number
  beganBefore: boolean
  /** Still open, or ended after the window. */
  goesOn: boolean
  anchor: Anchor
}

/** Which end stays fixed if a mark is wider than its issue. */
type Anchor = 'start' | 'end'

/** S-03: from start to end, clipped to the window; an open issue runs to now, or through an older week. */
export function placeIssues<I extends Issue>({
  issues,
  window,
  now,
}: {
  issues: readonly I[]
  window: TimelineWindow
  now: Date
}): PlacedIssue<I>[] {
  const laneEnds: number[] = []
  return issues
    .map((issue) => ({ issue, from: Date.parse(issue.from), to: momentOf(issue.to) }))
    .filter((lasting) => isInWindow(lasting, window))
    .map((lasting) => clipped(lasting, window, now))
    .sort(byPlace)
    .map(({ gravity: _, extent, ...placed }) => {
      const lane = firstFree(laneEnds, extent.from)
      laneEnds[lane] = extent.to
      return { ...placed, lane }
    })
}

export function lanesOf(marks: readonly Pick<PlacedIssue, 'lane'>[]): number {
  return marks.reduce((lanes, { lane }) => Math.max(lanes, lane + 1), 1)
}

function momentOf(to: string | null) {
  return to === null ? null : Date.parse(to)
}

function clipped<I extends Issue>(
  { issue, from, to }: { issue: I; from: number; to: number | null },
  window: TimelineWindow,
  now: Date,
) {
  const first = window.start.getTime()
  const last = window.end.getTime()
  const start = Math.max(from, first)
  // Ignore an end before the start. An issue that just started may be newer than the clock of the page.
  const end = Math.min(Math.max(to ?? now.getTime(), start), last)
  const minutes = (end - start) / MINUTE_MS
  const x = windowPercent(window, start)
  const until = windowPercent(window, end)
  const width = Math.max(roundPercent(until - x), LEAST_WIDTH_PERCENT)
  const anchor = anchorOf({ isOpen: to === null, start, end, first, last: Math.min(last, now.getTime()) })
  return {
    issue,
    // Keeps a mark of the last second inside the window.
    x: roundPercent(Math.min(x, 100 - width)),
    width,
    minutes,
    beganBefore: from < first,
    goesOn: to === null || to > last,
    anchor,
    extent: extentOf({ start, end, anchor }),
    gravity: CLOUD_STATES.indexOf(stateOfSeverity(issue.severityTid)),
  }
}

const MARK_EXTENT_MS = MARK_EXTENT_MINUTES * MINUTE_MS

/** S-03: a mark never extends beyond the window or into the future. */
function anchorOf(mark: {
  isOpen: boolean
  start: number
  end: number
  first: number
  last: number
}): Anchor {
  const hasRoomBefore = mark.end - MARK_EXTENT_MS >= mark.first
  const hasRoomAfter = mark.start + MARK_EXTENT_MS <= mark.last
  return hasRoomBefore && (mark.isOpen || !hasRoomAfter) ? 'end' : 'start'
}

function extentOf({ start, end, anchor }: { start: number; end: number; anchor: Anchor }) {
  return anchor === 'start'
    ? { from: start, to: Math.max(end, start + MARK_EXTENT_MS) }
    : { from: Math.min(start, end - MARK_EXTENT_MS), to: end }
}

interface Ordered {
  extent: { from: number }
  gravity: number
  minutes: number
  issue: Issue
}

function byPlace(a: Ordered, b: Ordered) {
  return (
    a.extent.from - b.extent.from || b.gravity - a.gravity || b.minutes - a.minutes || a.issue.id - b.issue.id
  )
}

function firstFree(laneEnds: readonly number[], from: number) {
  const lane = laneEnds.findIndex((end) => end <= from)
  return lane === -1 ? laneEnds.length : lane
}
