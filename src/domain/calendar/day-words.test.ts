import { expect, test } from 'vitest'
import { dayOfMonthWords, longDayWords, monthWords, shortDayWords } from './day-words.ts'

test('a day in words, long and short', () => {
  expect(longDayWords('2026-11-15')).toBe('Sunday, 15 November 2026')
  expect(shortDayWords('2026-11-05')).toBe('5 Nov 2026')
  expect(dayOfMonthWords('2026-11-05')).toBe('5 November')
})

test('a month in words', () => {
  expect(monthWords('2026-11')).toBe('November 2026')
})
