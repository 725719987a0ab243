import type { EventKind } from '../../domain/calendar/event-kind.ts'
import { incidentEnd } from '../../domain/incident-end.ts'
import type { RecordKind } from '../../domain/record.ts'
import { type UtcDay, utcDay } from '../../domain/time.ts'
import { workPhase } from '../../domain/work-phase.ts'

export interface RecordTimes {
  kind: RecordKind
  created_at: Date
  posted_on: Date | null
  from_time: Date | null
  to_time: Date | null
  closed_on: Date | null
  event_type: EventKind
  actual_from_time: Date | null
}

/** First and last day, inclusive. */
export interface DaySpan {
  first: UtcDay
  last: UtcDay
}

/**
 * The days of a record, for the calendar and the filter by day. An announcement belongs to the day it was posted,
 * anything else to every day from start to end, and an open incident or overrunning maintenance to every day until
 * today.
 */
export function touchedDays(record: RecordTimes, now: Date): DaySpan {
  const posted = record.posted_on ?? record.created_at
  const isAnnounced = record.kind === 'advisory' || record.kind === 'notification'
  const really = record.kind === 'maintenance' && record.closed_on === null ? record.actual_from_time : null
  const from = (isAnnounced ? posted : (really ?? record.from_time ?? posted)).getTime()
  const first = utcDay(from)
  const last = isAnnounced ? first : utcDay(lastMoment(record, from, now))
  return { first, last: Math.max(first, last) }
}

export function touchesDay({ first, last }: DaySpan, day: UtcDay): boolean {
  return first <= day && day <= last
}

/** An end at midnight does not count for the next day. */
function lastMoment(record: RecordTimes, from: number, now: Date) {
  if (isOverrunning(record, now)) return now.getTime()
  const { kind, to_time, closed_on } = record
  const end = kind === 'incident' ? incidentEnd({ to: to_time, closed: closed_on }) : (to_time ?? closed_on)
  if (end !== null) return end.getTime() - 1
  return kind === 'incident' ? now.getTime() : from
}

/** Changes no days in the middle of a day, so answers made from it last until midnight. */
function isOverrunning(record: RecordTimes, now: Date) {
  return (
    record.kind === 'maintenance' &&
    record.to_time !== null &&
    record.to_time <= now &&
    workPhase(record, now) === 'under-way'
  )
}
