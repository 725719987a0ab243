import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THREAT_CATEGORIES } from '../../domain/threats/threat-category.ts'
import { type ThreatTotals, threatVerdict } from './threat-verdict.ts'

const ALL: ThreatTotals = {
  category: undefined,
  region: undefined,
  days: 30,
  total: 148_712_904,
  totalBefore: 132_800_000,
}
const say = (totals: Partial<ThreatTotals>) => threatVerdict({ ...ALL, ...totals }).replaceAll('\u00a0', ' ')

test('O-05 the verdict says how many, over how long, and how that compares to before', () => {
  expect(say({})).toBe('148.7 million threats blocked in 30 days, 12% more than in the 30 before.')
  expect(say({ totalBefore: 160_000_000 })).toBe(
    '148.7 million threats blocked in 30 days, 7% fewer than in the 30 before.',
  )
  expect(say({ totalBefore: 148_700_000 })).toBe(
    '148.7 million threats blocked in 30 days, as many as in the 30 before.',
  )
  expect(say({ totalBefore: 40_000_000 })).toBe(
    '148.7 million threats blocked in 30 days, 3.7 times as many as in the 30 before.',
  )
})

test('O-05 there are never 100% fewer while some are left', () => {
  const fewer = (total: number) => say({ total, totalBefore: 1000 }).match(/, (.+) than/)?.[1]
  expect([1, 5, 6, 10].map(fewer)).toEqual(['over 99% fewer', 'over 99% fewer', '99% fewer', '99% fewer'])
})

test('O-05 the verdict names the filters', () => {
  expect(say({ category: 'malware', region: 'Europe', total: 16_540_000, totalBefore: undefined })).toBe(
    'Europe: 16.5 million threats blocked as malware in 30 days.',
  )
  expect(say({ category: 'sandbox', total: 1, totalBefore: undefined })).toBe(
    '1 threat blocked by the sandbox in 30 days.',
  )
  expect(say({ category: 'ba', days: 7 })).toContain('threats blocked by behavioral analysis in 7 days')
})

test('O-05 the verdict says so if nothing was blocked', () => {
  expect(say({ total: 0, totalBefore: undefined })).toBe('No threats blocked in 30 days.')
  expect(say({ total: 0, totalBefore: 12, category: 'threat' })).toBe(
    'No threats blocked as advanced threats in 30 days.',
  )
  expect(say({ days: 1, totalBefore: undefined })).toBe('148.7 million threats blocked in a day.')
})

test('O-05 the verdict has no comparison if there is nothing to compare with', () => {
  expect(say({ totalBefore: 0 })).toBe('148.7 million threats blocked in 30 days.')
})

test('O-05 any totals make one sentence without invalid numbers', () => {
  fc.assert(
    fc.property(
      fc.option(fc.constantFrom(...THREAT_CATEGORIES), { nil: undefined }),
      fc.nat(),
      fc.option(fc.nat(), { nil: undefined }),
      fc.integer({ min: 1, max: 366 }),
      (category, total, totalBefore, days) => {
        const sentence = say({ category, total, totalBefore, days })
        expect(sentence).toMatch(/^[A-Z\d][^\n]*\.$/)
        expect(sentence).not.toMatch(/NaN|undefined|Infinity|-/)
      },
    ),
  )
})
