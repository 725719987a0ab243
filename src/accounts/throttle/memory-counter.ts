import { MINUTE_MS } from '../../domain/time.ts'
import type { Attempt, AttemptVerdict } from './throttle.ts'

/** More accounts than are signed in at the same time; the oldest windows are forgotten first. */
const MOST_COUNTED = 10_000

/**
 * Counts in this process only, for limits that protect this process where reads must not write. Password guessing is
 * counted in the database (`throttle.ts`).
 */
export class MemoryCounter {
  readonly #windows = new Map<string, { startedAtMs: number; attempts: number }>()
  readonly #most: number

  constructor({ most = MOST_COUNTED } = {}) {
    this.#most = most
  }

  take({ limit, subject, now }: Attempt): AttemptVerdict {
    const key = `${limit.name}:${subject}`
    const found = this.#windows.get(key)
    const leftMs = found === undefined ? 0 : found.startedAtMs + limit.windowS * 1000 - now.getTime()
    // It began under a fast clock, so its end is too far away.
    const isAhead = found !== undefined && found.startedAtMs > now.getTime() + MINUTE_MS
    if (found === undefined || leftMs <= 0 || isAhead) {
      this.#begin(key, now)
      return { kind: 'allowed' }
    }
    if (found.attempts >= limit.attempts)
      return { kind: 'throttled', retryAfterS: Math.ceil(leftMs / 1000), limit: limit.name }
    found.attempts++
    return { kind: 'allowed' }
  }

  #begin(key: string, now: Date) {
    this.#windows.delete(key)
    this.#windows.set(key, { startedAtMs: now.getTime(), attempts: 1 })
    const [oldest] = this.#windows.keys()
    if (this.#windows.size > this.#most && oldest !== undefined) this.#windows.delete(oldest)
  }
}
