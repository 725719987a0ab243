import type { TimelineWindow } from '../../domain/timeline/timeline-window.ts'

const STEPS_PER_PERCENT = 1000

export function windowPercent({ start, end }: TimelineWindow, at: number): number {
  const share = (at - start.getTime()) / (end.getTime() - start.getTime())
  return roundPercent(Math.min(Math.max(share, 0), 1) * 100)
}

/** Rounded so that sums and differences stay short. */
export function roundPercent(percent: number): number {
  return Math.round(percent * STEPS_PER_PERCENT) / STEPS_PER_PERCENT
}

export interface Caret {
  x: number
  /** `10:42`, in UTC. */
  time: string
}

/** S-02: on page 0 only. On a page left open over midnight it stays at the end until reloaded. */
export function caretOf({ page, window, now }: { page: number; window: TimelineWindow; now: Date }) {
  if (page !== 0) return undefined
  return { x: windowPercent(window, now.getTime()), time: now.toISOString().slice(11, 16) } satisfies Caret
}
