import { describe, expect, test } from 'vitest'
import { estimatedSpan, isIsoDay } from './estimated-date.ts'

describe('C-01 an estimate with a date', () => {
  test.each([
    ['2026-03-15', '2026-03-15', '2026-03-16'],
    ['15 Mar 2026', '2026-03-15', '2026-03-16'],
    ['15 March 2026', '2026-03-15', '2026-03-16'],
    ['March 15, 2026', '2026-03-15', '2026-03-16'],
    ['Sept. 1st, 2026', '2026-09-01', '2026-09-02'],
    ['29 February 2028', '2028-02-29', '2028-03-01'],
    ['March 2026', '2026-03-01', '2026-04-01'],
    ['2026-12', '2026-12-01', '2027-01-01'],
    ['Q3 2026', '2026-07-01', '2026-10-01'],
    [' q4  2026 ', '2026-10-01', '2027-01-01'],
    ['2026 Q1', '2026-01-01', '2026-04-01'],
    ['H2 2026', '2026-07-01', '2027-01-01'],
    ['2026', '2026-01-01', '2027-01-01'],
  ])('%s', (written, from, to) => {
    expect(estimatedSpan(written)).toEqual({ from: Date.parse(from), to: Date.parse(to) })
  })
})

describe('C-01 an estimate without a date', () => {
  test.each([
    'Approved',
    'TBD',
    'n/a',
    '',
    'Q5 2026',
    'Q3',
    '2026-02-30',
    '31 June 2026',
    '2026-13',
    'Marchember 2026',
    'Approved 15 Mar 2026',
    'mid 2026',
    '26',
  ])('%j', (written) => {
    expect(estimatedSpan(written)).toBeUndefined()
  })
})

test('only ISO dates are recognized as such', () => {
  expect(['2026-03-15', ' 2026-03-15 ', '2026-02-30', '15 Mar 2026', 'Q1 2026'].map(isIsoDay)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
