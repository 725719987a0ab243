import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { endExpansionOfUpdate, markUpdateRemoved } from '../../db/record-updates.ts'
import { askGate } from '../approval/gate.ts'
import { publishInTransaction } from '../publish-record.ts'
import { settleAllWithdrawn } from '../unpublish-record.ts'
import { type ChangingUpdate, type CorrectOutcome, openUpdate } from './correct-update.ts'
import type { StepRefusal } from './step-outcome.ts'

/**
 * Takes the words of an update off the site, and leaves a note that it was removed. Pending notifications of it are
 * canceled. Status, severity and places of the record stay: they are what is true now.
 */
export async function removeUpdate(db: Kysely<DB>, removing: ChangingUpdate): Promise<CorrectOutcome> {
  const outcome = await inTransaction(db, (trx) => removeInTransaction(trx, removing))
  if (outcome.kind !== 'done') return outcome
  for (const id of outcome.publications) await settleAllWithdrawn(db, id)
  return { kind: 'done', edition: outcome.edition }
}

/** The caller settles these publications after the commit. */
export async function removeInTransaction(
  trx: Transaction<DB>,
  removing: ChangingUpdate,
): Promise<{ kind: 'done'; edition: number; publications: number[] } | StepRefusal> {
  const opened = await openUpdate(trx, removing)
  if (opened.kind !== 'open') return opened
  const { recordId, updateId, actor, now, pass } = removing
  const gate = await askGate(trx, { recordId, kind: opened.record.kind, action: 'remove-update', pass })
  if (gate === 'needs-approval') return { kind: 'needs-approval' }
  const { body, posted_on } = opened.update
  const publications = await endExpansionOfUpdate(trx, { updateId, at: now })
  await markUpdateRemoved(trx, { id: updateId, at: now })
  const published = await publishInTransaction(trx, {
    recordId,
    actor,
    now,
    step: 'corrected',
    updateId: null,
    isUrgent: false,
    notifies: false,
    action: 'remove-update',
    pass,
    changes: {
      before: { update: updateId, body, posted_on },
      after: { update: updateId, removed_on: now },
    },
  })
  if (published.kind !== 'published') throw new Error(`Removal not published: ${published.kind}`)
  return { kind: 'done', edition: published.edition, publications }
}
