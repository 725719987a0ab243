import { type Kysely, sql } from 'kysely'
import { storable } from '../domain/newsroom/tidy-content.ts'
import {
  type DeliveryOutcome,
  type DeliveryResult,
  KEPT_DELIVERIES,
  KEPT_PAYLOAD_BYTES,
  KEPT_PAYLOADS,
} from '../domain/senders/delivery.ts'
import type { DB } from './database.ts'

/** Also deletes the oldest payloads and lines. */
export async function insertSenderDelivery(
  db: Kysely<DB>,
  of: {
    senderId: number
    at: Date
    outcome: DeliveryOutcome
    results: readonly DeliveryResult[]
    /** Null: not stored. */
    payload: string | null
    bytes?: number
  },
): Promise<void> {
  const { senderId, at, outcome, results, payload } = of
  const bytes = of.bytes ?? Buffer.byteLength(payload ?? '')
  await db
    .insertInto('sender_deliveries')
    .values({
      sender_id: senderId,
      at,
      bytes,
      outcome,
      results: JSON.stringify(storable(results)),
      payload: payload === null || bytes > KEPT_PAYLOAD_BYTES ? null : storable(payload),
    })
    .execute()
  const newest = (count: number) => sql<number>`(select id from sender_deliveries
    where sender_id = ${senderId} order by id desc offset ${count} limit 1)`
  await db
    .updateTable('sender_deliveries')
    .set({ payload: null })
    .where('sender_id', '=', senderId)
    .where('payload', 'is not', null)
    .where('id', '<=', newest(KEPT_PAYLOADS))
    .execute()
  await db
    .deleteFrom('sender_deliveries')
    .where('sender_id', '=', senderId)
    .where('id', '<=', newest(KEPT_DELIVERIES))
    .execute()
}

function deliveriesOfSenders(db: Kysely<DB>) {
  return db
    .selectFrom('sender_deliveries as delivery')
    .innerJoin('senders', 'senders.id', 'delivery.sender_id')
    .innerJoin('api_tokens', 'api_tokens.id', 'senders.token_id')
    .select(['delivery.id', 'delivery.at', 'delivery.bytes', 'delivery.outcome', 'delivery.results'])
    .select(['sender_id', 'api_tokens.name as sender_name'])
}

export function selectSenderDeliveries(
  db: Kysely<DB>,
  of: {
    senderId: number | undefined
    outcome: DeliveryOutcome | undefined
    before: number | undefined
    limit: number
  },
) {
  return deliveriesOfSenders(db)
    .$if(of.senderId !== undefined, (query) => query.where('sender_id', '=', of.senderId ?? 0))
    .$if(of.outcome !== undefined, (query) => query.where('outcome', '=', of.outcome ?? ''))
    .$if(of.before !== undefined, (query) => query.where('delivery.id', '<', of.before ?? 0))
    .select((eb) => eb('payload', 'is not', null).$castTo<boolean>().as('has_payload'))
    .orderBy('delivery.id', 'desc')
    .limit(of.limit)
    .execute()
}

export async function titlesOfIncidents(
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('records').where('id', 'in', ids).select(['id', 'title']).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

export function findSenderDelivery(db: Kysely<DB>, { senderId, id }: { senderId: number; id: number }) {
  return deliveriesOfSenders(db)
    .where('sender_id', '=', senderId)
    .where('delivery.id', '=', id)
    .select('payload')
    .executeTakeFirst()
}

export async function deleteOldSenderDeliveries(db: Kysely<DB>, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('sender_deliveries').where('at', '<', before).execute()
}
