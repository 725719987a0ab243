import type { Kysely, Transaction } from 'kysely'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { readContent } from '../../db/record-content.ts'
import { deleteDraft, findDraft } from '../../db/record-drafts.ts'
import { raiseVersion, writeEmbargo } from '../../db/record-editing.ts'
import { trashChanges, trashRecord } from '../../db/record-trash.ts'
import type { Actor } from '../../domain/actor.ts'
import { changedFields, contentChanges } from '../../domain/newsroom/changed-fields.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { type EditRefusal, openForEditing } from './edit-refusal.ts'

export type DiscardOutcome = { kind: 'discarded' } | { kind: 'trashed' } | EditRefusal

interface Discarding {
  recordId: number
  version: number
  actor: Actor
  mayEdit: MayEdit
  now: Date
}

export function discardDraft(db: Kysely<DB>, discarding: Discarding): Promise<DiscardOutcome> {
  return db.transaction().execute((trx) => discardInTransaction(trx, discarding))
}

export async function discardInTransaction(
  trx: Transaction<DB>,
  { recordId, version, actor, mayEdit, now }: Discarding,
): Promise<DiscardOutcome> {
  const opened = await openForEditing(trx, { recordId, version, mayEdit })
  if (opened.kind !== 'open') return opened
  const { record } = opened
  const current = await readContent(trx, recordId)
  const draft = await findDraft(trx, recordId)
  const entry = { at: now, actor, entity: 'record', entityId: recordId }
  const trash = { recordId, by: actor.userId, at: now }
  if (record.edition === null) {
    await trashRecord(trx, { ...trash, embargo: record.embargo })
    const { state, kind } = record
    const content = draft?.content ?? current ?? emptyContent({ kind })
    const { after: written } = contentChanges(emptyContent({ kind }), content)
    await insertAudit(trx, { ...entry, action: 'trash', before: { state, kind, ...written }, after: null })
    return { kind: 'trashed' }
  }
  if (draft === undefined || current === undefined) return { kind: 'discarded' }
  const { content } = draft
  const fields = changedFields(current, content)
  const { clouds, services, data_centers, terms, place_states = [] } = current
  const was = { clouds, services, data_centers, terms, place_states }
  await trashChanges(trx, { ...trash, content: { ...content, was }, fields, embargo: record.embargo })
  await deleteDraft(trx, recordId)
  // What it protected is gone, and published content is open. A withdrawn record keeps its embargo.
  const embargo = record.state === 'published' ? null : (current.embargo ?? null)
  await writeEmbargo(trx, { id: recordId, embargo })
  await raiseVersion(trx, recordId)
  await insertAudit(trx, {
    ...entry,
    action: 'discard-draft',
    ...contentChanges(content, { ...current, embargo }),
  })
  return { kind: 'discarded' }
}
