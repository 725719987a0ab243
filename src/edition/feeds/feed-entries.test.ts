import { expect, test } from 'vitest'
import { newestOf } from './feed-entries.ts'

const itself = (when: number) => when

test.each([
  ['in order', [[5, 4, 3, 2, 1]]],
  ['backwards', [[1, 2, 3, 4, 5]]],
  ['mixed', [[3, 5, 1, 2, 4]]],
  ['in several lists', [[1, 5], [], [4, 2, 3]]],
  [
    'more than once',
    [
      [5, 4, 1],
      [5, 4, 3],
    ],
  ],
])('the newest come first, each once, whatever the order of the lists: %s', (_, lists) => {
  expect(newestOf(lists, 3, itself)).toEqual([5, 4, 3])
})

test('returns everything if there are fewer than requested', () => {
  expect(newestOf([[1, 2]], 3, itself)).toEqual([2, 1])
  expect(newestOf([], 3, itself)).toEqual([])
})

test('keeps the order of things with the same time', () => {
  const things = ['a', 'b', 'c']
  expect(newestOf([things], 2, () => 7)).toEqual(['a', 'b'])
})
