import { expect, test } from 'vitest'
import { dayFromName, dayName } from '../../domain/time.ts'
import { dayAfterKey } from './day-after-key.ts'

test.each([
  ['2026-11-15', 'ArrowLeft', '2026-11-14'],
  ['2026-11-30', 'ArrowRight', '2026-12-01'],
  ['2026-11-03', 'ArrowUp', '2026-10-27'],
  ['2026-11-15', 'ArrowDown', '2026-11-22'],
  ['2026-11-11', 'Home', '2026-11-09'],
  ['2026-11-09', 'Home', '2026-11-09'],
  ['2026-11-11', 'End', '2026-11-15'],
  ['2026-12-31', 'PageUp', '2026-11-30'],
  ['2026-01-31', 'PageDown', '2026-02-28'],
  ['2026-11-15', 'PageDown', '2026-12-15'],
])('L-05 from %s the key %s leads to %s', (day, key, next) => {
  expect(dayName(dayAfterKey(dayFromName(day), key) ?? 0)).toBe(next)
})

test('other keys lead nowhere', () => {
  expect(dayAfterKey(dayFromName('2026-11-15'), 'Enter')).toBeUndefined()
})
