import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findStatusOfClass } from '../../db/record-life.ts'
import { nextLifeState, refusalOfMaintenance } from './life-state.ts'

import { MAINTENANCE_BROKEN_OFF, MAINTENANCE_CANCELED } from './standard-updates.ts'
import type { StepOutcome } from './step-outcome.ts'
import { type Stepping, takeStep } from './take-step.ts'

export function cancelMaintenance(db: Kysely<DB>, canceling: Stepping): Promise<StepOutcome> {
  return takeStep(db, { ...canceling, action: 'cancel' }, async (record, trx) => {
    const refusal = refusalOfMaintenance(record)
    if (refusal !== undefined) return refusal
    const status = await findStatusOfClass(trx, 'archived')
    if (status === undefined) return { kind: 'no-status-of-class', class: 'archived' }
    const { now } = canceling
    const { changes } = nextLifeState(record, status, { at: now, now })
    return {
      kind: 'step',
      step: 'cancelled',
      status,
      changes: { ...changes, next_update: null },
      // The status "Archived" alone would not say that.
      bodyEnd: record.actual_from_time === null ? MAINTENANCE_CANCELED : MAINTENANCE_BROKEN_OFF,
    }
  })
}
