import type { Kysely } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { readContent } from '../../db/record-content.ts'
import { deleteDraft, findDraft } from '../../db/record-drafts.ts'
import { deleteRecord, raiseVersion, writeEmbargo } from '../../db/record-editing.ts'
import type { Actor } from '../../domain/actor.ts'
import { contentChanges } from '../../domain/newsroom/changed-fields.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { type EditRefusal, openForEditing } from './edit-refusal.ts'

export type DiscardOutcome =
  /** The published version stays. */
  | { kind: 'discarded' }
  /** It was never published, so nothing is left. */
  | { kind: 'deleted' }
  | EditRefusal

/** Discards the draft. The audit log keeps its content. */
export async function discardDraft(
  db: Kysely<DB>,
  of: { recordId: number; version: number; actor: Actor; mayEdit: MayEdit; now: Date },
): Promise<DiscardOutcome> {
  const { recordId, version, actor, mayEdit, now } = of
  return db.transaction().execute(async (trx): Promise<DiscardOutcome> => {
    const opened = await openForEditing(trx, { recordId, version, mayEdit })
    if (opened.kind !== 'open') return opened
    const { record } = opened
    const standing = await readContent(trx, recordId)
    const draft = await findDraft(trx, recordId)
    const entry = { at: now, actor, entity: 'record', entityId: recordId }
    if (record.edition === null) {
      await deleteRecord(trx, recordId)
      const { state, kind } = record
      const content = draft?.content ?? standing ?? emptyContent({ kind })
      const { after: written } = contentChanges(emptyContent({ kind }), content)
      await insertAudit(trx, { ...entry, action: 'delete', before: { state, kind, ...written }, after: null })
      return { kind: 'deleted' }
    }
    if (draft === undefined || standing === undefined) return { kind: 'discarded' }
    await deleteDraft(trx, recordId)
    // What it protected is gone, and published content is open. A withdrawn record stays closed.
    const embargo = record.state === 'published' ? null : (standing.embargo ?? null)
    await writeEmbargo(trx, { id: recordId, embargo })
    await raiseVersion(trx, recordId)
    await insertAudit(trx, {
      ...entry,
      action: 'discard-draft',
      ...contentChanges(draft.content, { ...standing, embargo }),
    })
    return { kind: 'discarded' }
  })
}
