import { MINUTE_MS } from './time.ts'

const FIRST_MS = 10_000
const LONGEST_MS = 60 * MINUTE_MS

/**
 * How long to wait after so many attempts that failed: twice as long each time. `chance`, from 0 to 1, spreads those
 * that failed together by half their wait either way, so that they do not come back together.
 */
export function retryDelayMs({
  attempts,
  chance,
  firstMs = FIRST_MS,
}: {
  attempts: number
  chance: number
  firstMs?: number
}): number {
  const doubled = firstMs * 2 ** Math.max(0, attempts - 1)
  return Math.round(Math.min(doubled, LONGEST_MS) * (0.5 + chance))
}
