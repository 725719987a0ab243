import { MINUTE_MS } from './time.ts'

const FIRST_MS = 10_000
const LONGEST_MS = 60 * MINUTE_MS

/**
 * `chance`, from 0 to 1, varies the delay by half in both directions, so that deliveries that failed together
 * aren't retried together.
 */
export function retryDelayMs({
  attempts,
  chance = 0.5,
  firstMs = FIRST_MS,
  longestMs = LONGEST_MS,
}: {
  attempts: number
  chance?: number
  firstMs?: number
  longestMs?: number
}): number {
  const doubled = firstMs * 2 ** Math.max(0, attempts - 1)
  return Math.round(Math.min(doubled, longestMs) * (0.5 + chance))
}
