import type { TimelineWindow } from '../../domain/timeline/timeline-window.ts'
import { windowPercent } from './window-percent.ts'

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
