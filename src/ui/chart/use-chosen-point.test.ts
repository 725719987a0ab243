import { expect, test } from 'vitest'
import { indexAfterKey } from './use-chosen-point.ts'

test.each([
  [5, 'ArrowLeft', 4],
  [5, 'ArrowRight', 6],
  [0, 'ArrowLeft', 0],
  [29, 'ArrowRight', 29],
  [12, 'PageDown', 5],
  [12, 'PageUp', 19],
  [12, 'Home', 0],
  [12, 'End', 29],
  [12, 'Tab', undefined],
])('O-05 of 30 points, from %i the key %s leads to %s', (index, key, next) => {
  expect(indexAfterKey(index, key, 30)).toBe(next)
})
