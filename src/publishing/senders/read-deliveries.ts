import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findSenderDelivery, selectSenderDeliveries, titlesOfIncidents } from '../../db/sender-deliveries.ts'
import {
  DELIVERY_OUTCOMES,
  type DeliveryOutcome,
  type DeliveryResult,
} from '../../domain/senders/delivery.ts'

export interface StoredDelivery {
  id: number
  sender: { id: number; name: string }
  at: Date
  bytes: number
  outcome: DeliveryOutcome
  results: DeliveryResult[]
  hasPayload: boolean
}

const PER_PAGE = 25

/** `older` is the last id if there are more. */
export async function listDeliveries(
  db: Kysely<DB>,
  of: { senderId: number | undefined; outcome: DeliveryOutcome | undefined; before: number | undefined },
): Promise<{ deliveries: StoredDelivery[]; older: number | null }> {
  const rows = await selectSenderDeliveries(db, { ...of, limit: PER_PAGE + 1 })
  const read = rows.slice(0, PER_PAGE).map((row) => stored(row, row.has_payload))
  const named = read.flatMap(({ results }) => results.flatMap(({ record }) => record ?? []))
  const titles = await titlesOfIncidents(db, [...new Set(named)])
  const deliveries = read.map(({ results, ...delivery }) => ({
    ...delivery,
    results: results.map((result) => ({ ...result, title: titles.get(result.record ?? 0) ?? result.title })),
  }))
  return { deliveries, older: rows.length > PER_PAGE ? (deliveries.at(-1)?.id ?? null) : null }
}

export async function readDelivery(
  db: Kysely<DB>,
  of: { senderId: number; id: number },
): Promise<(StoredDelivery & { payload: string | null }) | undefined> {
  const row = await findSenderDelivery(db, of)
  return row === undefined ? undefined : { ...stored(row, row.payload !== null), payload: row.payload }
}

function stored(
  row: Omit<Awaited<ReturnType<typeof selectSenderDeliveries>>[number], 'has_payload'>,
  hasPayload: boolean,
): StoredDelivery {
  return {
    id: row.id,
    sender: { id: row.sender_id, name: row.sender_name },
    at: row.at,
    bytes: row.bytes,
    outcome: DELIVERY_OUTCOMES.find((outcome) => outcome === row.outcome) ?? 'ignored',
    results: row.results as unknown as DeliveryResult[],
    hasPayload,
  }
}
