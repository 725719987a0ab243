import type { StandingRecord } from '../../db/record-life.ts'
import type { StepRefusal } from './step-outcome.ts'

/** Why a step of maintenance cannot be taken with this record. One that is postponed may still come. */
export function refusalOfMaintenance(record: StandingRecord): StepRefusal | undefined {
  if (record.kind !== 'maintenance') return { kind: 'not-a-maintenance' }
  const isOver = record.is_closed && record.status_class !== 'postponed'
  return isOver ? { kind: 'already-closed' } : undefined
}
