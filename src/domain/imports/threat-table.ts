import { THREAT_CATEGORIES, type ThreatCategory } from '../threats/threat-category.ts'
import type { CsvLine, CsvProblem } from './read-csv.ts'

export interface ThreatCount {
  day: string
  category: ThreatCategory
  family: string
  regionTid: number
  blocked: number
}

export interface ThreatOrigin {
  day: string
  category: ThreatCategory
  family: string
  countryCode: string
  dataCenterTid: number
  blocked: number
}

export type ThreatTable = { kind: 'counts'; rows: ThreatCount[] } | { kind: 'origins'; rows: ThreatOrigin[] }

export interface ThreatPlaces {
  regions: readonly { tid: number; name: string }[]
  dataCenters: readonly { tid: number; name: string }[]
}

type Column = 'day' | 'category' | 'family' | 'region' | 'country' | 'data_center' | 'blocked'
type Line = CsvLine<Column>

const FAMILY_AT_MOST = 100

export function toThreatTable(
  lines: readonly Line[],
  places: ThreatPlaces,
  now: Date,
): { kind: 'made'; table: ThreatTable } | { kind: 'refused'; problems: CsvProblem[] } {
  const problems: CsvProblem[] = []
  const isOfOrigins = lines.some(({ cells }) => cells.data_center !== '' || cells.country !== '')
  const seen = new Map<string, number>()
  const origins: ThreatOrigin[] = []
  const counts: ThreatCount[] = []
  for (const line of lines) {
    const says = (message: string) => problems.push({ line: line.line, message })
    const figures = figuresOf(line, now, says)
    const where = isOfOrigins ? originOf(line, places, says) : regionOf(line, places, says)
    const key = keyOf(line)
    const before = seen.get(key)
    if (before !== undefined) says(`It repeats line ${before}.`)
    seen.set(key, line.line)
    if (figures === undefined || where === undefined) continue
    if ('regionTid' in where) counts.push({ ...figures, ...where })
    else origins.push({ ...figures, ...where })
  }
  if (lines.length === 0) problems.push({ line: 1, message: 'There are no rows below the column names.' })
  if (problems.length > 0) return { kind: 'refused', problems }
  return {
    kind: 'made',
    table: isOfOrigins ? { kind: 'origins', rows: origins } : { kind: 'counts', rows: counts },
  }
}

function keyOf({ cells: { blocked: _, ...rest } }: Line) {
  return JSON.stringify(Object.values(rest)).toLowerCase()
}

type Says = (message: string) => void

function figuresOf({ cells }: Line, now: Date, says: Says) {
  const category = THREAT_CATEGORIES.find((known) => known === cells.category)
  const blocked = /^\d{1,15}$/.test(cells.blocked) ? Number(cells.blocked) : undefined
  const isFamily = cells.family !== '' && cells.family.length <= FAMILY_AT_MOST
  const isDay = isPastDay(cells.day, now)
  if (!isDay) says(`"${cells.day}" is not a day up to today in the form YYYY-MM-DD.`)
  if (category === undefined) says(`"${cells.category}" is not one of ${THREAT_CATEGORIES.join(', ')}.`)
  if (!isFamily) says(`The family needs a name of at most ${FAMILY_AT_MOST} characters.`)
  if (blocked === undefined) says(`"${cells.blocked}" is not a whole number.`)
  if (!isDay || category === undefined || !isFamily || blocked === undefined) return undefined
  return { day: cells.day, category, family: cells.family, blocked }
}

function isPastDay(day: string, now: Date) {
  const time = new Date(`${day}T00:00:00Z`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(time.getTime())
  return isDay && time.toISOString().startsWith(day) && time <= now
}

function regionOf({ cells }: Line, { regions }: ThreatPlaces, says: Says) {
  const region = regions.find(({ name }) => isSame(name, cells.region))
  if (region === undefined) says(`There is no region "${cells.region}".`)
  return region === undefined ? undefined : { regionTid: region.tid }
}

function originOf({ cells }: Line, { dataCenters }: ThreatPlaces, says: Says) {
  const center = dataCenters.find(({ name }) => isSame(name, cells.data_center))
  const isCountry = /^[A-Z]{2}$/.test(cells.country)
  if (center === undefined) says(`There is no data center "${cells.data_center}".`)
  if (!isCountry) says(`"${cells.country}" is not a country code of two capital letters.`)
  return center === undefined || !isCountry
    ? undefined
    : { dataCenterTid: center.tid, countryCode: cells.country }
}

function isSame(one: string, other: string) {
  return one.toLowerCase() === other.toLowerCase()
}
