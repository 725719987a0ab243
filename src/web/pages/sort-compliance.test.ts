import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ComplianceSort } from '../../domain/compliance/compliance-query.ts'
import { sortCompliance } from './sort-compliance.ts'

const DATES = ['Q3 2026', 'TBD', '2026-07-20', 'July 2026', '', 'Approved', '15 Mar 2026', '2027', 'Approved']

describe('C-01 the compliance table', () => {
  test('keeps the order of staff unless sorted', () => {
    expect(dates(undefined)).toEqual(DATES)
  })

  test('sorts estimates by time, with text after them', () => {
    expect(dates({ column: 'date', order: 'asc' })).toEqual([
      '15 Mar 2026',
      'July 2026',
      'Q3 2026',
      '2026-07-20',
      '2027',
      'Approved',
      'Approved',
      'TBD',
      '',
    ])
  })

  test('sorts the latest first on request, with text still after them', () => {
    expect(dates({ column: 'date', order: 'desc' })).toEqual([
      '2027',
      '2026-07-20',
      'Q3 2026',
      'July 2026',
      '15 Mar 2026',
      'TBD',
      'Approved',
      'Approved',
      '',
    ])
  })

  test('sorts text naturally: by number, ignoring case and accents', () => {
    const texts = ['Phase 10', 'phase 2', 'Ébauche', 'Zone', 'edge']
    expect(sorted(texts, 'asc')).toEqual(['Ébauche', 'edge', 'phase 2', 'Phase 10', 'Zone'])
    expect(sorted(texts, 'desc')).toEqual(['Zone', 'Phase 10', 'phase 2', 'edge', 'Ébauche'])

    function sorted(descriptions: string[], order: 'asc' | 'desc') {
      const rows = descriptions.map((description) => ({ description, date: '' }))
      return sortCompliance(rows, { column: 'description', order }).map(({ description }) => description)
    }
  })

  test('keeps every row, and the order of equal rows', () => {
    const row = fc.record({ description: fc.constantFrom('a', 'A', 'b'), date: fc.constantFrom(...DATES) })
    const sort = fc.record({
      column: fc.constantFrom('description' as const, 'date' as const),
      order: fc.constantFrom('asc' as const, 'desc' as const),
    })
    fc.assert(
      fc.property(fc.array(row), sort, (rows, how) => {
        const numbered = rows.map((each, number) => ({ ...each, number }))
        const after = sortCompliance(numbered, how)
        expect(after.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
          numbered.map(({ number }) => number),
        )
        const alike = after.filter((each) => each[how.column] === after[0]?.[how.column])
        expect(alike.map(({ number }) => number)).toEqual(
          alike.map(({ number }) => number).toSorted((a, b) => a - b),
        )
        expect(sortCompliance(after, how)).toEqual(after)
      }),
    )
  })
})

function dates(sort: ComplianceSort | undefined) {
  const rows = DATES.map((date) => ({ description: 'Feature', date }))
  return sortCompliance(rows, sort).map(({ date }) => date)
}
