import { expect, test } from 'vitest'
import { retryAfterSeconds } from './poster.ts'

const now = new Date('2026-03-01T12:00:00Z')

test.each([
  [undefined, undefined],
  ['120', 120],
  [' 5 ', 5],
  ['0', 0],
  ['99999999', 86_400],
  ['Sun, 01 Mar 2026 12:01:30 GMT', 90],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['Sun, 01 Mar 2099 12:00:00 GMT', 86_400],
  ['soon', undefined],
  ['', undefined],
])('U-10 Retry-After: %s', (value, seconds) => {
  expect(retryAfterSeconds(value, { now })).toBe(seconds)
})
