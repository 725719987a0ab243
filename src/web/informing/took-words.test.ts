import { expect, test } from 'vitest'
import { eachTookWords, tookWords } from './took-words.ts'

test('minutes are rounded up, so that a missed goal looks missed', () => {
  expect([0, 0.4, 1, 7.2, 60, 61.5].map(tookWords)).toEqual([
    'under a minute',
    'under a minute',
    '1 min',
    '8 min',
    '1 h',
    '1 h 2 min',
  ])
})

test('few times are listed, and the same words are said once', () => {
  expect(eachTookWords([])).toBe('')
  expect(eachTookWords([0.2])).toBe('under a minute')
  expect(eachTookWords([0.2, 0.5])).toBe('under a minute each time')
  expect(eachTookWords([4, 4, 4])).toBe('4 min each time')
  expect(eachTookWords([0.1, 0.2, 0.3, 4])).toBe('under a minute (3 times) and 4 min')
  expect(eachTookWords([0.1, 0.2, 4, 61])).toBe('under a minute (twice), 4 min and 1 h 1 min')
  expect(eachTookWords([2, 4, 61])).toBe('2 min, 4 min and 1 h 1 min')
})
