import { expect, test } from 'vitest'
import { moved, placeUnder } from './moved.ts'

test('Z-04 an item moves up, down and to the ends, and the others keep their order', () => {
  expect(moved(['a', 'b', 'c', 'd'], 2, 0)).toEqual(['c', 'a', 'b', 'd'])
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(['a', 'b'], 0, 9)).toEqual(['b', 'a'])
  expect(moved(['a', 'b'], 1, -3)).toEqual(['b', 'a'])
})

test('Z-04 an invalid index moves nothing', () => {
  expect(moved(['a', 'b'], 5, 0)).toEqual(['a', 'b'])
})

const ROWS = [
  { top: 0, bottom: 40 },
  { top: 40, bottom: 80 },
  { top: 80, bottom: 120 },
]

test('Z-04 a dragged row takes the place of the row whose middle it has passed', () => {
  expect(placeUnder(ROWS, 0, 0)).toBe(0)
  expect(placeUnder(ROWS, 0, 39)).toBe(0)
  expect(placeUnder(ROWS, 0, 41)).toBe(1)
  expect(placeUnder(ROWS, 0, 500)).toBe(2)
  expect(placeUnder(ROWS, 2, -41)).toBe(1)
  expect(placeUnder(ROWS, 2, -500)).toBe(0)
})
