import { retryDelayMs } from '../../domain/retry-delay.ts'

const POLL_EVERY_MS = 5_000
const POLL_AT_LEAST_EVERY_MS = 60_000
/** Random share of the delay, either way, so that pages opened together drift apart. */
const JITTER = 0.3
/** Refreshes are spread over this time so that readers don't all load the page in the same second. */
const REFRESH_WITHIN_MS = 1_500
/** A few failed polls: longer than a hiccup, shorter than readers would trust an outdated page. */
const LOST_AFTER_MS = 20_000

/** `chance` is in [0, 1). */
export function pollDelayMs({ failures, chance }: { failures: number; chance: number }): number {
  const delay = retryDelayMs({
    attempts: failures + 1,
    firstMs: POLL_EVERY_MS,
    longestMs: POLL_AT_LEAST_EVERY_MS,
  })
  return delay * (1 - JITTER + 2 * JITTER * chance)
}

export function refreshDelayMs(chance: number): number {
  return REFRESH_WITHIN_MS * chance
}

export function lostInMs({ confirmedAt, now }: { confirmedAt: number; now: number }): number {
  return Math.max(0, confirmedAt + LOST_AFTER_MS - now)
}
