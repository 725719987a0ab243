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

export interface Caret {
  x: number
  /** `10:42`, in UTC. */
  time: string
}

/** S-02: where now lies, on page 0 only. A page kept open over midnight has it at its end until it is loaded anew. */
export function caretOf({ page, window, now }: { page: number; window: TimelineWindow; now: Date }) {
  if (page !== 0) return undefined
  return { x: windowPercent(window, now.getTime()), time: now.toISOString().slice(11, 16) } satisfies Caret
}
