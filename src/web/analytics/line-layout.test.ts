import { describe, expect, test } from 'vitest'
import type { Figures, ThreatLine } from './figures.ts'
import { lineLayout, pointAt, xPercentOf } from './line-layout.ts'

function lineOf(category: 'malware' | 'ba', title: string, blocked: (number | null)[]): ThreatLine {
  return { key: category, category, look: 'category', title, blocked }
}

const figures: Figures = {
  from: '2026-11-11',
  to: '2026-11-14',
  step: 'day',
  total: 0,
  totalBefore: null,
  categories: [],
  points: ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-14'].map((day) => ({ day, days: 1 })),
  lines: [
    lineOf('malware', 'Malware', [100, 50, 0, 100]),
    lineOf('ba', 'Behavioral analysis', [0, 50, 100, 98]),
  ],
}

describe('the lines', () => {
  test('O-05 go from zero at the bottom to the largest value at the top', () => {
    const [malware] = lineLayout(figures).lines
    expect(malware?.path).toBe('M0,0L333.3,500L666.7,1000L1000,0')
    expect(lineLayout(figures).values.at(0)).toEqual({ y: 100, words: '0' })
    expect(lineLayout(figures).values.at(-1)).toEqual({ y: 0, words: '100' })
  })

  test('O-05 stay below the highest axis value', () => {
    const layout = lineLayout({ ...figures, lines: [lineOf('ba', 'B', [101, 50, 0, 7])] })
    expect(layout.values.at(-1)).toEqual({ y: 0, words: '125' })
    expect(layout.lines[0]?.places[0]?.y).toBeCloseTo(19.2)
  })

  test('O-05 break at a gap instead of dropping to zero', () => {
    const [malware] = lineLayout({
      ...figures,
      lines: [lineOf('malware', 'Malware', [100, 50, null, 100])],
    }).lines
    expect(malware?.path).toBe('M0,0L333.3,500M1000,0Z')
    expect(malware?.places[2]).toBeUndefined()
  })

  test('O-05 are labeled at their ends without overlap, and moved labels are marked', () => {
    const [malware, analysis] = lineLayout(figures).lines
    expect(malware?.end).toEqual({ x: 100, y: 0 })
    expect(malware).toMatchObject({ labelY: 0, isLabelMoved: false })
    expect(analysis).toMatchObject({ labelY: 6.5, isLabelMoved: true })
  })

  test('O-05 show a week as its average day, even if it is incomplete', () => {
    const weeks = lineLayout({
      ...figures,
      step: 'week',
      points: [
        { day: '2026-10-31', days: 8 },
        { day: '2026-11-08', days: 7 },
      ],
      lines: [lineOf('ba', 'Behavioral analysis', [80, 70])],
    })
    expect(weeks.lines[0]?.places.map((place) => place?.y)).toEqual([0, 0])
  })

  test('O-05 are at zero if nothing was blocked', () => {
    const none = { ...figures, lines: [lineOf('ba', 'B', [0, 0, 0, 0])] }
    expect(lineLayout(none).lines[0]?.places.map((place) => place?.y)).toEqual([100, 100, 100, 100])
  })
})

test('O-05 a position on the chart maps to the nearest point', () => {
  expect(xPercentOf(0, 1)).toBe(50)
  expect(xPercentOf(3, 4)).toBe(100)
  expect(pointAt(0, 4)).toBe(0)
  expect(pointAt(40, 4)).toBe(1)
  expect(pointAt(140, 4)).toBe(3)
  expect(pointAt(-5, 4)).toBe(0)
})
