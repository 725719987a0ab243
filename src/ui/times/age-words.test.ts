import { expect, test } from 'vitest'
import { ageWords } from './age-words.ts'

const MINUTE_MS = 60_000

test.each([
  [0, 'less than 1 min'],
  [-5, 'less than 1 min'],
  [12, '12 min'],
  [60, '1 h'],
  [192, '3 h 12 min'],
  [24 * 60, '1 d'],
  [52 * 60 + 59, '2 d 4 h'],
])('Z-01 an age of %i minutes reads "%s"', (minutes, words) => {
  expect(ageWords(0, minutes * MINUTE_MS)).toBe(words)
})
