import { line } from 'd3-shape'
import { shortNumber } from '../../domain/threats/number-words.ts'
import { type DayTick, dayTicks, valueTicks } from '../../ui/chart/axis-ticks.ts'
import type { Figures, ThreatLine } from './figures.ts'
import { spreadApart } from './spread-apart.ts'

/** Width and height of the plot in units. It stretches to fill its container. */
export const PLOT_UNITS = 1000
/** One line of text, in percent of the plot height. */
const LABEL_GAP_PERCENT = 6.5
/** Any lower and labels would run into the axis. */
const LOWEST_LABEL_PERCENT = 96
/** A label farther from the end of its line needs a leader line. */
const NEAR_PERCENT = 1

export interface LineLayout {
  /** All positions in percent of the plot, from the left and the top. */
  values: { y: number; words: string }[]
  days: (DayTick & { x: number })[]
  lines: DrawnLine[]
}

interface DrawnLine extends Pick<ThreatLine, 'key' | 'category' | 'look' | 'title'> {
  /** In plot units. */
  path: string
  places: ({ x: number; y: number } | undefined)[]
  end: { x: number; y: number } | undefined
  labelY: number
  isLabelMoved: boolean
}

/** A week is drawn as its average day, so all periods share one scale. */
export function lineLayout({ points, lines, step }: Figures): LineLayout {
  const means = lines.map((each) => meansOf(each, points))
  const largest = Math.max(0, ...means.flat().map((mean) => mean ?? 0))
  const ticks = valueTicks(largest)
  const top = ticks.at(-1) ?? 1
  const xOf = (index: number) => xPercentOf(index, points.length)
  const yOf = (value: number) => rounded(100 - (100 * value) / top)
  const drawn = lines.map(({ key, category, look, title }, index) => {
    const places = (means[index] ?? []).map((mean, point) =>
      mean === undefined ? undefined : { x: xOf(point), y: yOf(mean) },
    )
    return {
      key,
      category,
      look,
      title,
      path: pathOf(places),
      places,
      end: places.findLast((place) => place !== undefined),
    }
  })
  const labels = spreadApart(
    drawn.map(({ end }) => end?.y ?? 100),
    { gap: LABEL_GAP_PERCENT, from: 0, to: LOWEST_LABEL_PERCENT },
  )
  return {
    values: ticks.map((value) => ({ y: yOf(value), words: shortNumber(value) })),
    days: dayTicks(
      points.map(({ day }) => day),
      step,
    ).map((tick) => ({ ...tick, x: xOf(tick.index) })),
    lines: drawn.map((each, index) => {
      const labelY = labels[index] ?? 0
      return { ...each, labelY, isLabelMoved: Math.abs(labelY - (each.end?.y ?? labelY)) > NEAR_PERCENT }
    }),
  }
}

export function xPercentOf(index: number, count: number): number {
  return count < 2 ? 50 : rounded((100 * index) / (count - 1))
}

export function pointAt(percent: number, count: number): number {
  const index = Math.round((percent / 100) * (count - 1))
  return Math.max(0, Math.min(count - 1, index))
}

/** Blocked per day; undefined in a gap. */
export function meansOf({ blocked }: ThreatLine, points: Figures['points']): (number | undefined)[] {
  return blocked.map((count, index) => {
    const days = points[index]?.days ?? 0
    return count === null || days === 0 ? undefined : count / days
  })
}

type Place = { x: number; y: number } | undefined

const draw = line<Place>()
  .defined((place) => place !== undefined)
  .x((place) => ((place?.x ?? 0) * PLOT_UNITS) / 100)
  .y((place) => ((place?.y ?? 0) * PLOT_UNITS) / 100)
  .digits(1)

function pathOf(places: Place[]) {
  return draw(places) ?? ''
}

function rounded(percent: number) {
  return Math.round(percent * 100) / 100
}
