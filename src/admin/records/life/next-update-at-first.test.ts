import { expect, test } from 'vitest'
import { nextUpdateAtFirst } from './next-update-at-first.ts'

const NOW = new Date('2026-11-15T03:02:10Z')

test.each([
  ['nothing was promised', null, null],
  ['a promise ahead stays', '2026-11-15T03:30:00.000Z', '2026-11-15T03:30:00.000Z'],
  ['a promise that is over is made anew', '2026-11-15T03:00:00.000Z', '2026-11-15T04:05:00.000Z'],
])('Z-02 %s', (_what, next_update, expected) => {
  expect(nextUpdateAtFirst({ next_update }, NOW)).toBe(expected)
})
