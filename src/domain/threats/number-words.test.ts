import { expect, test } from 'vitest'
import { exactNumber, shareWords, shortNumber } from './number-words.ts'

test.each([
  [0, '0'],
  [12, '12'],
  [999, '999'],
  [1000, '1k'],
  [1250, '1.3k'],
  [500_000, '500k'],
  [999_949, '999.9k'],
  [999_960, '1M'],
  [1_500_000, '1.5M'],
  [148_712_904, '148.7M'],
  [999_960_000, '1bn'],
  [2_345_000_000, '2.3bn'],
])('O-05 %i is shortened to %s', (count, words) => {
  expect(shortNumber(count)).toBe(words)
})

test('O-05 tables show exact numbers', () => {
  expect(exactNumber(148_712_904)).toBe('148,712,904')
})

test('O-05 a share is never 0% if there is something, and never 100% if there is something else', () => {
  expect(shareWords(23, 100)).toBe('23%')
  expect(shareWords(1, 1000)).toBe('<1%')
  expect(shareWords(999, 1000)).toBe('>99%')
  expect(shareWords(0, 1000)).toBe('0%')
  expect(shareWords(5, 5)).toBe('100%')
  expect(shareWords(0, 0)).toBe('0%')
})
