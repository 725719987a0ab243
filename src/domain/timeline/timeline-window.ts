import { TIMELINE_DAYS } from '../constants.ts'
import { DAY_MS } from '../time.ts'

export interface TimelineWindow {
  start: Date
  /** The first moment after the window. */
  end: Date
}

/** S-02: seven days in UTC, the last of them today on page 0, a week earlier on each page. */
export function timelineWindow({ now, page }: { now: Date; page: number }): TimelineWindow {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const end = midnight + DAY_MS - page * TIMELINE_DAYS * DAY_MS
  return { start: new Date(end - TIMELINE_DAYS * DAY_MS), end: new Date(end) }
}

/**
 * Whether something that lasted from one moment to another shows in a window. What ended on the first moment of a
 * window ended before it; what has no duration, or an end before its beginning, is where it began.
 */
export function isInWindow(
  { from, to }: { from: number; to: number | null },
  { start, end }: TimelineWindow,
): boolean {
  const beganInTime = from < end.getTime()
  const beganInside = from >= start.getTime()
  const lastsInto = to === null || to > start.getTime()
  return beganInTime && (beganInside || lastsInto)
}
