import { dayName } from '../../domain/calendar/utc-day.ts'
import { THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import { THREAT_PERIOD_DAYS } from '../../domain/threats/threat-period.ts'
import type { ThreatQuery } from '../../domain/threats/threat-query.ts'
import type { Edition } from '../edition.ts'
import type { ThreatCube } from './threats.ts'

const HEADER = ['Day', 'Category', 'Family', 'Region', 'Blocked']
/** RFC 4180 */
const LINE_END = '\r\n'

/**
 * O-05: what the charts of a query are made of, a row for each day and family with a count. Over days they add up to
 * the sunburst, over families to the lines.
 */
export function writeThreatCsv({ site, threats }: Edition, query: ThreatQuery): string {
  const region =
    query.region === undefined
      ? 'All regions'
      : (site.regions.find(({ tid }) => tid === query.region)?.title ?? '')
  const rows = countsOf(threats.counts, query).map(({ day, category, family, blocked }) => [
    dayName(day),
    THREAT_CATEGORY_TITLES[category],
    family,
    region,
    String(blocked),
  ])
  return [HEADER, ...rows].map((cells) => `${cells.map(csvCell).join(',')}${LINE_END}`).join('')
}

/** `threats-malware-2026-10-16-to-2026-11-14.csv` */
export function threatCsvName({ threats: { counts } }: Edition, { category, period }: ThreatQuery): string {
  const what = category === undefined ? 'threats' : `threats-${category}`
  if (counts.lastDay === undefined) return `${what}.csv`
  const firstDay = Math.max(counts.firstDay, counts.lastDay - THREAT_PERIOD_DAYS[period] + 1)
  return `${what}-${dayName(firstDay)}-to-${dayName(counts.lastDay)}.csv`
}

/** A program of tables takes a cell that begins like a formula for one; the apostrophe says that it is text. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function countsOf({ firstDay, hasFigures, cells }: ThreatCube, { category, period, region }: ThreatQuery) {
  const end = hasFigures.length
  const start = Math.max(0, end - THREAT_PERIOD_DAYS[period])
  const families = new Map<
    string,
    { category: (typeof cells)[number]['category']; family: string; sums: Float64Array }
  >()
  for (const cell of cells) {
    if (category !== undefined && cell.category !== category) continue
    if (region !== undefined && cell.regionTid !== region) continue
    const key = `${cell.category} ${cell.family}`
    const family = families.get(key) ?? { ...cell, sums: new Float64Array(end) }
    families.set(key, family)
    for (let day = start; day < end; day++)
      family.sums[day] = (family.sums[day] ?? 0) + (cell.blocked[day] ?? 0)
  }
  return Array.from({ length: end - start }, (_, index) => start + index).flatMap((day) =>
    [...families.values()].flatMap(({ category: ofCategory, family, sums }) => {
      const blocked = sums[day] ?? 0
      return blocked === 0 ? [] : { day: firstDay + day, category: ofCategory, family, blocked }
    }),
  )
}
