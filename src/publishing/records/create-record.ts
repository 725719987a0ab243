import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { writeContent } from '../../db/record-content.ts'
import { writeDraft } from '../../db/record-drafts.ts'
import { findRecordByKey, insertRecord, writeAlias } from '../../db/record-editing.ts'
import type { Actor } from '../../domain/actor.ts'
import { contentChanges } from '../../domain/newsroom/changed-fields.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { showableContent } from '../../domain/newsroom/showable-content.ts'
import { aliasOf } from './alias-of.ts'
import { type EditRefusal, lockedOutByEmbargo, openForEditing, sortOf } from './edit-refusal.ts'
import { cleanContent, saveDraft } from './save-draft.ts'

export interface Beginning {
  content: RecordContent
  actor: Actor
  mayEdit: MayEdit
  now: Date
  idempotencyKey?: string | undefined
  seriesId?: number
}

export type CreateOutcome = { kind: 'created'; recordId: number } | EditRefusal

export async function createRecord(
  db: Kysely<DB>,
  { content: typed, actor, mayEdit, now, idempotencyKey, seriesId }: Beginning,
): Promise<CreateOutcome> {
  const { embargo: _, ...openToAll } = typed
  if (!mayEdit(sortOf(openToAll))) return { kind: 'not-allowed' }
  const { content, errors } = cleanContent(typed)
  if (errors !== undefined) return { kind: 'wrong', errors }
  const lockedOut = lockedOutByEmbargo(content, mayEdit)
  if (lockedOut !== undefined) return { kind: 'wrong', errors: lockedOut }
  return inTransaction(db, async (trx): Promise<CreateOutcome> => {
    const earlier = idempotencyKey === undefined ? undefined : await findRecordByKey(trx, idempotencyKey)
    if (earlier !== undefined) {
      const opened = await openForEditing(trx, { recordId: earlier, mayEdit })
      if (opened.kind !== 'open') return opened
      // Safe to retry with newer text while untouched.
      const isUntouched = opened.record.version === 1 && opened.record.edition === null
      const saved = isUntouched
        ? await saveDraft(trx, { recordId: earlier, version: 1, content, actor, mayEdit, now })
        : undefined
      return saved === undefined || saved.kind === 'saved' ? { kind: 'created', recordId: earlier } : saved
    }
    const showable = showableContent(content, await readThings(trx))
    const recordId = await insertRecord(trx, {
      content: showable,
      now,
      creationKey: idempotencyKey,
      seriesId,
    })
    await writeContent(trx, { recordId, content: showable, now })
    await writeAlias(trx, { id: recordId, alias: aliasOf({ title: content.title, id: recordId }) })
    await writeDraft(trx, { recordId, content, savedBy: actor.userId, at: now })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'create',
      entity: 'record',
      entityId: recordId,
      before: null,
      after: { kind: content.kind, ...contentChanges(emptyContent({ kind: content.kind }), content).after },
    })
    return { kind: 'created', recordId }
  })
}
