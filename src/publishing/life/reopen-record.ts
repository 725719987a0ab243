import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findStatusOfClass } from '../../db/record-life.ts'
import { isStillAhead, nextLifeState } from './life-state.ts'
import type { StepOutcome } from './step-outcome.ts'
import { type Stepping, takeStep } from './take-step.ts'

export function reopenRecord(
  db: Kysely<DB>,
  reopening: Stepping & { severityTid?: number | undefined },
): Promise<StepOutcome> {
  return takeStep(db, { ...reopening, action: 'reopen' }, async (record, trx) => {
    if (!record.is_closed && record.closed_on === null) return { kind: 'not-closed' }
    const { now, severityTid } = reopening
    // A maintenance that was canceled before its window takes place after all.
    const name = isStillAhead(record, now) ? 'scheduled' : 'in-progress'
    const status = await findStatusOfClass(trx, name)
    if (status === undefined) return { kind: 'no-status-of-class', class: name }
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
