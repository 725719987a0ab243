import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

test('each delay is twice the last, up to an hour', () => {
  const waits = [1, 2, 3, 4].map((attempts) => retryDelayMs({ attempts, chance: 0.5 }))
  expect(waits).toEqual([10_000, 20_000, 40_000, 80_000])
  expect(retryDelayMs({ attempts: 12, chance: 0.5 })).toBe(3_600_000)
  expect(retryDelayMs({ attempts: 5_000, chance: 0.5 })).toBe(3_600_000)
})

test('deliveries that failed together are retried apart', () => {
  expect(retryDelayMs({ attempts: 2, chance: 0 })).toBe(10_000)
  expect(retryDelayMs({ attempts: 2, chance: 1 })).toBe(30_000)
})

test('the caller can set the first and the longest delay', () => {
  const waits = [1, 2, 3, 4, 5_000].map((attempts) =>
    retryDelayMs({ attempts, firstMs: 100, longestMs: 500 }),
  )
  expect(waits).toEqual([100, 200, 400, 500, 500])
})
