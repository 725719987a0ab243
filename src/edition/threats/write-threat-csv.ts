import { csvLine } from '../../domain/csv-cell.ts'
import { THREAT_CATEGORY_TITLES } from '../../domain/threats/threat-category.ts'
import { THREAT_PERIOD_DAYS } from '../../domain/threats/threat-period.ts'
import type { ThreatQuery } from '../../domain/threats/threat-query.ts'
import { dayName } from '../../domain/time.ts'
import type { Edition } from '../edition.ts'
import { cellsAsked, spanAsked, type ThreatsAsked } from './threat-figures.ts'
import type { ThreatCell, ThreatCube } from './threats.ts'

const HEADER = ['Day', 'Category', 'Family', 'Region', 'Blocked']

/** O-05: summed over days it matches the sunburst, summed over families the lines. */
export function writeThreatCsv({ site, threats }: Edition, query: ThreatQuery): string {
  const region = site.regions.find(({ tid }) => tid === query.region)?.title ?? 'All regions'
  const rows = countsByDay(threats.counts, askedOf(query)).map(({ day, category, family, blocked }) => [
    dayName(day),
    THREAT_CATEGORY_TITLES[category],
    family,
    region,
    String(blocked),
  ])
  return [HEADER, ...rows].map(csvLine).join('')
}

export function threatCsvName({ threats: { counts } }: Edition, query: ThreatQuery): string {
  const what = query.category === undefined ? 'threats' : `threats-${query.category}`
  if (counts.lastDay === undefined) return `${what}.csv`
  const [start] = spanAsked(counts, askedOf(query))
  return `${what}-${dayName(counts.firstDay + start)}-to-${dayName(counts.lastDay)}.csv`
}

function askedOf({ category, region, period }: ThreatQuery): ThreatsAsked {
  return { category, regionTid: region, days: THREAT_PERIOD_DAYS[period] }
}

function countsByDay(cube: ThreatCube, asked: ThreatsAsked) {
  const [start, end] = spanAsked(cube, asked)
  const families = [...groupByFamily(cellsAsked(cube, asked)).values()]
  return Array.from({ length: end - start }, (_, index) => start + index).flatMap((day) =>
    families.flatMap(({ category, family, cells }) => {
      const blocked = cells.reduce((sum, cell) => sum + (cell.blocked[day] ?? 0), 0)
      return blocked === 0 ? [] : { day: cube.firstDay + day, category, family, blocked }
    }),
  )
}

function groupByFamily(cells: readonly ThreatCell[]) {
  const groups = new Map<string, Pick<ThreatCell, 'category' | 'family'> & { cells: ThreatCell[] }>()
  for (const cell of cells) {
    const { category, family } = cell
    const key = `${category} ${family}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { category, family, cells: [cell] })
    else group.cells.push(cell)
  }
  return groups
}
