import { TIMELINE_DAYS } from '../constants.ts'
import { DAY_MS } from '../time.ts'

export interface TimelineWindow {
  start: Date
  /** Exclusive. */
  end: Date
}

/** S-02: seven days in UTC, ending today on page 0, and a week earlier on each further page. */
export function timelineWindow({ now, page }: { now: Date; page: number }): TimelineWindow {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const end = midnight + DAY_MS - page * TIMELINE_DAYS * DAY_MS
  return { start: new Date(end - TIMELINE_DAYS * DAY_MS), end: new Date(end) }
}

/**
 * Something that ended at the first moment of the window isn't in it. Without a duration, or with an end
 * before the start, only the start counts.
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
