import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough for a busy machine; a passing test never waits this long. */
const GIVE_UP_AFTER_MS = 60_000
/**
 * Each poll costs the awaited machine a query or request. The delay grows with the time waited so far: fast results are
 * seen immediately, and slow ones are not polled fifty times a second.
 */
const PART_OF_THE_WAIT = 1 / 10
const SOONEST_MS = 10
const LATEST_MS = 250

/** Waits until the expectations hold, and fails with the last one that did not. */
export async function eventually<T>(expectations: () => T | Promise<T>): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    try {
      return await expectations()
    } catch (error) {
      const waitedMs = performance.now() - startedAt
      if (waitedMs > GIVE_UP_AFTER_MS) throw error
      await sleep(Math.min(LATEST_MS, Math.max(SOONEST_MS, waitedMs * PART_OF_THE_WAIT)))
    }
  }
}
