import type { PostRecord } from '../../contract/records.ts'
import { statusOf } from './status.ts'

/** When a record's event was, is or will be, as far as the record says. */
export type RecordSpan =
  | { kind: 'between'; from: string; to: string }
  | { kind: 'until-now'; from: string }
  | { kind: 'from'; from: string }
  | { kind: 'posted'; at: string }

type Timed = Pick<PostRecord, 'fromTime' | 'toTime' | 'closed_on' | 'posted_on' | 'status' | 'post_type'>

export function recordSpan(record: Timed): RecordSpan {
  const { fromTime: from } = record
  if (from === null) return { kind: 'posted', at: record.posted_on }
  const to = record.toTime ?? record.closed_on
  if (to !== null) return { kind: 'between', from, to }
  return isStillOpen(record) ? { kind: 'until-now', from } : { kind: 'from', from }
}

/** Advisories and notifications announce something; only incidents and maintenance go on until they end. */
export function isStillOpen(record: Pick<PostRecord, 'closed_on' | 'status' | 'post_type'>): boolean {
  const goesOn = record.post_type === 'incident' || record.post_type === 'maintenance'
  return goesOn && record.closed_on === null && statusOf(record.status).phase === 'now'
}
