import type { TimelineWindow } from '../../domain/timeline/timeline-window.ts'

const STEPS_PER_PERCENT = 1000

/** Where a moment lies in a window: 0 at its start, 100 at its end, to a thousandth, never outside. */
export function windowPercent({ start, end }: TimelineWindow, at: number): number {
  const share = (at - start.getTime()) / (end.getTime() - start.getTime())
  return roundPercent(Math.min(Math.max(share, 0), 1) * 100)
}

/** Rounded so that sums and differences are written as short as their parts. */
export function roundPercent(percent: number): number {
  return Math.round(percent * STEPS_PER_PERCENT) / STEPS_PER_PERCENT
}
