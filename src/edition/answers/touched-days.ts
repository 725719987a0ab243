import { incidentEnd } from '../../domain/incident-end.ts'
import type { RecordKind } from '../../domain/record.ts'
import { type UtcDay, utcDay } from '../../domain/time.ts'

export interface RecordTimes {
  kind: RecordKind
  created_at: Date
  posted_on: Date | null
  from_time: Date | null
  to_time: Date | null
  closed_on: Date | null
}

/** First and last day, inclusive. */
export interface DaySpan {
  first: UtcDay
  last: UtcDay
}

/**
 * The days of a record, for the calendar and the filter by day. An announcement belongs to the day it was posted,
 * anything else to every day from start to end, and an open incident to every day until today.
 */
export function touchedDays(record: RecordTimes, now: Date): DaySpan {
  const posted = record.posted_on ?? record.created_at
  const isAnnounced = record.kind === 'advisory' || record.kind === 'notification'
  const from = (isAnnounced ? posted : (record.from_time ?? posted)).getTime()
  const first = utcDay(from)
  const last = isAnnounced ? first : utcDay(lastMoment(record, from, now))
  return { first, last: Math.max(first, last) }
}

export function touchesDay({ first, last }: DaySpan, day: UtcDay): boolean {
  return first <= day && day <= last
}

/** An end at midnight does not count for the next day. */
function lastMoment({ kind, to_time, closed_on }: RecordTimes, from: number, now: Date) {
  const end = kind === 'incident' ? incidentEnd({ to: to_time, closed: closed_on }) : (to_time ?? closed_on)
  if (end !== null) return end.getTime() - 1
  return kind === 'incident' ? now.getTime() : from
}
