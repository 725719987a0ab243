import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import {
  findStatusOfClass,
  type LifeFields,
  type LockedRecordState,
  switchedOffBySteps,
} from '../../db/record-life.ts'
import { refusalOfMaintenance } from './life-state.ts'
import type { StepOutcome, StepRefusal } from './step-outcome.ts'
import { type Stepping, takeStep } from './take-step.ts'

export interface Postponing extends Stepping {
  /** The new window; both null if not known yet. */
  fromTime: Date | null
  toTime: Date | null
}

export function postponeMaintenance(db: Kysely<DB>, postponing: Postponing): Promise<StepOutcome> {
  return takeStep(db, { ...postponing, action: 'postpone' }, async (record, trx) => {
    const refusal = refusalOfMaintenance(record) ?? wrongWindow(postponing)
    if (refusal !== undefined) return refusal
    const { now, fromTime, toTime } = postponing
    const hasWindow = fromTime !== null
    const name = hasWindow ? 'scheduled' : 'postponed'
    const status = await findStatusOfClass(trx, name)
    if (status === undefined) return { kind: 'no-status-of-class', class: name }
    const window = hasWindow
      ? { from_time: fromTime, to_time: toTime, closed_on: null, ...(await automaticAgain(trx, record)) }
      : { closed_on: now }
    return {
      kind: 'step',
      step: 'postponed',
      status,
      changes: { ...window, actual_from_time: null, actual_to_time: null, next_update: null },
    }
  })
}

function wrongWindow({ fromTime, toTime, now }: Postponing): StepRefusal | undefined {
  if (fromTime === null && toTime === null) return undefined
  if (fromTime === null) return { kind: 'wrong-time', field: 'from_time', why: 'missing' }
  if (toTime === null) return { kind: 'wrong-time', field: 'to_time', why: 'missing' }
  if (fromTime <= now) return { kind: 'wrong-time', field: 'from_time', why: 'in-the-past' }
  if (toTime <= fromTime) return { kind: 'wrong-time', field: 'to_time', why: 'end-before-start' }
  return undefined
}

/**
 * Maintenance that was reopened, or started after its end, no longer follows the clock. With a new time in
 * the future it does again, unless staff switched that off.
 */
export async function automaticAgain(
  trx: Transaction<DB>,
  record: LockedRecordState,
): Promise<Partial<Pick<LifeFields, 'starts_by_itself' | 'ends_by_itself'>>> {
  if (record.starts_by_itself && record.ends_by_itself) return {}
  const isOff = await switchedOffBySteps(trx, record.id)
  return {
    ...(isOff.starts_by_itself && { starts_by_itself: true }),
    ...(isOff.ends_by_itself && { ends_by_itself: true }),
  }
}
