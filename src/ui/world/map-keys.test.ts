import { expect, test } from 'vitest'
import { directionOfKey, nearestInDirection } from './map-keys.ts'

const HERE = { x: 0, y: 0 }
const EAST = { x: 10, y: 2 }
const FAR_EAST = { x: 30, y: 0 }
const NORTH = { x: 1, y: -5 }
const ALL = [HERE, FAR_EAST, NORTH, EAST]

test.each([
  ['ArrowRight', EAST],
  ['ArrowUp', NORTH],
  ['ArrowLeft', undefined],
  ['ArrowDown', undefined],
] as const)('M-01 %s leads to the nearest marker on that side', (key, found) => {
  expect(nearestInDirection(HERE, ALL, directionOfKey(key) ?? HERE)).toBe(found)
})

test('M-01 a diagonal marker can be reached in both directions', () => {
  const diagonal = { x: 5, y: 5 }
  expect(nearestInDirection(HERE, [diagonal], { x: 1, y: 0 })).toBe(diagonal)
  expect(nearestInDirection(HERE, [diagonal], { x: 0, y: 1 })).toBe(diagonal)
})

test('M-01 other keys do nothing', () => {
  expect(directionOfKey('Enter')).toBeUndefined()
  expect(directionOfKey('toString')).toBeUndefined()
})
