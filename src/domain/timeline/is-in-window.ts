import type { TimelineWindow } from './timeline-window.ts'

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
