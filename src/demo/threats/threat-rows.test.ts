import { describe, expect, test } from 'vitest'
import { THREAT_CATEGORIES } from '../../domain/threats/threat-category.ts'
import { dayFromName, dayName } from '../../domain/time.ts'
import { countryPlace } from '../../edition/answers/country-places.ts'
import { DATA_CENTERS, REGIONS } from '../data-centers/data-centers.ts'
import { type DemoThreatCount, threatCounts } from './threat-counts.ts'
import { oldestThreatDay, threatRows } from './threat-rows.ts'

const DAY = '2026-11-15'
const { threat_counts: counts, threat_origins: origins } = threatRows({ day: DAY })

describe('the demo counts', () => {
  test('O-05 cover a year that ends with the last full day', () => {
    const days = [...new Set(counts.map(({ day }) => day))]
    expect(days).toHaveLength(366)
    expect(days[0]).toBe(oldestThreatDay(DAY))
    expect(days.at(-1)).toBe('2026-11-14')
  })

  test('O-05 have every category in every region, and no duplicates', () => {
    const met = new Set(counts.map(({ category, region_tid }) => `${category} ${region_tid}`))
    expect(met.size).toBe(THREAT_CATEGORIES.length * REGIONS.length)
    const keys = counts.map((count) => `${count.day} ${count.category} ${count.family} ${count.region_tid}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('O-05 are always the same for a calendar day', () => {
    const later = threatRows({ day: '2026-11-20', since: DAY })
    expect(later.threat_counts.map(({ day }) => day).at(0)).toBe(DAY)
    const again = threatRows({ day: '2026-11-20' }).threat_counts
    expect(again.filter(({ day }) => day < DAY)).toEqual(
      counts.filter(({ day }) => day >= oldestThreatDay('2026-11-20')),
    )
  })

  test('O-05 are about 150 million on a working day', () => {
    const days = [...new Set(counts.map(({ day }) => day))]
    expect(sumOf(dayCounts('2026-11-10'))).toBeGreaterThan(140_000_000)
    expect(sumOf(dayCounts('2026-11-10'))).toBeLessThan(165_000_000)
    expect(Math.max(...days.map((day) => sumOf(dayCounts(day))))).toBeLessThan(250_000_000)
  })

  test('O-05 drop on weekends and grow over the years', () => {
    const sunday = sumOf(dayCounts('2026-11-08'))
    const tuesday = sumOf(dayCounts('2026-11-10'))
    expect(sunday).toBeLessThan(0.85 * tuesday)
    const yearFrom = (from: string) =>
      sumOf(threatCounts({ from: dayFromName(from), to: dayFromName(from) + 363 }))
    expect(yearFrom('2027-01-01')).toBeGreaterThan(yearFrom('2026-01-01'))
  })

  test('O-05 have bursts: days when a family is far above the week before', () => {
    const byDay = new Map<string, number>()
    for (const { day, family, blocked } of counts) {
      byDay.set(`${family} ${day}`, (byDay.get(`${family} ${day}`) ?? 0) + blocked)
    }
    const bursts = [...byDay].filter(([key, blocked]) => {
      const [, family = '', day = ''] = /^(.*) (\S+)$/.exec(key) ?? []
      return (
        blocked > 1.8 * (byDay.get(`${family} ${dayName(dayFromName(day) - 7)}`) ?? Number.POSITIVE_INFINITY)
      )
    })
    expect(bursts.length).toBeGreaterThan(20)
  })
})

describe('the demo origins', () => {
  test('O-04 add up to the counts of the newest day, region by region', () => {
    const regionOf = new Map(
      DATA_CENTERS.map(({ tid, region }) => [tid, REGIONS.find(({ title }) => title === region)?.tid]),
    )
    for (const { tid } of REGIONS) {
      const met = origins.filter(({ data_center_tid }) => regionOf.get(data_center_tid) === tid)
      expect(sumOf(met)).toBe(sumOf(dayCounts('2026-11-14').filter(({ region_tid }) => region_tid === tid)))
    }
  })

  test('O-04 come from countries on the map and go to open data centers', () => {
    const closed = new Set(
      DATA_CENTERS.filter(({ closedDaysAgo }) => closedDaysAgo !== null).map(({ tid }) => tid),
    )
    expect(origins.filter(({ country_code }) => countryPlace(country_code) === undefined)).toEqual([])
    expect(origins.filter(({ data_center_tid }) => closed.has(data_center_tid))).toEqual([])
    expect(new Set(origins.map(({ country_code }) => country_code)).size).toBeGreaterThan(40)
  })
})

function dayCounts(day: string): DemoThreatCount[] {
  return counts.filter((count) => count.day === day)
}

function sumOf(parts: readonly { blocked: number }[]) {
  return parts.reduce((sum, { blocked }) => sum + blocked, 0)
}
