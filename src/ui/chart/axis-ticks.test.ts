import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayFromName, dayName } from '../../domain/time.ts'
import { dayTicks, valueTicks } from './axis-ticks.ts'

function days(count: number, step = 1) {
  const last = dayFromName('2026-11-14')
  return Array.from({ length: count }, (_, index) => dayName(last - (count - 1 - index) * step))
}

describe('values', () => {
  test('O-05 are round and start at zero', () => {
    expect(valueTicks(3_030_000)).toEqual([0, 1_000_000, 2_000_000, 3_000_000, 4_000_000])
    expect(valueTicks(2_300_000)).toEqual([0, 500_000, 1_000_000, 1_500_000, 2_000_000, 2_500_000])
    expect(valueTicks(7)).toEqual([0, 2, 4, 6, 8])
    expect(valueTicks(1)).toEqual([0, 1])
    expect(valueTicks(0)).toEqual([0, 1])
  })

  test('O-05 are few whole numbers, the last at or above the largest value', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 1e13, noNaN: true }), (largest) => {
        const ticks = valueTicks(largest)
        expect(ticks.length).toBeGreaterThanOrEqual(1)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.every(Number.isInteger)).toBe(true)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(largest * 0.999999)
      }),
    )
  })
})

describe('days', () => {
  const words = (ticks: { words: string }[]) => ticks.map((tick) => tick.words)

  test('O-05 of a week are all named, every other one on small screens', () => {
    const ticks = dayTicks(days(7), 'day')
    expect(words(ticks)).toEqual(['8 Nov', '9 Nov', '10 Nov', '11 Nov', '12 Nov', '13 Nov', '14 Nov'])
    expect(words(ticks.filter(({ isMain }) => isMain))).toEqual(['8 Nov', '10 Nov', '12 Nov', '14 Nov'])
  })

  test('O-05 of a month go back by weeks from the newest', () => {
    expect(words(dayTicks(days(30), 'day'))).toEqual(['17 Oct', '24 Oct', '31 Oct', '7 Nov', '14 Nov'])
  })

  test('O-05 of a quarter are the first and the fifteenth of each month', () => {
    const ticks = dayTicks(days(90), 'day')
    expect(words(ticks)).toEqual(['1 Sep', '15 Sep', '1 Oct', '15 Oct', '1 Nov'])
    expect(words(ticks.filter(({ isMain }) => isMain))).toEqual(['1 Sep', '1 Oct', '1 Nov'])
  })

  test('O-05 of a year are its months, with the year in place of January', () => {
    const ticks = dayTicks(days(52, 7), 'week')
    expect(words(ticks)).toEqual([
      'Dec',
      '2026',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
    ])
    expect(words(ticks.filter(({ isMain }) => isMain))).toEqual(['2026', 'Apr', 'Jul', 'Oct'])
  })
})
