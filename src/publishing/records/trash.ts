import type { Kysely, Transaction } from 'kysely'
import type { TrashedThing } from '../../contract/admin/record-lists.ts'
import { DELETION_OF_CHANGES, insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { readContent } from '../../db/record-content.ts'
import { findDraft, writeDraft } from '../../db/record-drafts.ts'
import { raiseVersion, writeEmbargo } from '../../db/record-editing.ts'
import {
  type DiscardedContent,
  deleteTrashed,
  lockTrash,
  pageOfTrash,
  removeFromTrash,
  type TrashRow,
  untrashRecord,
} from '../../db/record-trash.ts'
import type { Actor } from '../../domain/actor.ts'
import { changedFields, contentChanges } from '../../domain/newsroom/changed-fields.ts'
import type { MayEdit, MayRead, ReadableSorts } from '../../domain/newsroom/may-edit.ts'
import { type ContentField, type RecordContent, withFieldOf } from '../../domain/newsroom/record-content.ts'
import { stateDifferences, statesThatFit, withStates } from '../../domain/place-states.ts'
import { openForEditing, sortOf } from './edit-refusal.ts'

const ROWS_PER_PAGE = 25

export async function listTrash(
  db: Kysely<DB>,
  {
    reader,
    mayEdit,
    mayDelete,
    page,
  }: { reader: ReadableSorts; mayEdit: MayEdit; mayDelete: boolean; page: number },
) {
  const { rows, total } = await pageOfTrash(db, {
    reader,
    limit: ROWS_PER_PAGE,
    offset: page * ROWS_PER_PAGE,
  })
  const data = rows.map(({ embargo, clouds, ...row }): TrashedThing => {
    const isEditor = mayEdit(sortOf({ ...row, embargo, clouds }))
    return {
      ...row,
      trashed_at: row.trashed_at.toISOString(),
      deleted_at: row.deleted_at.toISOString(),
      can_restore: isEditor,
      can_delete: isEditor && mayDelete,
    }
  })
  return { data, total, current_page: page, total_pages: Math.ceil(total / ROWS_PER_PAGE) }
}

interface TakingOut {
  which: { trashId: number } | { recordId: number }
  actor: Actor
  mayEdit: MayEdit
  mayRead: MayRead
  now: Date
}

export type RestoreOutcome =
  | { kind: 'restored'; recordId: number }
  | { kind: 'not-in-trash' }
  | { kind: 'not-allowed' }
  /** Others have changed the record since, and their work must not be overwritten. */
  | { kind: 'has-changes' }
  | { kind: 'already-so' }

/** A draft comes back as a plain draft, whatever was scheduled. Changes come back as unpublished changes. */
export function restoreFromTrash(db: Kysely<DB>, of: TakingOut): Promise<RestoreOutcome> {
  return db.transaction().execute(async (trx): Promise<RestoreOutcome> => {
    const trash = await lockTrash(trx, of.which)
    if (trash === undefined || !of.mayRead(sortOf(trash))) return { kind: 'not-in-trash' }
    if (!of.mayEdit(sortOf(trash))) return { kind: 'not-allowed' }
    return trash.content === null
      ? restoreRecord(trx, trash, of)
      : restoreChanges(trx, { ...trash, content: trash.content }, of)
  })
}

async function restoreRecord(
  trx: Transaction<DB>,
  { id, record_id: recordId }: TrashRow,
  { actor, now }: TakingOut,
): Promise<RestoreOutcome> {
  await removeFromTrash(trx, id)
  await untrashRecord(trx, { recordId, at: now })
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'restore',
    entity: 'record',
    entityId: recordId,
    before: null,
    after: { state: 'draft' },
  })
  return { kind: 'restored', recordId }
}

async function restoreChanges(
  trx: Transaction<DB>,
  { id, record_id: recordId, content: discarded, fields, embargo }: TrashRow & { content: DiscardedContent },
  { actor, mayEdit, now }: TakingOut,
): Promise<RestoreOutcome> {
  const opened = await openForEditing(trx, { recordId, mayEdit })
  const current = await readContent(trx, recordId)
  if (opened.kind === 'not-allowed') return opened
  if (opened.kind !== 'open' || current === undefined) return { kind: 'not-in-trash' }
  if ((await findDraft(trx, recordId)) !== undefined) return { kind: 'has-changes' }
  // Only what was discarded: the rest may have been published since.
  const restored = withDiscarded(
    current,
    discarded,
    fields.filter((field) => !NEVER_RESTORED.includes(field)),
  )
  if (changedFields(current, restored).length === 0) return { kind: 'already-so' }
  // In the draft, too: the next save would overwrite the record with it.
  const content = { ...restored, embargo: embargo ?? opened.record.embargo }
  await writeEmbargo(trx, { id: recordId, embargo: content.embargo })
  await writeDraft(trx, { recordId, content, savedBy: actor.userId, at: now })
  await raiseVersion(trx, recordId)
  await removeFromTrash(trx, id)
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'restore-changes',
    entity: 'record',
    entityId: recordId,
    ...contentChanges(current, content),
  })
  return { kind: 'restored', recordId }
}

const NEVER_RESTORED = ['kind', 'notification_type']

/**
 * Places that an update has added or removed since stay so: of a list, only the discarded differences come
 * back.
 */
function withDiscarded(
  current: RecordContent,
  { was, ...discarded }: DiscardedContent,
  fields: readonly string[],
): RecordContent {
  const restored = fields.reduce(
    (made, field) => withFieldOf(made, field as ContentField, discarded),
    current,
  )
  if (was === undefined) return restored
  const list = (name: 'clouds' | 'services' | 'data_centers' | 'terms') => [
    ...current[name].filter((id) => discarded[name].includes(id) || !was[name].includes(id)),
    ...discarded[name].filter((id) => !was[name].includes(id) && !current[name].includes(id)),
  ]
  // Having no cloud is a choice of its own: a notification is then on all of them.
  const isAllOrSome = was.clouds.length === 0 || discarded.clouds.length === 0
  const lists = {
    ...restored,
    clouds: isAllOrSome ? restored.clouds : list('clouds'),
    services: list('services'),
    data_centers: list('data_centers'),
    terms: list('terms'),
  }
  // A draft of an earlier release has no states of its own.
  const states = stateDifferences(was.place_states, discarded.place_states ?? was.place_states)
  return {
    ...lists,
    place_states: statesThatFit(withStates(current.place_states ?? [], states), lists),
  }
}

export type DeleteForGoodOutcome = { kind: 'deleted' } | { kind: 'not-in-trash' } | { kind: 'not-allowed' }

export function deleteForGood(db: Kysely<DB>, of: TakingOut): Promise<DeleteForGoodOutcome> {
  const { which, actor, mayEdit, mayRead, now } = of
  return db.transaction().execute(async (trx): Promise<DeleteForGoodOutcome> => {
    const trash = await lockTrash(trx, which)
    if (trash === undefined || !mayRead(sortOf(trash))) return { kind: 'not-in-trash' }
    if (!mayEdit(sortOf(trash))) return { kind: 'not-allowed' }
    const isWhole = trash.content === null
    if (isWhole) await deleteTrashed(trx, trash.record_id)
    else await removeFromTrash(trx, trash.id)
    await insertAudit(trx, {
      at: now,
      actor,
      action: isWhole ? 'delete' : DELETION_OF_CHANGES,
      entity: 'record',
      entityId: trash.record_id,
      before: { title: trash.title },
      after: null,
    })
    return { kind: 'deleted' }
  })
}
