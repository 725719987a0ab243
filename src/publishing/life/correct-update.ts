import type { Kysely, Transaction } from 'kysely'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import { currentEdition } from '../../db/edition.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { changeDraft, findDraft } from '../../db/record-drafts.ts'
import { changeRecord, type LockedRecordState, lockRecordState } from '../../db/record-life.ts'
import { lockUpdate, timesOfChanges, timesOfUpdates, writeUpdate } from '../../db/record-updates.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import { placeholdersIn } from '../../domain/newsroom/placeholders.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { askGate } from '../approval/gate.ts'
import { wrongImages } from '../images/wrong-images.ts'
import { publishInTransaction } from '../publish-record.ts'
import { sortOf } from '../records/edit-refusal.ts'
import { sanitizeHtml } from '../sanitize-html.ts'
import { isBlankHtml } from './is-blank-html.ts'
import { beginningOfUpdates } from './life-state.ts'
import type { StepRefusal } from './step-outcome.ts'

export interface ChangingUpdate {
  recordId: number
  updateId: number
  version: number
  actor: Actor
  mayEdit: MayEdit
  now: Date
  pass?: ApprovalPass | undefined
}

export interface Correcting extends ChangingUpdate {
  body: string
  postedOn?: Date | undefined
}

export type CorrectOutcome = { kind: 'done'; edition: number } | StepRefusal

export function correctUpdate(db: Kysely<DB>, correcting: Correcting): Promise<CorrectOutcome> {
  return inTransaction(db, async (trx): Promise<CorrectOutcome> => {
    const opened = await openUpdate(trx, correcting)
    if (opened.kind !== 'open') return opened
    const { record, update } = opened
    const { recordId, updateId, actor, now, postedOn = update.posted_on } = correcting
    const body = sanitizeHtml(storable(correcting.body))
    if (isBlankHtml(body)) return { kind: 'nothing-said' }
    // A monitoring system may have written some; they can stay.
    const unfilled = placeholdersIn(body).find((name) => !placeholdersIn(update.body).includes(name))
    if (unfilled !== undefined) return { kind: 'unfilled', name: unfilled }
    const sentence = await wrongImages(trx, body)
    if (sentence !== undefined) return { kind: 'wrong-images', sentence }
    const isMoved = postedOn.getTime() !== update.posted_on.getTime()
    if (body === update.body && !isMoved) return { kind: 'done', edition: (await currentEdition(trx)).number }
    const wrong = isMoved ? await wrongTime(trx, { record, update, postedOn, now }) : undefined
    if (wrong !== undefined) return wrong
    const { pass } = correcting
    const gate = await askGate(trx, { recordId, kind: record.kind, action: 'correct-update', pass })
    if (gate === 'needs-approval') return { kind: 'needs-approval' }

    await writeUpdate(trx, { id: updateId, body, postedOn })
    const moved = isMoved ? await moveEnd(trx, { record, from: update.posted_on, to: postedOn }) : {}
    const published = await publishInTransaction(trx, {
      recordId,
      actor,
      now,
      step: 'corrected',
      updateId,
      isUrgent: false,
      notifies: false,
      action: 'correct-update',
      pass,
      changes: {
        before: {
          update: updateId,
          body: update.body,
          ...(isMoved && { posted_on: update.posted_on }),
          ...('closed_on' in moved && { closed_on: record.closed_on }),
        },
        after: { update: updateId, body, ...(isMoved && { posted_on: postedOn }), ...moved },
      },
    })
    if (published.kind !== 'published') throw new Error(`Correction not published: ${published.kind}`)
    return { kind: 'done', edition: published.edition }
  })
}

type OpenedUpdate = NonNullable<Awaited<ReturnType<typeof lockUpdate>>>

export async function openUpdate(
  trx: Transaction<DB>,
  { recordId, updateId, version, mayEdit }: ChangingUpdate,
): Promise<{ kind: 'open'; record: LockedRecordState; update: OpenedUpdate } | StepRefusal> {
  const record = await lockRecordState(trx, recordId)
  if (record === undefined) return { kind: 'no-such-record' }
  if (!mayEdit(sortOf({ ...record, clouds: await cloudsTouched(trx, recordId) })))
    return { kind: 'not-allowed' }
  if (record.state !== 'published') return { kind: 'not-published' }
  if (record.version !== version) return { kind: 'conflict' }
  const update = await lockUpdate(trx, { id: updateId, recordId })
  return update === undefined ? { kind: 'no-such-update' } : { kind: 'open', record, update }
}

/** It keeps its place among updates and changes: each of them reports what was true after the one before. */
async function wrongTime(
  trx: Transaction<DB>,
  {
    record,
    update,
    postedOn,
    now,
  }: { record: LockedRecordState; update: OpenedUpdate; postedOn: Date; now: Date },
): Promise<StepRefusal | undefined> {
  if (postedOn > now) return { kind: 'wrong-time', field: 'posted_on', why: 'in-the-future' }
  const beginning = beginningOfUpdates(record)
  if (beginning !== null && postedOn < beginning)
    return { kind: 'wrong-time', field: 'posted_on', why: 'before-it-began' }
  const updates = await timesOfUpdates(trx, record.id)
  const at = updates.findIndex(({ id }) => id === update.id)
  const changes = await timesOfChanges(trx, record.id)
  const own = changes.find(({ update_id }) => update_id === update.id)
  const others = changes.filter(({ update_id }) => update_id !== update.id)
  const isBefore = ({ id, made_on }: { id: number; made_on: Date }) =>
    made_on < update.posted_on ||
    (made_on.getTime() === update.posted_on.getTime() && (own === undefined || id < own.id))
  const before = [updates[at - 1]?.posted_on, others.findLast(isBefore)?.made_on]
  const after = [updates[at + 1]?.posted_on, others.find((change) => !isBefore(change))?.made_on]
  const isInOrder =
    before.every((time) => time === undefined || time <= postedOn) &&
    after.every((time) => time === undefined || postedOn <= time)
  return isInOrder ? undefined : { kind: 'wrong-time', field: 'posted_on', why: 'out-of-order' }
}

/**
 * If the update closed the record at its own time, the end moves with it, also in a draft that did not
 * change it.
 */
async function moveEnd(
  trx: Transaction<DB>,
  { record, from, to }: { record: LockedRecordState; from: Date; to: Date },
): Promise<Partial<Pick<LockedRecordState, 'closed_on' | 'actual_to_time'>>> {
  const isAt = (time: Date | null) => time !== null && time.getTime() === from.getTime()
  if (!isAt(record.closed_on)) return {}
  const began = record.actual_from_time
  const movesWork = isAt(record.actual_to_time) && (began === null || began <= to)
  const moved = { closed_on: to, ...(movesWork && { actual_to_time: to }) }
  await changeRecord(trx, record.id, moved)
  const draft = await findDraft(trx, record.id)
  const isOfDraft = (name: 'closed_on' | 'actual_to_time') =>
    name in moved && Date.parse(draft?.content[name] ?? '') === from.getTime()
  const fields = {
    ...(isOfDraft('closed_on') && { closed_on: to.toISOString() }),
    ...(isOfDraft('actual_to_time') && { actual_to_time: to.toISOString() }),
  }
  if (Object.keys(fields).length > 0) await changeDraft(trx, { recordId: record.id, fields })
  return moved
}
