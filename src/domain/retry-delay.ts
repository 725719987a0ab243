import { MINUTE_MS } from './time.ts'

const FIRST_MS = 10_000
const LONGEST_MS = 60 * MINUTE_MS

/**
 * How long to wait after so many failed attempts: twice as long each time, up to `longestMs`. `chance`, from 0 to 1,
 * spreads those that failed together by half their wait either way, so that they do not come back together.
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
