import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { readContent } from '../../db/record-content.ts'
import { findDraft } from '../../db/record-drafts.ts'
import { switchedOffBySteps } from '../../db/record-life.ts'
import type { Actor } from '../../domain/actor.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { copyContent } from './copy-content.ts'
import { type CreateOutcome, createRecord } from './create-record.ts'
import { openForEditing } from './edit-refusal.ts'

/** Copies the draft of the record, so it needs the right to edit the record, not only the copy. */
export function copyRecord(
  db: Kysely<DB>,
  { recordId, ...by }: { recordId: number; actor: Actor; mayEdit: MayEdit; now: Date },
): Promise<CreateOutcome> {
  return inTransaction(db, async (trx) => {
    const opened = await openForEditing(trx, { recordId, mayEdit: by.mayEdit })
    if (opened.kind !== 'open') return opened
    const current = await readContent(trx, recordId)
    if (current === undefined) return { kind: 'no-such-record' }
    const content = (await findDraft(trx, recordId))?.content ?? current
    const switchedOff = await switchedOffBySteps(trx, recordId)
    return createRecord(trx, {
      ...by,
      content: {
        ...copyContent(content),
        // Its new times are still in the future.
        ...(switchedOff.starts_by_itself && { starts_by_itself: true }),
        ...(switchedOff.ends_by_itself && { ends_by_itself: true }),
      },
    })
  })
}
