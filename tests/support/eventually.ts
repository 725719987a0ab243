import { vi } from 'vitest'

/** Long enough for a busy machine; a test that passes never waits for it. */
const GIVE_UP_AFTER_MS = 60_000
const LOOK_AGAIN_AFTER_MS = 20

/** Waits until the expectations hold, and fails with the last one that did not. */
export function eventually<T>(expectations: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(expectations, { timeout: GIVE_UP_AFTER_MS, interval: LOOK_AGAIN_AFTER_MS })
}
