import type { DeadDelivery } from '../../contract/deliveries.ts'
import { countDeadDeliveries, deadDeliveries } from '../../db/delivery-reports.ts'
import type { DeliveryDesk } from '../delivery-desk.ts'

const DEAD_ON_A_PAGE = 10

export async function listDeadDeliveries(
  { db }: DeliveryDesk,
  page: number,
): Promise<{ data: DeadDelivery[]; total: number }> {
  const [rows, total] = await Promise.all([
    deadDeliveries(db, { offset: page * DEAD_ON_A_PAGE, limit: DEAD_ON_A_PAGE }),
    countDeadDeliveries(db),
  ])
  const data = rows.map((row) => ({
    id: row.id,
    publication: row.publicationId,
    title: row.title,
    kind: row.kind,
    uid: row.userId,
    attempts: row.attempts,
    reason: row.reason ?? '',
    created_at: row.createdAt.toISOString(),
  }))
  return { data, total }
}
