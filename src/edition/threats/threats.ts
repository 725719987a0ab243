import type { ThreatCountRow, ThreatOriginRow, ThreatRows } from '../../db/threats.ts'
import type { ThreatCategory } from '../../domain/threats/threat-category.ts'
import { dayFromName, type UtcDay } from '../../domain/time.ts'

/** The days of a leap year. */
export const THREAT_DAYS_HELD = 366
/** More lines than a map can show. */
export const THREAT_FLOWS_HELD = 200

/** O-04, O-05: blocked threats, indexed for queries. */
export interface Threats {
  counts: ThreatCube
  origins: ThreatOrigins
}

/** Counts by category, family, region and day. Index 0 of a list of days is `firstDay`. */
export interface ThreatCube {
  firstDay: UtcDay
  lastDay: UtcDay | undefined
  /** 1 for a day with any figures. A day without figures is a gap, not a zero. */
  hasFigures: Uint8Array
  cells: readonly ThreatCell[]
}

export interface ThreatCell {
  category: ThreatCategory
  family: string
  regionTid: number
  blocked: Float64Array
}

/** For the newest day only, largest first. */
export interface ThreatOrigins {
  day: string | null
  total: number
  totals: Record<ThreatCategory, number>
  flows: readonly ThreatOriginRow[]
}

export function toThreats(rows: ThreatRows): Threats {
  const counts = toCube(rows.newestCounts, rows.counts)
  return { counts, origins: toOrigins(counts, rows) }
}

function toOrigins(
  counts: ThreatCube,
  { newestOrigins: day, originsTotal, origins }: ThreatRows,
): ThreatOrigins {
  const counted = day === null ? undefined : countedOn(counts, dayFromName(day))
  const totalOf = (category: ThreatCategory) =>
    // Origins may arrive without counts or before them. They were blocked either way.
    Math.max(counted?.get(category) ?? 0, sumOf(origins.filter((origin) => origin.category === category)))
  const totals = {
    malware: totalOf('malware'),
    threat: totalOf('threat'),
    sandbox: totalOf('sandbox'),
    ba: totalOf('ba'),
  }
  const byCategory = Object.values(totals).reduce((sum, blocked) => sum + blocked, 0)
  return { day, total: Math.max(originsTotal, byCategory), totals, flows: origins }
}

function countedOn({ firstDay, cells }: ThreatCube, day: UtcDay): Map<ThreatCategory, number> {
  const counted = new Map<ThreatCategory, number>()
  for (const { category, blocked } of cells) {
    counted.set(category, (counted.get(category) ?? 0) + (blocked[day - firstDay] ?? 0))
  }
  return counted
}

function sumOf(origins: readonly ThreatOriginRow[]) {
  return origins.reduce((sum, { blocked }) => sum + blocked, 0)
}

export function toCube(newest: string | null, rows: readonly ThreatCountRow[]): ThreatCube {
  if (newest === null) return { firstDay: 0, lastDay: undefined, hasFigures: new Uint8Array(0), cells: [] }
  const lastDay = dayFromName(newest)
  const days = 1 + rows.reduce((most, { days_ago }) => days_ago.reduce((a, b) => Math.max(a, b), most), 0)
  const hasFigures = new Uint8Array(days)
  const cells = rows.map(({ category, family, region_tid, days_ago, blocked }) => {
    const byDay = new Float64Array(days)
    for (const [index, daysAgo] of days_ago.entries()) {
      const day = days - 1 - daysAgo
      byDay[day] = blocked[index] ?? 0
      hasFigures[day] = 1
    }
    return { category, family, regionTid: region_tid, blocked: byDay }
  })
  return { firstDay: lastDay - days + 1, lastDay, hasFigures, cells }
}
