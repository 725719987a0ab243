import type { Kysely } from 'kysely'
import { insertAudit, TEST_OF_DRAFT } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ChannelKind } from '../../domain/notifying/channel.ts'

/** A test sends unpublished text out of the newsroom, so the audit log says who sent it and where to. */
export async function noteTest(
  db: Kysely<DB>,
  of: { recordId: number; channels: readonly ChannelKind[]; actor: Actor; now: Date },
): Promise<void> {
  const { recordId, channels, actor, now } = of
  await inTransaction(db, (trx) =>
    insertAudit(trx, {
      at: now,
      actor,
      action: TEST_OF_DRAFT,
      entity: 'record',
      entityId: recordId,
      before: null,
      after: { channels },
    }),
  )
}
