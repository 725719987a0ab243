import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchClock } from './watch-clock.ts'

const MINUTE_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('logs a clock skew above two seconds once, then every hour, and when it is gone', async () => {
  const lines: string[] = []
  let skewMs = 1_900
  const watch = watchClock({
    readSkewMs: async () => skewMs,
    clock: () => new Date(),
    log: {
      warn: (of: { aheadSeconds: number }) => lines.push(`${of.aheadSeconds} s ahead`),
      info: () => lines.push('agree'),
    } as never,
  })
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(lines).toEqual([])
  skewMs = -600_000
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS)
  expect(lines).toEqual(['-600 s ahead'])
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS)
  expect(lines).toEqual(['-600 s ahead', '-600 s ahead'])
  skewMs = 0
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS)
  expect(lines.slice(2)).toEqual(['agree'])
  await watch.stop()
})
