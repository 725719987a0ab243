import type { Kysely } from 'kysely'
import { insertAudit } from '../db/audit.ts'
import type { DB } from '../db/database.ts'
import { raiseEdition } from '../db/edition.ts'
import { endExpansion, lockRecord, markUnpublished, settleWithdrawn } from '../db/records.ts'
import type { Actor } from '../domain/actor.ts'

export type UnpublishOutcome = { kind: 'unpublished'; edition: number } | { kind: 'not-published' }

/** Per statement: a million rows would exceed the statement timeout. */
const SLICE = 5_000

export interface Unpublishing {
  recordId: number
  actor: Actor
  now: Date
  /** For the audit log. */
  reason: string
  /** For readers, at the address of the record. Absent or null: the note gives no reason. */
  publicReason?: string | null
}

/**
 * Takes a record off the site and stops its pending notifications. Its address says that it was withdrawn. It stays in
 * the database, with the reason in the audit log.
 */
export async function unpublishRecord(
  db: Kysely<DB>,
  { recordId: id, actor, now, reason, publicReason = null }: Unpublishing,
): Promise<UnpublishOutcome> {
  const withdrawn = await db.transaction().execute(async (trx) => {
    const record = await lockRecord(trx, id)
    if (record?.state !== 'published') return undefined
    const publications = await endExpansion(trx, { recordId: id, at: now })
    const edition = await raiseEdition(trx, { at: now, changes: 'records' })
    await markUnpublished(trx, { id, edition, at: now, publicReason })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'unpublish',
      entity: 'record',
      entityId: id,
      before: { state: 'published' },
      after: { state: 'unpublished', edition, reason, public_reason: publicReason },
    })
    return { edition, publications }
  })
  if (withdrawn === undefined) return { kind: 'not-published' }
  // After the commit, because workers only see it from then on and would keep sending during the transaction.
  for (const publicationId of withdrawn.publications) await settleAllWithdrawn(db, publicationId)
  return { kind: 'unpublished', edition: withdrawn.edition }
}

/** Suppresses everything that is still to be sent. */
export async function settleAllWithdrawn(db: Kysely<DB>, publicationId: number) {
  let after: number | null = 0
  while (after !== null) after = await settleWithdrawn(db, { publicationId, after, deliveries: SLICE })
}
