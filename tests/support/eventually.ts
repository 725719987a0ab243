import { setTimeout as sleep } from 'node:timers/promises'

/** Long enough for a busy machine; a test that passes never waits for it. */
const GIVE_UP_AFTER_MS = 60_000
/**
 * A look costs a query or a request of the machine that is waited for. So the next one comes after a part of the time that
 * it has taken already: what comes soon is seen at once, and what takes seconds is not asked about fifty times in each.
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
