import type { Kysely } from 'kysely'
import { insertAudit } from '../db/audit.ts'
import type { DB } from '../db/database.ts'
import { raiseEdition } from '../db/edition.ts'
import { lockRecord, markUnpublished, withdrawPublications } from '../db/records.ts'

export type UnpublishOutcome = { kind: 'unpublished'; edition: number } | { kind: 'not-published' }

/** Takes a record off the site, and stops what is still to be told of it. It stays in the database, with the reason in the audit. */
export async function unpublishRecord(
  db: Kysely<DB>,
  { recordId: id, actor, now, reason }: { recordId: number; actor: string; now: Date; reason: string },
): Promise<UnpublishOutcome> {
  return db.transaction().execute(async (trx) => {
    const record = await lockRecord(trx, id)
    if (record?.state !== 'published') return { kind: 'not-published' }
    // Before the edition is held: others publish meanwhile, however many wait to be told.
    await withdrawPublications(trx, { recordId: id, at: now })
    const edition = await raiseEdition(trx, { at: now, changes: 'records' })
    await markUnpublished(trx, { id, edition, at: now })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'unpublish',
      entity: 'record',
      entityId: id,
      before: { state: 'published' },
      after: { state: 'unpublished', edition, reason },
    })
    return { kind: 'unpublished', edition }
  })
}
