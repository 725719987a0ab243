import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findStatusOfClass } from '../../db/record-life.ts'
import { nextLifeState, refusalOfMaintenance } from './life-state.ts'

import type { StepOutcome } from './step-outcome.ts'
import { type Stepping, takeStep } from './take-step.ts'

export function startMaintenance(db: Kysely<DB>, starting: Stepping): Promise<StepOutcome> {
  return takeStep(db, { ...starting, action: 'start' }, async (record, trx) => {
    const refusal = refusalOfMaintenance(record)
    if (refusal !== undefined) return refusal
    const isUnderWay = record.status_class !== 'scheduled' && record.status_class !== 'postponed'
    if (isUnderWay) return { kind: 'already-begun' }
    const status = await findStatusOfClass(trx, 'in-progress')
    if (status === undefined) return { kind: 'no-status-of-class', class: 'in-progress' }
    const { now } = starting
    const { changes } = nextLifeState(record, status, { at: now, now })
    return { kind: 'step', step: 'started', status, changes }
  })
}
