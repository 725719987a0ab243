import { expect, test } from 'vitest'
import { wordsRoom } from './issue-mark.tsx'

const HOUR = 60

test.each([
  [0, ''],
  [12 * HOUR, ''],
  [24 * HOUR, 'desktop'],
  [36 * HOUR, 'wide-phone tablet desktop'],
  [96 * HOUR, 'phone wide-phone tablet desktop'],
])('S-03 an issue of %i minutes has room for its title on: %s', (minutes, layouts) => {
  expect(wordsRoom(minutes)).toBe(layouts)
})
