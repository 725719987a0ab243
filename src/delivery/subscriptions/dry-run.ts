import { DRY_RUN_DAYS, type DryRun } from '../../contract/subscriptions.ts'
import { dryRunCounts } from '../../db/recipients.ts'
import { DAY_MS } from '../../domain/time.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

export async function dryRun(
  { db }: DeliveryDesk,
  { userId, now }: { userId: number; now: Date },
): Promise<DryRun['data']> {
  const since = new Date(now.getTime() - DRY_RUN_DAYS * DAY_MS)
  const { total, byKind } = await dryRunCounts(db, { userId, since })
  return { days: DRY_RUN_DAYS, total, by_kind: byKind }
}
