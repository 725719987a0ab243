import type { PostRecord } from '../../contract/records.ts'
import { incidentEnd } from '../../domain/incident-end.ts'
import { statusOf } from '../../ui/parts/status.ts'

export type RecordSpan =
  | { kind: 'between'; from: string; to: string }
  | { kind: 'until-now'; from: string }
  | { kind: 'from'; from: string }
  | { kind: 'was-planned'; from: string; to: string | null }
  | { kind: 'posted'; at: string }

type Timed = Pick<
  PostRecord,
  'fromTime' | 'toTime' | 'closed_on' | 'posted_on' | 'status' | 'post_type' | 'event_type'
>

export function recordSpan(record: Timed): RecordSpan {
  const { fromTime: from } = record
  if (from === null) return { kind: 'posted', at: record.posted_on }
  if (isPutOff(record)) return { kind: 'was-planned', from, to: record.toTime }
  const to = endOfRecord(record)
  if (to !== null) return { kind: 'between', from, to }
  return isStillOpen(record) ? { kind: 'until-now', from } : { kind: 'from', from }
}

/** Postponed or canceled maintenance: it doesn't take place at the stated time. */
export function isPutOff({ post_type, event_type }: Pick<PostRecord, 'post_type' | 'event_type'>): boolean {
  return post_type === 'maintenance' && event_type === 'postponed'
}

/** Actual or planned end; null if ongoing or without an end. */
export function endOfRecord({
  post_type,
  toTime,
  closed_on,
}: Pick<PostRecord, 'post_type' | 'toTime' | 'closed_on'>): string | null {
  if (post_type === 'incident') return incidentEnd({ to: toTime, closed: closed_on })
  return toTime ?? closed_on
}

/** Only incidents and maintenance are ongoing until they end; advisories and notifications are announcements. */
export function isStillOpen(record: Pick<PostRecord, 'closed_on' | 'status' | 'post_type'>): boolean {
  const goesOn = record.post_type === 'incident' || record.post_type === 'maintenance'
  return goesOn && record.closed_on === null && statusOf(record.status).phase === 'now'
}

export function isOver(record: Pick<PostRecord, 'closed_on' | 'status'>): boolean {
  return record.closed_on !== null || statusOf(record.status).phase === 'over'
}

/** Postponed maintenance that waits for a new window; canceled maintenance gets none. */
export function awaitsWindow(record: Pick<PostRecord, 'post_type' | 'event_type' | 'status'>): boolean {
  return isPutOff(record) && statusOf(record.status).phase === 'ahead'
}

export function owesUpdate<R extends Pick<PostRecord, 'next_update' | 'closed_on' | 'status'>>(
  record: R,
): record is R & { next_update: string } {
  return typeof record.next_update === 'string' && !isOver(record)
}
