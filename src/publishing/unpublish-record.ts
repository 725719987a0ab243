import type { Kysely, Transaction } from 'kysely'
import { auditInsert } from '../db/audit.ts'
import type { DB } from '../db/database.ts'
import { raiseEdition } from '../db/edition.ts'
import { endExpansion, lockRecord, markUnpublished, settleWithdrawn } from '../db/records.ts'
import type { Actor } from '../domain/actor.ts'
import type { ApprovalPass } from '../domain/newsroom/approval.ts'
import { askGate, noteWithout, passForAudit } from './approval/gate.ts'

export type UnpublishOutcome =
  | { kind: 'unpublished'; edition: number }
  | { kind: 'not-published' }
  | { kind: 'needs-approval' }

/** Per statement: a million rows would exceed the statement timeout. */
const SLICE = 5_000

export interface Unpublishing {
  recordId: number
  actor: Actor
  now: Date
  reason: string
  /** For readers, at the address of the record. If absent or null, the note gives no reason. */
  publicReason?: string | null
  pass?: ApprovalPass | undefined
}

export async function unpublishRecord(db: Kysely<DB>, unpublishing: Unpublishing): Promise<UnpublishOutcome> {
  const withdrawn = await db.transaction().execute((trx) => unpublishInTransaction(trx, unpublishing))
  if (withdrawn.kind !== 'unpublished') return withdrawn
  for (const publicationId of withdrawn.publications) await settleAllWithdrawn(db, publicationId)
  return { kind: 'unpublished', edition: withdrawn.edition }
}

export async function unpublishInTransaction(
  trx: Transaction<DB>,
  { recordId: id, actor, now, reason, publicReason = null, pass }: Unpublishing,
): Promise<
  | { kind: 'unpublished'; edition: number; publications: number[] }
  | Exclude<UnpublishOutcome, { kind: 'unpublished' }>
> {
  const record = await lockRecord(trx, id)
  if (record?.state !== 'published') return { kind: 'not-published' }
  const gate = await askGate(trx, { recordId: id, kind: record.kind, action: 'unpublish', pass })
  if (gate === 'needs-approval') return { kind: 'needs-approval' }
  if (gate === 'without' && pass !== undefined)
    await noteWithout(trx, { recordId: id, version: record.version, action: 'unpublish', pass, actor, now })
  const publications = await endExpansion(trx, { recordId: id, at: now })
  const edition = await raiseEdition(trx, { at: now, changes: 'records' }, async (number) => ({
    mark: markUnpublished(trx, { id, edition: number, at: now, publicReason }),
    audit: auditInsert(trx, {
      at: now,
      actor,
      action: 'unpublish',
      entity: 'record',
      entityId: id,
      before: { state: 'published' },
      after: {
        state: 'unpublished',
        edition: number,
        reason,
        public_reason: publicReason,
        ...(gate !== 'open' || pass?.kind === 'approved' ? passForAudit(pass) : {}),
      },
    }),
  }))
  return { kind: 'unpublished', edition, publications }
}

/** Call it after the commit, because workers only see it from then on. */
export async function settleAllWithdrawn(db: Kysely<DB>, publicationId: number) {
  let after: number | null = 0
  while (after !== null) after = await settleWithdrawn(db, { publicationId, after, deliveries: SLICE })
}
