import type { ThreatCategory } from '../../domain/threats/threat-category.ts'
import { dayName, type UtcDay } from '../../domain/time.ts'
import { REGIONS, type RegionName } from '../data-centers/data-centers.ts'
import { randomNamed } from '../random.ts'
import { type DemoFamily, FAMILIES } from './families.ts'

const DAYS_PER_YEAR = 365
/** January 1, 2026: families are at their ordinary size. */
const FIRST_DAY_OF_GROWTH: UtcDay = 20_454
const GROWTH_PER_YEAR = 0.16
/** Limits for machines with a wrong clock. */
const LEAST_GROWTH = 0.5
const MOST_GROWTH = 3
const NOISE = 0.09
const LEAST_COUNT = 100_000

const REGION_SHARES: Readonly<Record<RegionName, number>> = {
  'North America': 0.37,
  'Latin America': 0.08,
  Europe: 0.27,
  'Middle East': 0.05,
  Africa: 0.03,
  'South Asia': 0.07,
  'Asia Pacific': 0.1,
  Oceania: 0.03,
}

/** Starting with Sunday. People open fewer attachments on weekends; machines call home as usual. */
const WEEKDAY_FACTORS: Readonly<Record<ThreatCategory, readonly number[]>> = {
  malware: [0.62, 1.03, 1.07, 1.06, 1.04, 0.98, 0.66],
  threat: [0.81, 1.02, 1.04, 1.05, 1.03, 1.0, 0.84],
  sandbox: [0.48, 1.05, 1.1, 1.08, 1.06, 0.97, 0.52],
  ba: [0.74, 1.02, 1.05, 1.04, 1.02, 0.99, 0.77],
}

export interface DemoThreatCount {
  day: string
  category: ThreatCategory
  family: string
  region_tid: number
  blocked: number
}

/**
 * What Northwall blocked between two days, both included. A calendar day always has the same figures, so a demo that
 * runs for weeks only adds the new days.
 */
export function threatCounts({ from, to }: { from: UtcDay; to: UtcDay }): DemoThreatCount[] {
  const counts: DemoThreatCount[] = []
  for (let day = from; day <= to; day++) addCountsOf(day, counts)
  return counts
}

function addCountsOf(day: UtcDay, counts: DemoThreatCount[]) {
  const random = randomNamed(`threats ${day}`)
  const name = dayName(day)
  for (const family of FAMILIES) {
    const level = levelOf(family, day)
    for (const { tid, title } of REGIONS) {
      const noise = 1 + NOISE * (2 * random.next() - 1)
      const blocked = Math.round(level * REGION_SHARES[title] * tasteOf(family, title) * noise)
      if (blocked < LEAST_COUNT) continue
      counts.push({ day: name, category: family.category, family: family.name, region_tid: tid, blocked })
    }
  }
}

function levelOf(family: DemoFamily, day: UtcDay) {
  return (
    family.perDay *
    weekdayFactor(family.category, day) *
    growth(day) *
    fashion(family, day) *
    burst(family, day)
  )
}

function weekdayFactor(category: ThreatCategory, day: UtcDay) {
  // January 1, 1970 was a Thursday.
  return WEEKDAY_FACTORS[category][(day + 4) % 7] ?? 1
}

function growth(day: UtcDay) {
  const grown = 1 + (GROWTH_PER_YEAR * (day - FIRST_DAY_OF_GROWTH)) / DAYS_PER_YEAR
  return Math.min(MOST_GROWTH, Math.max(LEAST_GROWTH, grown))
}

/** Campaigns come and go over months, each family at its own time. */
function fashion({ name }: DemoFamily, day: UtcDay) {
  const { swing, periodDays, phase } = fashionOf(name)
  return 1 + swing * Math.sin((2 * Math.PI * (day + phase)) / periodDays)
}

const fashionOf = remembered((name: string) => {
  const random = randomNamed(`fashion of ${name}`)
  const periodDays = random.int(110, 290)
  return { swing: 0.12 + 0.33 * random.next(), periodDays, phase: random.int(0, periodDays) }
})

/** In about one of five four-week spans: up within two days, then slowly back. */
function burst({ name }: DemoFamily, day: UtcDay) {
  const span = Math.floor(day / BURST_SPAN_DAYS)
  const found = burstOf(`burst of ${name} ${span}`)
  const since = day - span * BURST_SPAN_DAYS - found.start
  if (found.height === 0 || since < 0) return 1
  const rise = since === 0 ? 0.45 : 1
  return 1 + found.height * rise * Math.exp(-since / BURST_FADES_DAYS)
}

const BURST_SPAN_DAYS = 28
const BURST_FADES_DAYS = 3.5
const BURST_CHANCE = 0.2

const burstOf = remembered((name: string) => {
  const random = randomNamed(name)
  const isQuiet = !random.chance(BURST_CHANCE)
  // Far enough from the end of its span to fade before the next one.
  return { start: random.int(0, 10), height: isQuiet ? 0 : 0.6 + 2.2 * random.next() ** 2 }
})

function tasteOf({ name }: DemoFamily, region: RegionName) {
  return tasteNamed(`taste for ${name} in ${region}`)
}

const tasteNamed = remembered((name: string) => 0.55 + 0.9 * randomNamed(name).next())

function remembered<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>()
  return (name) => {
    const before = made.get(name)
    if (before !== undefined) return before
    const value = make(name)
    made.set(name, value)
    return value
  }
}
