import { MINUTE_MS } from '../../../domain/time.ts'
import type { LifeRecord } from './life-record.ts'

/** As long as a promise usually runs, and to a minute that is easy to say. */
const USUAL_MINUTES = 60
const ROUND_TO_MINUTES = 5

/** What was promised, while it lies ahead; one that is over is promised anew. Who promised nothing need not. */
export function nextUpdateAtFirst(
  { next_update }: Pick<LifeRecord, 'next_update'>,
  now: Date,
): string | null {
  if (next_update === null || Date.parse(next_update) > now.getTime()) return next_update
  const step = ROUND_TO_MINUTES * MINUTE_MS
  return new Date(Math.ceil((now.getTime() + USUAL_MINUTES * MINUTE_MS) / step) * step).toISOString()
}
