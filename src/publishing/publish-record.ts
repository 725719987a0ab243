import type { Kysely } from 'kysely'
import { insertAudit } from '../db/audit.ts'
import type { DB } from '../db/database.ts'
import { raiseEdition } from '../db/edition.ts'
import {
  findPublicationByKey,
  insertPublication,
  lockRecord,
  markPublished,
  type PublicationStep,
} from '../db/records.ts'

export interface Publishing {
  recordId: number
  actor: string
  now: Date
  step: PublicationStep
  isUrgent: boolean
  /** False: on the site, without a word to subscribers. */
  notifies: boolean
  /** A retry with the same key publishes nothing twice and gets the first answer. */
  idempotencyKey?: string
}

export type PublishOutcome =
  | { kind: 'published'; edition: number }
  | { kind: 'no-such-record' }
  | { kind: 'key-of-another-record'; recordId: number }

/** One transaction: the record, its audit entry, what subscribers will be told, and the next edition. */
export async function publishRecord(db: Kysely<DB>, publishing: Publishing): Promise<PublishOutcome> {
  return db.transaction().execute(async (trx) => {
    const { recordId: id, actor, now, step, isUrgent, notifies, idempotencyKey } = publishing
    const record = await lockRecord(trx, id)
    if (record === undefined) return { kind: 'no-such-record' }
    const earlier = idempotencyKey === undefined ? undefined : await findPublicationByKey(trx, idempotencyKey)
    if (earlier?.record_id === id) return { kind: 'published', edition: earlier.edition }
    if (earlier !== undefined) return { kind: 'key-of-another-record', recordId: earlier.record_id }

    const edition = await raiseEdition(trx, { at: now, changes: 'records' })
    await markPublished(trx, { id, edition, at: now })
    await insertPublication(trx, {
      record_id: id,
      step,
      edition,
      is_urgent: isUrgent,
      notifies,
      idempotency_key: idempotencyKey ?? null,
      created_at: now,
    })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'publish',
      entity: 'record',
      entityId: id,
      before: { state: record.state },
      after: { state: 'published', edition },
    })
    return { kind: 'published', edition }
  })
}
