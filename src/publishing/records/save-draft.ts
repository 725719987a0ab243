import type { Kysely, Transaction } from 'kysely'
import { insertAudit, lastAudit } from '../../db/audit.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { readContent, writeContent } from '../../db/record-content.ts'
import { deleteDraft, findDraft, writeDraft } from '../../db/record-drafts.ts'
import {
  type EditedRecord,
  markChanged,
  raiseVersion,
  writeAlias,
  writeEmbargo,
} from '../../db/record-editing.ts'
import type { Actor } from '../../domain/actor.ts'
import {
  AUDIT_CHARACTERS_OF_DRAFTS,
  changedFields,
  contentChanges,
} from '../../domain/newsroom/changed-fields.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { type RecordContent, withMissingOf } from '../../domain/newsroom/record-content.ts'
import { showableContent } from '../../domain/newsroom/showable-content.ts'
import { type ContentErrors, tidyContent } from '../../domain/newsroom/tidy-content.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { aliasOf } from './alias-of.ts'
import { changedSort, type EditRefusal, lockedOutByEmbargo, openForEditing, sortOf } from './edit-refusal.ts'
import { backToDraft } from './schedule-record.ts'

interface Saving {
  recordId: number
  version: number
  content: RecordContent
  actor: Actor
  mayEdit: MayEdit
  now: Date
  action?: 'retag'
}

type SaveOutcome = { kind: 'saved'; version: number; savedAt: Date } | EditRefusal

export async function saveDraft(
  db: Kysely<DB>,
  { recordId, version, content: typed, actor, mayEdit, now, action }: Saving,
): Promise<SaveOutcome> {
  const { content: clean, errors } = cleanContent(typed)
  if (errors !== undefined) return { kind: 'wrong', errors }
  return inTransaction(db, async (trx): Promise<SaveOutcome> => {
    const opened = await openForEditing(trx, { recordId, version, mayEdit })
    if (opened.kind !== 'open') return opened
    const { record } = opened
    const { embargo: _, ...openToAll } = clean
    if (!mayEdit(sortOf(openToAll))) return { kind: 'not-allowed' }
    const otherSort = changedSort(record, clean)
    if (otherSort !== undefined) return { kind: 'wrong', errors: otherSort }

    const draft = await findDraft(trx, recordId)
    const found = await contentOf(trx, recordId)
    const before = draft === undefined ? found : withMissingOf(draft.content, found)
    const content = withMissingOf(clean, before, typed)
    const lockedOut = lockedOutByEmbargo(content, mayEdit)
    if (lockedOut !== undefined) return { kind: 'wrong', errors: lockedOut }
    if (changedFields(before, content).length === 0)
      return { kind: 'saved', version: record.version, savedAt: draft?.saved_at ?? now }

    const embargo = content.embargo ?? null
    // The timetable would publish the version from before the embargo. Refusing the save would lose typed words.
    if (record.state === 'scheduled' && embargo !== null && (before.embargo ?? null) === null)
      await backToDraft(trx, { record, actor, now, action: 'unschedule' })
    await writeEmbargo(trx, { id: recordId, embargo })
    const published = { ...found, embargo }
    const isTakenBack = record.edition !== null && changedFields(published, content).length === 0
    if (isTakenBack) await deleteDraft(trx, recordId)
    else await writeDraft(trx, { recordId, content, savedBy: actor.userId, at: now })
    if (record.edition === null) await writeUnseen(trx, { record, content, now })
    await auditSave(trx, { recordId, actor, now, before, content, action })
    return { kind: 'saved', version: await raiseVersion(trx, recordId), savedAt: now }
  })
}

/**
 * The audit log only grows, and the editor saves every few seconds. So continued typing makes one entry per ten
 * minutes. The draft stores who saved last and when; publishing or discarding it logs the full change.
 */
async function auditSave(
  trx: Transaction<DB>,
  {
    recordId,
    actor,
    now,
    before,
    content,
    action = 'save-draft',
  }: Pick<Saving, 'recordId' | 'actor' | 'now'> & {
    before: RecordContent
    content: RecordContent
    action: 'save-draft' | 'retag' | undefined
  },
) {
  const last = await lastAudit(trx, { entity: 'record', entityId: recordId })
  const isSame =
    action === 'save-draft' &&
    last?.action === 'save-draft' &&
    last.actor_user_id === actor.userId &&
    last.actor === actor.name
  // Who may read it is never part of continued typing.
  const isAccess = changedFields(before, content).includes('embargo')
  if (isSame && !isAccess && now.getTime() - last.at.getTime() < TYPING_ON_MS) return
  await insertAudit(trx, {
    at: now,
    actor,
    action,
    entity: 'record',
    entityId: recordId,
    ...contentChanges(before, content, AUDIT_CHARACTERS_OF_DRAFTS),
  })
}

const TYPING_ON_MS = 10 * MINUTE_MS

async function contentOf(trx: Transaction<DB>, recordId: number): Promise<RecordContent> {
  const content = await readContent(trx, recordId)
  if (content === undefined) throw new Error(`Record ${recordId} is locked but no longer exists`)
  return content
}

/** The row of an unpublished record follows its draft, so that lists and searches find it. */
async function writeUnseen(
  trx: Transaction<DB>,
  { record: { id }, content, now }: { record: EditedRecord; content: RecordContent; now: Date },
) {
  await writeContent(trx, {
    recordId: id,
    content: showableContent(content, await readThings(trx)),
    now,
  })
  await writeAlias(trx, { id, alias: aliasOf({ title: content.title, id }) })
  await markChanged(trx, { id, at: now })
}

export function cleanContent(
  typed: RecordContent,
): { content: RecordContent; errors: undefined } | { content: undefined; errors: ContentErrors } {
  const { content, errors } = tidyContent(typed)
  if (Object.keys(errors).length > 0) return { content: undefined, errors }
  return { content: { ...content, body: sanitizeHtml(content.body) }, errors: undefined }
}
