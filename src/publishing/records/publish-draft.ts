import type { Kysely, Transaction } from 'kysely'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { findDeedOfPublication, findPublicationByKey } from '../../db/publications.ts'
import { readContent, writeContent } from '../../db/record-content.ts'
import { type DraftRow, deleteDraft, deleteScheduled, findDraft, writeDraft } from '../../db/record-drafts.ts'
import { type EditedRecord, forgetPlannedTime, writeAlias, writeEmbargo } from '../../db/record-editing.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import { changedFields, contentChanges } from '../../domain/newsroom/changed-fields.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import { emptyContent } from '../../domain/newsroom/empty-content.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { publicationStep } from '../../domain/newsroom/publication-step.ts'
import {
  type ContentField,
  type RecordContent,
  withFieldOf,
  withMissingOf,
} from '../../domain/newsroom/record-content.ts'
import type { ContentErrors } from '../../domain/newsroom/tidy-content.ts'
import { unfilledFields } from '../../domain/newsroom/unfilled-fields.ts'
import { askGate } from '../approval/gate.ts'
import { wrongImages } from '../images/wrong-images.ts'
import { publishInTransaction } from '../publish-record.ts'
import { aliasOf } from './alias-of.ts'
import { changedSort, type EditRefusal, openForEditing, sortOf } from './edit-refusal.ts'
import { readyContent } from './ready-content.ts'

export interface DraftPublishing {
  recordId: number
  version?: number
  actor: Actor
  mayEdit: MayEdit
  now: Date
  notifies: boolean
  /** A later publication that fixes a typo and isn't news. */
  isCorrection?: boolean
  isUrgent?: boolean
  /** Fields whose rules may have become stricter since saving. Errors in them don't block publishing. */
  overlooks?: readonly ContentField[]
  isRelayed?: boolean
  isByClock?: boolean
  idempotencyKey?: string
  /** What was scheduled, published instead of the draft. Later edits stay in the draft. */
  confirmed?: RecordContent
  pass?: ApprovalPass | undefined
  gateAs?: 'post-update' | undefined
}

export type PublishDraftOutcome =
  | { kind: 'published'; edition: number; publicationId: number }
  | { kind: 'nothing-new' }
  | { kind: 'key-of-another-record'; recordId: number }
  /** The key was used for this record before, in another step or with other content. */
  | { kind: 'key-of-another-step' }
  | EditRefusal

export function publishDraft(db: Kysely<DB>, publishing: DraftPublishing): Promise<PublishDraftOutcome> {
  return inTransaction(db, (trx) => publishDraftInTransaction(trx, publishing))
}

/** The same within a transaction that hasn't changed the record yet. */
export async function publishDraftInTransaction(
  trx: Transaction<DB>,
  publishing: DraftPublishing,
): Promise<PublishDraftOutcome> {
  const { recordId, version, mayEdit, idempotencyKey, overlooks = [], isByClock = false } = publishing
  const opened = await openForEditing(trx, { recordId, mayEdit })
  if (opened.kind !== 'open') return opened
  const { record } = opened
  // Before the version check: the first attempt has raised the version.
  const earlier = idempotencyKey === undefined ? undefined : await findPublicationByKey(trx, idempotencyKey)
  if (earlier !== undefined) {
    if (earlier.record_id !== recordId) return { kind: 'key-of-another-record', recordId: earlier.record_id }
    const deed = await findDeedOfPublication(trx, earlier.id)
    // A retry has the version from before the publication. A later version means other content.
    if (deed?.action !== 'publish' || version === record.version) return { kind: 'key-of-another-step' }
    return { kind: 'published', edition: earlier.edition, publicationId: earlier.id }
  }
  if (version !== undefined && version !== record.version) return { kind: 'conflict' }

  const draft = await findDraft(trx, recordId)
  const current = await readContent(trx, recordId)
  if (current === undefined) return { kind: 'no-such-record' }
  const newest = draft === undefined ? current : withMissingOf(draft.content, current)
  const typed = publishing.confirmed === undefined ? newest : withMissingOf(publishing.confirmed, current)
  if (!mayEdit(sortOf(typed))) return { kind: 'not-allowed' }
  if (record.state === 'published' && draft === undefined) return { kind: 'nothing-new' }
  const known = await readThings(trx)
  const imagesSentence = await wrongImages(trx, typed.body)
  const errors: ContentErrors = {
    ...(imagesSentence !== undefined && { body: imagesSentence }),
    ...(!publishing.isRelayed && unfilledFields(typed, record.edition === null ? undefined : current)),
    ...checkContent(typed, known, { publishedAt: publishing.now, isByClock }),
    ...changedSort(record, typed),
  }
  for (const field of overlooks) delete errors[field]
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors }
  const gate = await askGate(trx, {
    recordId,
    kind: record.kind,
    action: publishing.gateAs ?? 'publish',
    pass: publishing.pass,
  })
  if (gate === 'needs-approval') return { kind: 'needs-approval' }
  const later = draft === undefined ? undefined : { ...draft, content: newest }
  return publishContent(trx, { record, current, typed, later, known, publishing })
}

async function publishContent(
  trx: Transaction<DB>,
  {
    record,
    current,
    typed,
    later,
    known,
    publishing,
  }: {
    record: EditedRecord
    current: RecordContent
    typed: RecordContent
    later: DraftRow | undefined
    known: Awaited<ReturnType<typeof readThings>>
    publishing: DraftPublishing
  },
): Promise<PublishDraftOutcome> {
  const {
    recordId,
    actor,
    now,
    notifies,
    isCorrection = false,
    isUrgent = false,
    idempotencyKey,
  } = publishing
  const isFirst = record.edition === null
  const traits = (id: number) => known.statuses.find((status) => status.id === id)
  const after = traits(typed.status_id)
  if (after === undefined) throw new Error(`Status ${typed.status_id} passed the check but no longer exists`)
  const wasClosed = !isFirst && traits(current.status_id)?.is_closed === true
  const content = readyContent(typed, { isFirst, wasClosed, isClosed: after.is_closed, now })
  const step = publicationStep({
    kind: content.kind,
    before: isFirst ? undefined : traits(current.status_id),
    after,
    isWithdrawn: record.state !== 'published',
    isCorrection,
  })

  await writeContent(trx, { recordId, content, now })
  await keepLaterEdits(trx, { recordId, typed, content, later })
  await deleteScheduled(trx, recordId)
  if (isFirst) await writeAlias(trx, { id: recordId, alias: aliasOf({ title: content.title, id: recordId }) })
  const outcome = await publishInTransaction(trx, {
    recordId,
    actor,
    now,
    step,
    // The record itself is the news; earlier updates aren't repeated.
    updateId: null,
    isUrgent,
    notifies,
    pass: publishing.pass,
    gateAs: publishing.gateAs,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(!isFirst && {
      stateBefore: {
        severityTid: current.severity_tid,
        services: current.services,
        dataCenters: current.data_centers,
        placeStates: current.place_states ?? [],
      },
    }),
    changes: isFirst ? firstChanges(content) : contentChanges(current, content),
  })
  if (outcome.kind !== 'published') throw new Error(`Record ${recordId} was not published: ${outcome.kind}`)
  if (record.state === 'scheduled') await forgetPlannedTime(trx, { id: recordId, after: now })
  return outcome
}

async function keepLaterEdits(
  trx: Transaction<DB>,
  of: { recordId: number; typed: RecordContent; content: RecordContent; later: DraftRow | undefined },
) {
  const { recordId, typed, content, later } = of
  const fields = later === undefined ? [] : changedFields(typed, later.content)
  const edited = fields.filter((field) => !NO_LATER_EDITS.includes(field))
  if (later === undefined || edited.length === 0) return deleteDraft(trx, recordId)
  // What was typed under embargo stays under it. Only the published version is open.
  const embargo = later.content.embargo ?? null
  await writeEmbargo(trx, { id: recordId, embargo })
  return writeDraft(trx, {
    recordId,
    content: { ...edited.reduce((made, field) => withFieldOf(made, field, later.content), content), embargo },
    savedBy: later.saved_by,
    at: later.saved_at,
  })
}

/** The sort of a published record can’t change, and without other edits an embargo has nothing to protect. */
const NO_LATER_EDITS: readonly ContentField[] = ['kind', 'notification_type', 'embargo']

function firstChanges(content: RecordContent) {
  return { before: {}, after: contentChanges(emptyContent({ kind: content.kind }), content).after }
}
