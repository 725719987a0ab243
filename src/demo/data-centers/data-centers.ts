import { dayBefore } from '../demo-time.ts'
import { must } from '../must.ts'
import { type Random, randomNamed } from '../random.ts'
import { ASIA_PACIFIC, OCEANIA, SOUTH_ASIA } from './asia-and-oceania.ts'
import type { City } from './city.ts'
import { EUROPE } from './europe.ts'
import { AFRICA, LATIN_AMERICA, MIDDLE_EAST } from './latin-america-middle-east-africa.ts'
import { NORTH_AMERICA } from './north-america.ts'

type CenterKind = 'standard' | 'surcharge' | 'premium' | 'fedramp'

export interface DemoDataCenter {
  tid: number
  name: string
  city: string
  country: string
  region: RegionName
  kind: CenterKind
  latitude: number
  longitude: number
  /** Days before the demo's day. */
  openedDaysAgo: number
  closedDaysAgo: number | null
}

const FIRST_REGION_TID = 2000
const FIRST_DATA_CENTER_TID = 2100
const ROMAN = ['I', 'II', 'III', 'IV', 'V']
const SPACING_IN_A_CITY_DEGREES = 0.06
const DAYS_PER_YEAR = 365
const YEARS_BETWEEN_CENTERS_OF_A_CITY = 2
const CLOSED_DAYS_AGO: Readonly<Record<string, number>> = { 'Newark I': 410, 'Cologne I': 690 }

const CITIES_BY_REGION = {
  'North America': NORTH_AMERICA,
  'Latin America': LATIN_AMERICA,
  Europe: EUROPE,
  'Middle East': MIDDLE_EAST,
  Africa: AFRICA,
  'South Asia': SOUTH_ASIA,
  'Asia Pacific': ASIA_PACIFIC,
  Oceania: OCEANIA,
} as const

export type RegionName = keyof typeof CITIES_BY_REGION

export const REGIONS = (Object.keys(CITIES_BY_REGION) as RegionName[]).map((title, index) => ({
  tid: FIRST_REGION_TID + index,
  title,
}))

export const DATA_CENTERS: readonly DemoDataCenter[] = allDataCenters()

export function dataCenterOf(name: string): DemoDataCenter {
  return must(
    DATA_CENTERS.find((center) => center.name === name),
    `data center ${name}`,
  )
}

export function regionInText(region: RegionName): string {
  return region === 'Middle East' ? 'the Middle East' : region
}

export function regionRows() {
  return REGIONS.map((region, position) => ({ ...region, position }))
}

export function dataCenterRows(day: string) {
  const regionTid = new Map(REGIONS.map(({ title, tid }) => [title, tid]))
  return DATA_CENTERS.map((center, position) => ({
    tid: center.tid,
    region_tid: must(regionTid.get(center.region), `region ${center.region}`),
    name: center.name,
    city: center.city,
    country_code: center.country,
    latitude: center.latitude,
    longitude: center.longitude,
    is_premium: center.kind === 'premium',
    is_fedramp_moderate: center.kind === 'fedramp',
    has_regional_surcharge: center.kind === 'surcharge',
    is_active: center.closedDaysAgo === null,
    opened_on: dayBefore(day, center.openedDaysAgo),
    closed_on: center.closedDaysAgo === null ? null : dayBefore(day, center.closedDaysAgo),
    position,
  }))
}

function allDataCenters(): DemoDataCenter[] {
  const random = randomNamed('data centers')
  return REGIONS.flatMap(({ title }) =>
    CITIES_BY_REGION[title].flatMap((city) => centersOf(city, title, random)),
  ).map((center, index) => ({ ...center, tid: FIRST_DATA_CENTER_TID + index }))
}

function centersOf(
  [city, country, latitude, longitude, kinds]: City,
  region: RegionName,
  random: Random,
): Omit<DemoDataCenter, 'tid'>[] {
  const firstOpenedYearsAgo = random.int(6, 11)
  return [...kinds].map((letter, index) => {
    const name = `${city} ${ROMAN[index]}`
    const yearsAgo = Math.max(1, firstOpenedYearsAgo - index * YEARS_BETWEEN_CENTERS_OF_A_CITY)
    return {
      name,
      city,
      country,
      region,
      kind: kindOf(letter),
      latitude: round(latitude + (index % 2) * SPACING_IN_A_CITY_DEGREES),
      longitude: round(longitude + Math.floor((index + 1) / 2) * SPACING_IN_A_CITY_DEGREES),
      openedDaysAgo: yearsAgo * DAYS_PER_YEAR + random.int(0, DAYS_PER_YEAR - 1),
      closedDaysAgo: CLOSED_DAYS_AGO[name] ?? null,
    }
  })
}

function kindOf(letter: string): CenterKind {
  switch (letter) {
    case 's':
      return 'standard'
    case 'u':
      return 'surcharge'
    case 'p':
      return 'premium'
    case 'f':
      return 'fedramp'
    default:
      throw new Error(`No data center kind ${letter}`)
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}
