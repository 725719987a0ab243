import { dayFromName, dayName } from '../../domain/time.ts'
import { valueTicks } from '../../ui/chart/axis-ticks.ts'

export interface DaySeries {
  key: string
  title: string
  /** Color name; see `hue.module.css`. */
  hue: string
  values: readonly number[]
}

/** Inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const first = dayFromName(from)
  return Array.from({ length: dayFromName(to) - first + 1 }, (_, index) => dayName(first + index))
}

export function valuesByDay<Row extends { day: string }>(
  days: readonly string[],
  rows: readonly Row[],
  countOf: (row: Row) => number,
): number[] {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(row.day, (sums.get(row.day) ?? 0) + countOf(row))
  return days.map((day) => sums.get(day) ?? 0)
}

export interface BarLayout {
  /** All positions in percent of the plot, from the left and the top. */
  ticks: { value: number; y: number }[]
  bars: { x: number; width: number; parts: { key: string; hue: string; y: number; height: number }[] }[]
}

const BAR_SHARE = 0.72

export function barLayout(count: number, series: readonly DaySeries[]): BarLayout {
  const totals = Array.from({ length: count }, (_, day) => totalOf(series, day))
  const ticks = valueTicks(Math.max(0, ...totals))
  const top = ticks.at(-1) ?? 1
  const room = 100 / count
  return {
    ticks: ticks.map((value) => ({ value, y: rounded(100 - (100 * value) / top) })),
    bars: totals.map((_, day) => {
      let below = 0
      const parts = series.flatMap(({ key, hue, values }) => {
        const value = values[day] ?? 0
        below += value
        const part = { key, hue, y: rounded(100 - (100 * below) / top), height: rounded((100 * value) / top) }
        return value === 0 ? [] : part
      })
      return { x: rounded(room * (day + (1 - BAR_SHARE) / 2)), width: rounded(room * BAR_SHARE), parts }
    }),
  }
}

export function totalOf(series: readonly DaySeries[], day: number): number {
  return series.reduce((sum, { values }) => sum + (values[day] ?? 0), 0)
}

function rounded(percent: number) {
  return Math.round(percent * 100) / 100
}
