import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { type LifeFields, type LockedRecordState, switchedOffBySteps } from '../../db/record-life.ts'

/**
 * A maintenance that was reopened or started after its end no longer follows the clock. With a new future time it does
 * again, unless staff switched that off.
 */
export async function byItselfAgain(
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
