import { describe, expect, test } from 'vitest'
import { daysOf, periodWords, pointSentence, threatHighlights } from './figure-words.ts'
import type { Figures, ThreatLine } from './figures.ts'

function line(category: 'malware' | 'ba', title: string, blocked: (number | null)[]): ThreatLine {
  return { key: category, category, look: 'category', title, blocked }
}

const figures: Figures = {
  from: '2026-11-12',
  to: '2026-11-14',
  step: 'day',
  total: 1020,
  totalBefore: null,
  categories: [
    { category: 'malware', title: 'Malware', blocked: 900, families: [{ family: 'Emotet', blocked: 900 }] },
    { category: 'ba', title: 'Behavioral analysis', blocked: 120, families: [{ family: 'X', blocked: 120 }] },
  ],
  points: ['2026-11-12', '2026-11-13', '2026-11-14'].map((day, index) => ({
    day,
    days: index === 1 ? 0 : 1,
  })),
  lines: [line('malware', 'Malware', [100, null, 800]), line('ba', 'Behavioral analysis', [110, null, 10])],
}
const plain = (words: string) => words.replaceAll('\u00a0', ' ')

test('O-05 the period is named by its first and last day', () => {
  expect(periodWords(figures)).toBe('12 Nov 2026 to 14 Nov 2026')
  expect(daysOf(figures)).toBe(3)
})

describe('highlights', () => {
  test('O-05 are the most frequent family and the busiest day', () => {
    expect(threatHighlights(figures).map(plain)).toEqual([
      'most often Emotet, 88% of all blocked',
      'busiest on Sat, 14 Nov 2026 with 810',
    ])
  })

  test('O-05 name the busiest week of a year, even if it is incomplete', () => {
    const points = [
      { day: '2026-11-01', days: 13 },
      { day: '2026-11-14', days: 1 },
    ]
    const lines = [line('ba', 'B', [1300, 700])]
    expect(threatHighlights({ ...figures, step: 'week', points, lines }).at(-1)).toBe(
      'busiest in the week from 14 Nov 2026 with 700 per day',
    )
  })

  test('O-05 name the category that a share refers to', () => {
    const categories = [
      {
        category: 'malware' as const,
        title: 'Malware',
        blocked: 1020,
        families: [
          { family: 'Emotet', blocked: 900 },
          { family: 'Qakbot', blocked: 120 },
        ],
      },
    ]
    expect(threatHighlights({ ...figures, categories })[0]).toBe(
      'most often Emotet, 88% of all blocked as malware',
    )
  })

  test('O-05 are empty if nothing was blocked', () => {
    expect(threatHighlights({ ...figures, total: 0, categories: [] })).toEqual([])
  })
})

describe('a point', () => {
  test('O-05 lists all lines, largest first, and their total', () => {
    expect(pointSentence(figures, 0)).toBe(
      'Thu, 12 Nov 2026: Behavioral analysis 110, Malware 100, total 210',
    )
  })

  test('O-05 in a gap says that there are no figures', () => {
    expect(pointSentence(figures, 1)).toBe('Fri, 13 Nov 2026: no figures')
  })
})
