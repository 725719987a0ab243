import type { LockedRecordState } from '../../db/record-life.ts'
import { endStated } from '../../domain/incident-end.ts'
import type { PublicationStep } from '../../domain/notifying/publication.ts'
import type { RecordKind } from '../../domain/record.ts'
import type { StepRefusal } from './step-outcome.ts'

export interface LifeState {
  kind: RecordKind
  status_class: string
  is_closed: boolean
  from_time: Date | null
  to_time: Date | null
  actual_from_time: Date | null
  actual_to_time: Date | null
  closed_on: Date | null
  starts_by_itself: boolean
  ends_by_itself: boolean
}

export interface NextStatus {
  class: string
  is_closed: boolean
}

export interface NextLifeState {
  step: PublicationStep
  changes: Partial<Omit<LifeState, 'kind' | 'status_class' | 'is_closed'>>
}

/** For a record that changes its status at `at`; `now` is the clock of the timetable. */
export function nextLifeState(
  record: LifeState,
  status: NextStatus,
  { at, now }: { at: Date; now: Date },
): NextLifeState {
  if (status.class === record.status_class || staysOver(record, status))
    return { step: 'updated', changes: {} }
  if (record.kind === 'maintenance') return nextOfMaintenance(record, status, { at, now })
  if (status.is_closed) return { step: 'resolved', changes: closing(record, at) }
  return { step: 'updated', changes: reopening(record) }
}

/** An end that readers know is not told again, and keeps its time. Work that turns out to be postponed has not ended. */
function staysOver(record: LifeState, status: NextStatus): boolean {
  if (record.kind !== 'maintenance') return record.is_closed && status.is_closed
  return isOver(record) && status.is_closed && status.class !== 'postponed'
}

/** Postponed maintenance is closed, but may still get a new window. */
export function isOver({ is_closed, status_class }: Pick<LifeState, 'is_closed' | 'status_class'>): boolean {
  return is_closed && status_class !== 'postponed'
}

function closing({ kind, to_time }: LifeState, at: Date): NextLifeState['changes'] {
  const isNamedLater = endStated(kind, { to: to_time, closed: at }) !== to_time
  return { closed_on: at, ...(isNamedLater && { to_time: null }) }
}

/** Drops the stated end, which turned out to be wrong. */
function reopening({ kind, is_closed }: LifeState): NextLifeState['changes'] {
  if (!is_closed) return {}
  return { closed_on: null, ...(kind === 'incident' && { to_time: null }) }
}

function nextOfMaintenance(
  record: LifeState,
  status: NextStatus,
  { at, now }: { at: Date; now: Date },
): NextLifeState {
  const { actual_from_time: began } = record
  if (status.class === 'postponed') {
    return { step: 'postponed', changes: { closed_on: at, actual_from_time: null, actual_to_time: null } }
  }
  if (status.class === 'archived') {
    return { step: 'cancelled', changes: { closed_on: at, ...(began !== null && { actual_to_time: at }) } }
  }
  if (status.is_closed) {
    const changes = {
      closed_on: at,
      actual_from_time: began ?? earlier(record.from_time, at),
      actual_to_time: at,
    }
    return { step: 'completed', changes }
  }
  if (status.class === 'scheduled') {
    const changes = { closed_on: null, actual_from_time: null, actual_to_time: null }
    // Staff reopened it on purpose; the timetable would start it again within the minute.
    const isTimeOver = record.from_time !== null && record.from_time <= now
    return { step: 'updated', changes: { ...changes, ...(isTimeOver && { starts_by_itself: false }) } }
  }
  const isBeginning = began === null && !record.is_closed
  const isTimeOver = record.to_time !== null && record.to_time <= now
  return {
    step: isBeginning || record.status_class === 'postponed' ? 'started' : 'updated',
    changes: {
      closed_on: null,
      actual_from_time: began ?? at,
      actual_to_time: null,
      ...(isTimeOver && { ends_by_itself: false }),
    },
  }
}

/**
 * The earliest time of an update: when the incident began or was posted, and for other kinds when it was posted. Work
 * is announced before its window.
 */
export function beginningOfUpdates({
  kind,
  from_time,
  posted_on,
}: Pick<LockedRecordState, 'kind' | 'from_time' | 'posted_on'>): Date | null {
  if (kind !== 'incident' || from_time === null || posted_on === null) return posted_on ?? from_time
  return earlier(from_time, posted_on)
}

function earlier(time: Date | null, than: Date): Date {
  return time !== null && time < than ? time : than
}

export function isStillAhead(
  { kind, from_time, actual_from_time }: Pick<LifeState, 'kind' | 'from_time' | 'actual_from_time'>,
  now: Date,
): boolean {
  return kind === 'maintenance' && actual_from_time === null && from_time !== null && from_time > now
}

export function refusalOfMaintenance(record: LockedRecordState): StepRefusal | undefined {
  if (record.kind !== 'maintenance') return { kind: 'not-a-maintenance' }
  return isOver(record) ? { kind: 'already-closed' } : undefined
}
