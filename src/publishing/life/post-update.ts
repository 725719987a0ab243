import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findSeverity, findStatus, type StandingRecord } from '../../db/record-life.ts'
import { byItselfAgain } from './by-itself-again.ts'
import { nextStanding } from './life-standing.ts'
import type { StepOutcome } from './step-outcome.ts'
import { type Stepping, takeStep } from './take-step.ts'

export interface PostingUpdate extends Stepping {
  /** The new status; absent: unchanged. */
  statusId?: number | undefined
  severityTid?: number | undefined
  /** When readers hear again; null: no promise. Absent: an earlier promise stays if it is still in the future. */
  nextUpdate?: Date | null | undefined
  /** The new end of a maintenance that takes longer or shorter than planned. */
  toTime?: Date | undefined
}

export function postUpdate(db: Kysely<DB>, posting: PostingUpdate): Promise<StepOutcome> {
  return takeStep(db, { ...posting, action: 'post-update' }, async (record, trx) => {
    const { now, severityTid, toTime } = posting
    const status = await wantedStatus(trx, record, posting.statusId)
    if (status === undefined) return { kind: 'no-such-status' }
    // Reopening is a step of its own: an update written before the end must not undo it.
    if (isOver(record) && !status.is_closed) return { kind: 'already-closed' }
    const isGravityKnown = severityTid === undefined || (await isSeverityOffered(trx, record, severityTid))
    if (!isGravityKnown) return { kind: 'no-such-severity' }
    if (posting.nextUpdate && posting.nextUpdate <= now)
      return { kind: 'wrong-time', field: 'next_update', why: 'in-the-past' }
    if (toTime !== undefined) {
      if (record.kind !== 'maintenance') return { kind: 'not-a-maintenance' }
      if (toTime <= now) return { kind: 'wrong-time', field: 'to_time', why: 'in-the-past' }
      if (record.from_time !== null && toTime <= record.from_time)
        return { kind: 'wrong-time', field: 'to_time', why: 'end-before-start' }
    }
    const again = toTime === undefined ? {} : await byItselfAgain(trx, record)
    const moved = toTime === undefined ? record : { ...record, to_time: toTime }
    const standing = nextStanding(moved, status, { at: now, now })
    const { closed_on } = { closed_on: record.closed_on, ...standing.changes }
    if (closed_on !== null && isBeforeBeginning(record, closed_on))
      return { kind: 'wrong-time', field: 'closed_on', why: 'before-it-began' }
    return {
      kind: 'step',
      step: standing.step,
      status,
      changes: {
        ...('ends_by_itself' in again && { ends_by_itself: true }),
        ...standing.changes,
        ...(severityTid !== undefined && { severity_tid: severityTid }),
        ...(toTime !== undefined && { to_time: toTime }),
        next_update: status.is_closed ? null : promised(record, posting),
      },
    }
  })
}

async function wantedStatus(trx: Transaction<DB>, record: StandingRecord, statusId: number | undefined) {
  const status = await findStatus(trx, statusId ?? record.status_id)
  const isOffered = status?.retired_at === null || status?.id === record.status_id
  return isOffered ? status : undefined
}

async function isSeverityOffered(trx: Transaction<DB>, record: StandingRecord, tid: number) {
  const severity = await findSeverity(trx, tid)
  return severity?.retired_at === null || severity?.tid === record.severity_tid
}

/** Postponed maintenance is closed, and may still get a new window. */
function isOver({ is_closed, status_class }: StandingRecord) {
  return is_closed && status_class !== 'postponed'
}

function isBeforeBeginning({ kind, from_time }: StandingRecord, closedOn: Date) {
  return kind === 'incident' && from_time !== null && closedOn < from_time
}

/** This update fulfills a promise that is due. */
function promised(record: StandingRecord, { nextUpdate, now }: PostingUpdate): Date | null {
  if (nextUpdate !== undefined) return nextUpdate
  return record.next_update !== null && record.next_update > now ? record.next_update : null
}
