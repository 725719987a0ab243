import type { PostRecord } from '../../contract/records.ts'
import { MINUTE_MS } from '../../domain/time.ts'

type Timed = Pick<PostRecord, 'post_type' | 'fromTime' | 'toTime' | 'actual_from_time' | 'actual_to_time'>

export function actualTimes(record: Timed): { from: string | undefined; to: string | undefined } | undefined {
  const { actual_from_time: from, actual_to_time: to } = record
  const isAsPlanned = isSameMinute(from, record.fromTime) && isSameMinute(to, record.toTime)
  return record.post_type !== 'maintenance' || isAsPlanned ? undefined : { from, to }
}

/** A missing time counts as matching. */
function isSameMinute(actual: string | undefined, planned: string | null) {
  if (actual === undefined || planned === null) return true
  return Math.abs(Date.parse(actual) - Date.parse(planned)) < MINUTE_MS
}
