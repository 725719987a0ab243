import { expect, test } from 'vitest'
import { durationScale, durationWords, medianOf } from './duration-words.ts'

test.each([
  [0.42, '0.4 s'],
  [9.96, '10 s'],
  [95.5, '96 s'],
  [200, '3 min 20 s'],
  [240, '4 min'],
  [7_500, '2 h 5 min'],
])('Z-06 %s seconds read %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words)
})

test('Z-06 an axis uses the unit of its longest time', () => {
  expect(durationScale(90).tickWords(durationScale(90).inUnit(30))).toBe('30 s')
  expect(durationScale(900).tickWords(durationScale(900).inUnit(300))).toBe('5 min')
  expect(durationScale(90_000).tickWords(durationScale(90_000).inUnit(5_400))).toBe('1.5 h')
})

test('Z-06 half of the values are below the median', () => {
  expect(medianOf([5, 1, 3])).toBe(3)
  expect(medianOf([4, 1, 3, 2])).toBe(2.5)
  expect(medianOf([])).toBe(0)
})
