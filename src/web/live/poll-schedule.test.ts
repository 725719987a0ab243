import { expect, test } from 'vitest'
import { lostInMs, pollDelayMs, refreshDelayMs } from './poll-schedule.ts'

const ALMOST_ONE = 0.999999

test('a page polls about every five seconds, up to thirty percent earlier or later', () => {
  expect(pollDelayMs({ failures: 0, chance: 0 })).toBe(3_500)
  expect(pollDelayMs({ failures: 0, chance: 0.5 })).toBe(5_000)
  expect(pollDelayMs({ failures: 0, chance: ALMOST_ONE })).toBeCloseTo(6_500, 0)
})

test('each failure doubles the delay, up to a minute', () => {
  const waits = [0, 1, 2, 3, 4, 5, 100, 5_000].map((failures) => pollDelayMs({ failures, chance: 0.5 }))
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000])
})

test('jitter applies equally to long and short delays', () => {
  expect(pollDelayMs({ failures: 9, chance: 0 })).toBe(42_000)
  expect(pollDelayMs({ failures: 9, chance: ALMOST_ONE })).toBeCloseTo(78_000, 0)
})

test('refreshes are spread over a second and a half', () => {
  expect(refreshDelayMs(0)).toBe(0)
  expect(refreshDelayMs(0.5)).toBe(750)
  expect(refreshDelayMs(ALMOST_ONE)).toBeLessThan(1_500)
})

test('a page unconfirmed for twenty seconds must say so', () => {
  expect(lostInMs({ confirmedAt: 1_000, now: 6_000 })).toBe(15_000)
  expect(lostInMs({ confirmedAt: 1_000, now: 21_000 })).toBe(0)
  expect(lostInMs({ confirmedAt: 1_000, now: 9_000_000 })).toBe(0)
})
