import type { UtcDay } from '../../domain/time.ts'
import { DATA_CENTERS, REGIONS } from '../data-centers/data-centers.ts'
import { must } from '../must.ts'
import { type Random, randomNamed } from '../random.ts'
import { type DemoThreatCount, threatCounts } from './threat-counts.ts'

/** Locations of sending hosts, by frequency: rented and hijacked machines, not their owners. */
const ORIGIN_WEIGHTS: Readonly<Record<string, number>> = {
  ...{ US: 20, CN: 13, RU: 11, NL: 8, BR: 7, IN: 7, DE: 6, VN: 6, UA: 5, ID: 5, KR: 5, TR: 4, FR: 4, GB: 4 },
  ...{
    RO: 4,
    SG: 4,
    HK: 4,
    IR: 3,
    NG: 3,
    PL: 3,
    BG: 3,
    TW: 3,
    TH: 3,
    MX: 3,
    PK: 3,
    BD: 2,
    EG: 2,
    ZA: 2,
    AR: 2,
  },
  ...{
    MD: 2,
    LT: 2,
    LV: 2,
    CZ: 2,
    IT: 2,
    ES: 2,
    CA: 2,
    JP: 2,
    MY: 2,
    PH: 2,
    KZ: 2,
    CO: 2,
    SC: 2,
    PA: 1,
    RS: 1,
  },
  ...{
    HU: 1,
    GR: 1,
    IQ: 1,
    SY: 1,
    DZ: 1,
    MA: 1,
    KE: 1,
    VE: 1,
    EC: 1,
    PE: 1,
    CL: 1,
    BY: 1,
    GE: 1,
    AU: 1,
    KP: 1,
  },
}

const PARTS = [0.46, 0.27, 0.17, 0.1] as const

export type DemoThreatOrigin = Omit<DemoThreatCount, 'region_tid'> & {
  country_code: string
  data_center_tid: number
}

/** The parts add up to the counts. */
export function threatOrigins(day: UtcDay): DemoThreatOrigin[] {
  const random = randomNamed(`threat origins ${day}`)
  return threatCounts({ from: day, to: day }).flatMap((count) => originsOf(count, random))
}

function originsOf({ region_tid, ...count }: DemoThreatCount, random: Random): DemoThreatOrigin[] {
  const centers = must(CENTERS.get(region_tid), `region ${region_tid}`)
  const countries = pickCountries(random, PARTS.length)
  let left = count.blocked
  return countries.map((country_code, index) => {
    const isLast = index === countries.length - 1
    const blocked = isLast ? left : Math.round(count.blocked * must(PARTS[index], `part ${index}`))
    left -= blocked
    return { ...count, blocked, country_code, data_center_tid: random.pick(centers) }
  })
}

const CENTERS = new Map(
  REGIONS.map(({ tid, title }) => [
    tid,
    DATA_CENTERS.filter((center) => center.region === title && center.closedDaysAgo === null).map(
      (center) => center.tid,
    ),
  ]),
)

const TICKETS = Object.entries(ORIGIN_WEIGHTS).flatMap(([code, weight]) => Array<string>(weight).fill(code))

function pickCountries(random: Random, count: number): string[] {
  const picked = new Set<string>()
  while (picked.size < count) picked.add(random.pick(TICKETS))
  return [...picked].sort((a, b) => weightOf(b) - weightOf(a))
}

function weightOf(country: string) {
  return ORIGIN_WEIGHTS[country] ?? 0
}
