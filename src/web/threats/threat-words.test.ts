import { expect, test } from 'vitest'
import { amountWords, roughly, threatDayWords } from './threat-words.ts'

test('O-04 a day is abbreviated, whichever it is', () => {
  expect(threatDayWords('2026-05-02')).toBe('Sat, 2 May 2026')
  expect(threatDayWords('2026-09-30')).toBe('Wed, 30 Sep 2026')
})

test.each([
  [0, '0'],
  [1, '1'],
  [48_213, '48,213'],
  [999_999, '999,999'],
  [1_000_000, '1 million'],
  [4_912_345, '4.9 million'],
  [148_660_000, '148.7 million'],
  [999_940_000, '999.9 million'],
  [999_960_000, '1 billion'],
  [2_340_000_000, '2.3 billion'],
])('O-04 %i is %s', (amount, words) => {
  expect(amountWords(amount)).toBe(words)
})

test.each([
  [3, '3'],
  [12_250, '12,000'],
  [987, '990'],
  [1_249_000, '1.2 million'],
])('O-04 %i is about %s', (amount, words) => {
  expect(roughly(amount)).toBe(words)
})
