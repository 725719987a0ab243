import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findStatusOfClass } from '../../db/record-life.ts'
import { nextLifeState } from '../life/life-state.ts'
import type { StepOutcome } from '../life/step-outcome.ts'
import { type Stepping, takeStep } from '../life/take-step.ts'

/** Ends now. A start in the future was wrong, and an alert can’t be asked to correct it. */
export function endIncident(trx: Transaction<DB>, ending: Stepping): Promise<StepOutcome> {
  return takeStep(trx, { ...ending, action: 'resolve' }, async (record) => {
    if (record.is_closed || record.closed_on !== null) return { kind: 'already-closed' }
    const status = await findStatusOfClass(trx, 'resolved')
    if (status === undefined) return { kind: 'no-status-of-class', class: 'resolved' }
    const { now } = ending
    const startsLate = record.from_time !== null && record.from_time > now
    const { step, changes } = nextLifeState(record, status, { at: now, now })
    return {
      kind: 'step',
      step,
      status,
      changes: { ...changes, ...(startsLate && { from_time: now }), closed_on: now, next_update: null },
    }
  })
}

export function reopenIncident(
  trx: Transaction<DB>,
  reopening: Stepping & { severityTid?: number | undefined },
): Promise<StepOutcome> {
  return takeStep(trx, { ...reopening, action: 'reopen' }, async (record) => {
    if (!record.is_closed && record.closed_on === null) return { kind: 'not-closed' }
    const status = await findStatusOfClass(trx, 'in-progress')
    if (status === undefined) return { kind: 'no-status-of-class', class: 'in-progress' }
    const { now, severityTid } = reopening
    const { changes } = nextLifeState(record, status, { at: now, now })
    return {
      kind: 'step',
      step: 'updated',
      status,
      changes: {
        ...changes,
        closed_on: null,
        ...(severityTid !== undefined && { severity_tid: severityTid }),
      },
    }
  })
}
