import { expect, test } from 'vitest'
import { becauseWords, tidyReason } from './withdrawal-words.ts'

test.each([
  ['the alarm came from a test system', 'the alarm came from a test system'],
  ['  Because the alarm\ncame from a test system.  ', 'the alarm came from a test system'],
  ['The alarm came from a test system.', 'the alarm came from a test system'],
  ["It's a false alarm.", "it's a false alarm"],
  ['It’s a false alarm.', 'it’s a false alarm'],
  ['DNS Control was not affected', 'DNS Control was not affected'],
  ['Warsaw II was never down.', 'Warsaw II was never down'],
  ['   ', ''],
])('the reason %j reads well after “because”', (typed, reason) => {
  expect(tidyReason(typed)).toBe(reason)
})

test('a note without a reason ends after the time', () => {
  expect(becauseWords(null)).toBe('.')
  expect(becauseWords('it was a test')).toBe(' because it was a test.')
})
