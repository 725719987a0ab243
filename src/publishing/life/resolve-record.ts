import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { findStatusOfClass, type LockedRecordState } from '../../db/record-life.ts'
import type { RecordKind } from '../../domain/record.ts'
import { type PostMortemDue, setDueWhenClosed } from '../post-mortems/save-post-mortem.ts'
import { isStillAhead, nextLifeState } from './life-state.ts'
import type { StepOutcome, StepRefusal } from './step-outcome.ts'
import { type Stepping, takeStep } from './take-step.ts'

export interface Resolving extends Stepping {
  /** When it ended; absent: now. */
  closedOn?: Date | undefined
  /** When the post-mortem of the incident is due. Absent: not decided. */
  postMortem?: PostMortemDue | undefined
}

export function resolveRecord(db: Kysely<DB>, resolving: Resolving): Promise<StepOutcome> {
  return inTransaction(db, async (trx) => {
    let isTaken = false
    const outcome = await close(trx, resolving, () => {
      isTaken = true
    })
    const { postMortem: due, recordId, actor, mayEdit, now } = resolving
    // A retry gets the first answer. Someone may have changed the decision since.
    if (outcome.kind === 'done' && isTaken && due !== undefined)
      await setDueWhenClosed(trx, { recordId, actor, mayEdit, now, due })
    return outcome
  })
}

function close(db: Kysely<DB>, resolving: Resolving, onTaken: () => void): Promise<StepOutcome> {
  return takeStep(db, { ...resolving, action: 'resolve' }, async (record, trx) => {
    const { now, closedOn = now } = resolving
    const refusal = refusalOf(record, { now, closedOn })
    if (refusal !== undefined) return refusal
    const status = await findStatusOfClass(trx, CLASS_OF_END[record.kind])
    if (status === undefined) return { kind: 'no-status-of-class', class: CLASS_OF_END[record.kind] }
    onTaken()
    const { step, changes } = nextLifeState(record, status, { at: closedOn, now })
    return {
      kind: 'step',
      step,
      status,
      changes: { ...changes, closed_on: closedOn, next_update: null },
    }
  })
}

const CLASS_OF_END: Record<RecordKind, string> = {
  incident: 'resolved',
  maintenance: 'completed',
  advisory: 'remediated',
  notification: 'completed',
}

function refusalOf(
  record: LockedRecordState,
  { now, closedOn }: { now: Date; closedOn: Date },
): StepRefusal | undefined {
  if (record.is_closed || record.closed_on !== null) return { kind: 'already-closed' }
  if (isStillAhead(record, now)) return { kind: 'not-begun' }
  if (closedOn > now) return { kind: 'wrong-time', field: 'closed_on', why: 'in-the-future' }
  if (isLater(beginningOf(record), closedOn))
    return { kind: 'wrong-time', field: 'closed_on', why: 'before-it-began' }
  return undefined
}

/** An announcement starts when it is posted, whatever date it mentions. */
export function beginningOf({
  kind,
  from_time,
  actual_from_time,
  posted_on,
}: LockedRecordState): Date | null {
  switch (kind) {
    case 'incident':
      return from_time ?? posted_on
    case 'maintenance':
      return actual_from_time ?? from_time ?? posted_on
    case 'advisory':
    case 'notification':
      return posted_on
  }
}

function isLater(time: Date | null, than: Date): boolean {
  return time !== null && time > than
}
