import { insertAudit } from '../../db/audit.ts'
import { type DeadOnes, reviveDeliveries } from '../../db/delivery-reports.ts'
import type { Actor } from '../../domain/actor.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

/** Keeps the request short. Staff can repeat it. */
const RETRIED_AT_ONCE = 50_000

export function retryDeliveries(
  { db }: DeliveryDesk,
  { of, actor, now }: { of: DeadOnes; actor: Actor; now: Date },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const revived = await reviveDeliveries(trx, { of, most: RETRIED_AT_ONCE, now })
    for (const { publicationId, count } of revived) {
      await insertAudit(trx, {
        at: now,
        actor,
        action: 'retry-deliveries',
        entity: 'publication',
        entityId: publicationId,
        before: null,
        after: { deliveries: count },
      })
    }
    return revived.reduce((sum, { count }) => sum + count, 0)
  })
}
