import type { SeriesRule } from '../../domain/series/series-rule.ts'
import { seriesWindows, type Window } from '../../domain/series/series-windows.ts'
import { DAY_MS } from '../../domain/time.ts'

export function nextOfSeries({
  rule,
  madeUntil,
  daysAhead,
}: {
  rule: SeriesRule
  /** Windows that start up to here have their records. */
  madeUntil: Date
  daysAhead: number
}): { window: Window; dueAt: Date } | undefined {
  const [window] = seriesWindows(rule, { after: madeUntil, count: 1 })
  return window && { window, dueAt: new Date(window.from.getTime() - daysAhead * DAY_MS) }
}
