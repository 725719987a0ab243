import { retryDelayMs } from '../../domain/retry-delay.ts'

/** A publication is on every open page within a few seconds, and an unchanged answer costs a 304. */
const POLL_EVERY_MS = 5_000
/** A site in trouble is not asked more often for being in trouble. */
const POLL_AT_LEAST_EVERY_MS = 60_000
/** Part of the wait that chance decides, either way: pages that were opened together drift apart. */
const JITTER = 0.3
/** Everybody hears of a publication within a poll; nobody asks for the page in the same second as all others. */
const REFRESH_WITHIN_MS = 1_500
/** Some failed polls: longer than a hiccup, shorter than a reader's trust in a page that may be old. */
const LOST_AFTER_MS = 20_000

/** `chance` is from 0 up to 1. */
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

/** How long until a page that is not confirmed must say so; 0 when it is time. */
export function lostInMs({ confirmedAt, now }: { confirmedAt: number; now: number }): number {
  return Math.max(0, confirmedAt + LOST_AFTER_MS - now)
}
