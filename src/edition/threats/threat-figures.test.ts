import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { THREAT_CATEGORIES } from '../../domain/threats/threat-category.ts'
import { THREAT_PERIOD_DAYS, THREAT_PERIODS } from '../../domain/threats/threat-period.ts'
import { dayFromName, dayName } from '../../domain/time.ts'
import type { Edition } from '../edition.ts'
import { type ThreatsAsked, threatFigures } from './threat-figures.ts'
import { toCube } from './threats.ts'
import { writeThreatCsv } from './write-threat-csv.ts'

const NEWEST = '2026-11-14'
const ALL: ThreatsAsked = { category: undefined, regionTid: undefined, days: 30 }

function row(
  category: (typeof THREAT_CATEGORIES)[number],
  family: string,
  region_tid: number,
  counts: Record<number, number>,
) {
  return {
    category,
    family,
    region_tid,
    days_ago: Object.keys(counts).map(Number),
    blocked: Object.values(counts),
  }
}

const cube = toCube(NEWEST, [
  row('malware', 'Emotet', 1, { 0: 10, 1: 20, 3: 5 }),
  row('malware', 'Emotet', 2, { 0: 1, 1: 2 }),
  row('malware', 'Qakbot', 1, { 0: 100 }),
  row('sandbox', 'Macro', 2, { 0: 7, 1: 0 }),
])

describe('the cube', () => {
  test('O-05 has a list of days for each category, family and region, from the oldest day on', () => {
    expect(dayName(cube.firstDay)).toBe('2026-11-11')
    expect(cube.lastDay).toBe(dayFromName(NEWEST))
    expect(cube.cells[0]).toEqual({
      category: 'malware',
      family: 'Emotet',
      regionTid: 1,
      blocked: new Float64Array([5, 0, 20, 10]),
    })
  })

  test('O-05 knows which days have figures; a count of zero is a figure', () => {
    expect([...cube.hasFigures]).toEqual([1, 0, 1, 1])
  })

  test('O-05 without any counts returns nothing', () => {
    expect(threatFigures(toCube(null, []), ALL)).toBeUndefined()
  })
})

describe('figures', () => {
  test('O-05 regions add up, the largest families come first, families without counts are left out', () => {
    expect(threatFigures(cube, ALL)?.byCategory).toEqual([
      {
        category: 'malware',
        blocked: 138,
        families: [
          { family: 'Qakbot', blocked: 100 },
          { family: 'Emotet', blocked: 38 },
        ],
      },
      { category: 'threat', blocked: 0, families: [] },
      { category: 'sandbox', blocked: 7, families: [{ family: 'Macro', blocked: 7 }] },
      { category: 'ba', blocked: 0, families: [] },
    ])
  })

  test('O-05 a category and a region narrow everything', () => {
    const figures = threatFigures(cube, { category: 'malware', regionTid: 2, days: 30 })
    expect(figures?.total).toBe(3)
    expect(figures?.byCategory.map(({ category }) => category)).toEqual(['malware'])
    expect(figures?.series).toHaveLength(1)
  })

  test("O-05 a day without figures is a gap; a day without a category's figures is zero for it", () => {
    const [malware, threat] = threatFigures(cube, ALL)?.series ?? []
    expect(malware?.points.map(({ blocked }) => blocked)).toEqual([5, undefined, 22, 111])
    expect(threat?.points.map(({ blocked }) => blocked)).toEqual([0, undefined, 0, 0])
  })

  test('O-05 a period longer than the history begins with the first figures', () => {
    const figures = threatFigures(cube, ALL)
    expect(figures && dayName(figures.firstDay)).toBe('2026-11-11')
    expect(threatFigures(cube, { ...ALL, days: 2 })?.total).toBe(140)
  })

  test('O-05 the previous period is compared only if every day of both has figures', () => {
    expect(threatFigures(cube, { ...ALL, days: 1 })?.totalBefore).toBe(22)
    expect(threatFigures(cube, { ...ALL, days: 2 })?.totalBefore).toBeUndefined()
    expect(threatFigures(cube, { ...ALL, days: 4 })?.totalBefore).toBeUndefined()
  })

  test('O-05 a single category has lines for its families, with the small ones combined', () => {
    const families = Array.from({ length: 7 }, (_, index) =>
      row('ba', `F${index}`, 1, { 0: 70 - index, 1: 1 }),
    )
    const linesOf = (count: number) =>
      threatFigures(toCube(NEWEST, families.slice(0, count)), { ...ALL, category: 'ba' })?.familySeries.map(
        ({ family, points }) => [family, points.at(-1)?.blocked],
      )
    expect(linesOf(6)?.map(([family]) => family)).toEqual(['F0', 'F1', 'F2', 'F3', 'F4', 'F5'])
    expect(linesOf(7)).toEqual([
      ['F0', 70],
      ['F1', 69],
      ['F2', 68],
      ['F3', 67],
      ['F4', 66],
      [undefined, 65 + 64],
    ])
    expect(threatFigures(cube, ALL)?.familySeries).toEqual([])
  })

  test('O-05 a year is shown by weeks of seven days; a leftover day counts only in the totals', () => {
    const counts = Object.fromEntries(Array.from({ length: 366 }, (_, daysAgo) => [daysAgo, 1]))
    const year = toCube(NEWEST, [row('ba', 'Injection', 1, counts)])
    const figures = threatFigures(year, { ...ALL, category: 'ba', days: 365 })
    const points = figures?.series[0]?.points ?? []
    expect(figures?.step).toBe('week')
    expect(points).toHaveLength(52)
    expect(figures?.total).toBe(365)
    expect(dayName(points[0]?.firstDay ?? 0)).toBe('2025-11-16')
    expect(points.every(({ days, blocked }) => days === 7 && blocked === 7)).toBe(true)
    expect(dayName(points.at(-1)?.firstDay ?? 0)).toBe('2026-11-08')
    expect(threatFigures(year, { ...ALL, days: 90 })?.step).toBe('day')
  })
})

const anyRow = fc.record({
  category: fc.constantFrom(...THREAT_CATEGORIES),
  family: fc.constantFrom('Emotet', 'Qakbot', '=cmd()', 'a, "b"'),
  region_tid: fc.constantFrom(1, 2, 3),
  counts: fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 365 }), fc.nat({ max: 1_000_000 })), {
    selector: ([daysAgo]) => daysAgo,
    minLength: 1,
    maxLength: 40,
  }),
})

test('O-05 families, lines, total and file always add up to the same', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRow, {
        selector: ({ category, family, region_tid }) => `${category} ${family} ${region_tid}`,
      }),
      fc.option(fc.constantFrom(...THREAT_CATEGORIES), { nil: undefined }),
      fc.option(fc.constantFrom(1, 2, 3, 4), { nil: undefined }),
      fc.constantFrom(...THREAT_PERIODS),
      (rows, category, region, period) => {
        const counts = toCube(
          NEWEST,
          rows.map((each) =>
            row(each.category, each.family, each.region_tid, Object.fromEntries(each.counts)),
          ),
        )
        const figures = threatFigures(counts, {
          category,
          regionTid: region,
          days: THREAT_PERIOD_DAYS[period],
        })
        if (figures === undefined) throw new Error('There are figures')
        const ofFamilies = figures.byCategory.flatMap(({ families }) => families)
        const ofLines = figures.series.flatMap(({ points }) => points)
        expect(sum(ofFamilies)).toBe(figures.total)
        if (figures.step === 'day') expect(sum(ofLines)).toBe(figures.total)
        else expect(sum(ofLines)).toBeLessThanOrEqual(figures.total)
        const ofFamilyLines = figures.familySeries.flatMap(({ points }) => points)
        if (category !== undefined) expect(sum(ofFamilyLines)).toBe(sum(ofLines))
        const edition = { site: { regions: [] }, threats: { counts } } as unknown as Edition
        const lines = writeThreatCsv(edition, { category, period, region }).split('\r\n').slice(1, -1)
        expect(lines.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(',') + 1)), 0)).toBe(
          figures.total,
        )
      },
    ),
  )
})

function sum(parts: readonly { blocked: number | undefined }[]) {
  return parts.reduce((total, { blocked }) => total + (blocked ?? 0), 0)
}
