import { expect, test } from 'vitest'
import { nextUpdateAtFirst } from './next-update-at-first.ts'

const NOW = new Date('2026-11-15T03:02:10Z')

test.each([
  ['nothing stays nothing', null, null],
  ['a promise in the future stays', '2026-11-15T03:30:00.000Z', '2026-11-15T03:30:00.000Z'],
  ['an overdue promise is renewed', '2026-11-15T03:00:00.000Z', '2026-11-15T04:05:00.000Z'],
])('Z-02 %s', (_what, next_update, expected) => {
  expect(nextUpdateAtFirst({ next_update }, NOW)).toBe(expected)
})
