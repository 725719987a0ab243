import { THREAT_CATEGORIES, type ThreatCategory } from '../../domain/threats/threat-category.ts'
import type { UtcDay } from '../../domain/time.ts'
import type { ThreatCell, ThreatCube } from './threats.ts'

const DAYS_PER_WEEK = 7
/** More lines are hard to tell apart, so the small families are combined. */
const MOST_FAMILY_LINES = 6
const MOST_DAILY_POINTS = 100

export interface ThreatsAsked {
  category: ThreatCategory | undefined
  regionTid: number | undefined
  /** Counted back from the newest day with figures. */
  days: number
}

export interface ThreatFigures {
  firstDay: UtcDay
  lastDay: UtcDay
  total: number
  /** Total of the previous period. Undefined unless every day of both periods has figures. */
  totalBefore: number | undefined
  byCategory: { category: ThreatCategory; blocked: number; families: FamilyBlocked[] }[]
  step: 'day' | 'week'
  series: { category: ThreatCategory; points: ThreatPoint[] }[]
  /** Only for a single category: its largest families, and all others combined (undefined). */
  familySeries: { family: string | undefined; points: ThreatPoint[] }[]
}

interface FamilyBlocked {
  family: string
  blocked: number
}

interface ThreatPoint {
  firstDay: UtcDay
  days: number
  /** Undefined for a gap: none of its days has figures. */
  blocked: number | undefined
}

export function threatFigures(cube: ThreatCube, asked: ThreatsAsked): ThreatFigures | undefined {
  if (cube.lastDay === undefined) return undefined
  const [start, end] = spanAsked(cube, asked)
  const cells = cellsAsked(cube, asked)
  const categories = asked.category === undefined ? THREAT_CATEGORIES : [asked.category]
  const byCategory = categories.map((category) => sumCategory(category, cells, start, end))
  const spans = spansOf(start, end)
  return {
    firstDay: cube.firstDay + start,
    lastDay: cube.lastDay,
    total: byCategory.reduce((sum, { blocked }) => sum + blocked, 0),
    totalBefore: sumBefore(cube, cells, start - (end - start), start),
    byCategory,
    step: isByWeek(end - start) ? 'week' : 'day',
    series: categories.map((category) => ({
      category,
      points: pointsOf(
        cube,
        cells.filter((cell) => cell.category === category),
        spans,
      ),
    })),
    familySeries:
      asked.category === undefined ? [] : familySeries(cube, cells, byCategory[0]?.families ?? [], spans),
  }
}

function familySeries(
  cube: ThreatCube,
  cells: readonly ThreatCell[],
  families: readonly FamilyBlocked[],
  spans: readonly Span[],
) {
  const shown = families.slice(0, families.length > MOST_FAMILY_LINES ? MOST_FAMILY_LINES - 1 : undefined)
  const names = shown.map(({ family }) => family)
  const linesOf = (family: string | undefined, own: readonly ThreatCell[]) => ({
    family,
    points: pointsOf(cube, own, spans),
  })
  return [
    ...names.map((name) =>
      linesOf(
        name,
        cells.filter(({ family }) => family === name),
      ),
    ),
    ...(shown.length < families.length
      ? [
          linesOf(
            undefined,
            cells.filter(({ family }) => !names.includes(family)),
          ),
        ]
      : []),
  ]
}

type Span = readonly [start: number, end: number]

/** Indexes into the lists of days; the end is exclusive. */
export function spanAsked({ hasFigures }: ThreatCube, { days }: Pick<ThreatsAsked, 'days'>): Span {
  return [Math.max(0, hasFigures.length - days), hasFigures.length]
}

export function cellsAsked(
  { cells }: ThreatCube,
  { category, regionTid }: Omit<ThreatsAsked, 'days'>,
): ThreatCell[] {
  return cells.filter(
    (cell) =>
      (category === undefined || cell.category === category) &&
      (regionTid === undefined || cell.regionTid === regionTid),
  )
}

function sumCategory(category: ThreatCategory, cells: readonly ThreatCell[], start: number, end: number) {
  const byFamily = new Map<string, number>()
  for (const cell of cells) {
    if (cell.category !== category) continue
    byFamily.set(cell.family, (byFamily.get(cell.family) ?? 0) + sumDays(cell, start, end))
  }
  const families = [...byFamily]
    .filter(([, blocked]) => blocked > 0)
    .map(([family, blocked]) => ({ family, blocked }))
    .sort((a, b) => b.blocked - a.blocked || (a.family < b.family ? -1 : 1))
  return { category, blocked: families.reduce((sum, { blocked }) => sum + blocked, 0), families }
}

function sumDays({ blocked }: ThreatCell, start: number, end: number) {
  let sum = 0
  for (let day = start; day < end; day++) sum += blocked[day] ?? 0
  return sum
}

/** A gap in either period would look like a rise or a fall. */
function sumBefore(cube: ThreatCube, cells: readonly ThreatCell[], start: number, end: number) {
  const isWhole = start >= 0 && cube.hasFigures.subarray(start).every((has) => has === 1)
  return isWhole ? cells.reduce((sum, cell) => sum + sumDays(cell, start, end), 0) : undefined
}

/** Days, or whole weeks that end with the newest day. Leftover days before them are in no week. */
function spansOf(start: number, end: number): Span[] {
  const length = isByWeek(end - start) ? DAYS_PER_WEEK : 1
  const count = Math.floor((end - start) / length)
  return Array.from({ length: count }, (_, index) => [
    end - (count - index) * length,
    end - (count - index - 1) * length,
  ])
}

function isByWeek(days: number) {
  return days > MOST_DAILY_POINTS
}

function pointsOf(
  { firstDay, hasFigures }: ThreatCube,
  cells: readonly ThreatCell[],
  spans: readonly Span[],
): ThreatPoint[] {
  return spans.map(([start, end]) => {
    const days = hasFigures.subarray(start, end).reduce((sum, has) => sum + has, 0)
    const blocked = cells.reduce((sum, cell) => sum + sumDays(cell, start, end), 0)
    return { firstDay: firstDay + start, days, blocked: days === 0 ? undefined : blocked }
  })
}
