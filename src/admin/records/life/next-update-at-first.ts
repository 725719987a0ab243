import { MINUTE_MS } from '../../../domain/time.ts'
import type { LifeRecord } from './life-record.ts'

const USUAL_MINUTES = 60
const ROUND_TO_MINUTES = 5

/** Keeps a promise that is still ahead and renews an overdue one; null if there was none. */
export function nextUpdateAtFirst(
  { next_update }: Pick<LifeRecord, 'next_update'>,
  now: Date,
): string | null {
  if (next_update === null || Date.parse(next_update) > now.getTime()) return next_update
  const step = ROUND_TO_MINUTES * MINUTE_MS
  return new Date(Math.ceil((now.getTime() + USUAL_MINUTES * MINUTE_MS) / step) * step).toISOString()
}
