import type { Kysely, Transaction } from 'kysely'
import { carryWaitingDraft } from '../../db/approvals.ts'
import { readThings } from '../../db/choices.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { findPublicationByKey } from '../../db/publications.ts'
import { readContent } from '../../db/record-content.ts'
import {
  findDraft,
  findScheduled,
  haveStaffTyped,
  type ScheduledRow,
  writeDraft,
  writeScheduled,
} from '../../db/record-drafts.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import { changedFields } from '../../domain/newsroom/changed-fields.ts'
import { checkContent } from '../../domain/newsroom/check-content.ts'
import { type CloudLimit, mayEditAsProgram } from '../../domain/newsroom/may-edit.ts'
import { type RecordContent, withMissingOf } from '../../domain/newsroom/record-content.ts'
import type { RecordKind } from '../../domain/record.ts'
import { changeBetween } from '../../domain/record-changes.ts'
import { type AskedByPeople, isAskedByPeople, requestApproval } from '../approval/ask-approval.ts'
import { askGate } from '../approval/gate.ts'
import { wrongImages } from '../images/wrong-images.ts'
import { type OutsideLimit, outsideLimit } from '../records/about-limit.ts'
import { openForEditing } from '../records/edit-refusal.ts'
import { publishDraft } from '../records/publish-draft.ts'
import { saveDraft } from '../records/save-draft.ts'
import { isTypedOver, withChangesBeside } from './changes-beside.ts'
import {
  type ContentOutcome,
  contentOfFields,
  type ErrorsOfFields,
  errorsForPrograms,
  type GivenFields,
} from './content-of-fields.ts'
import { orTakeBack, TakenBack } from './take-back.ts'

export interface Amending {
  recordId: number
  kind: RecordKind
  /** The base of the change. Absent: the current one. */
  version: number | undefined
  given: GivenFields
  content?: Partial<RecordContent>
  /** Absent: only if the record is already published. */
  publishes: boolean | undefined
  /** Absent: no notifications, except for publishing a draft. */
  notifies: boolean | undefined
  actor: Actor
  limit: CloudLimit
  pass: ApprovalPass | undefined
  /** The change only follows events of a live incident, like an update. */
  gateAs?: 'post-update'
  now: Date
  key?: string
}

export type AmendOutcome =
  | {
      kind: 'amended'
      isWaiting?: boolean
    }
  | { kind: 'scheduled-with-approval' }
  | { kind: 'no-such-record' }
  | { kind: 'conflict' }
  /** It would change or publish words that people have typed and not published. */
  | { kind: 'typed-by-staff' }
  /** People have edited it since they scheduled it, so the change would not go out with what they confirmed. */
  | { kind: 'edited-since-scheduled' }
  | { kind: 'wrong'; errors: ErrorsOfFields }
  | AskedByPeople
  | OutsideLimit

export function amendRecord(db: Kysely<DB>, amending: Amending): Promise<AmendOutcome> {
  return orTakeBack<AmendOutcome>(() => inTransaction(db, (trx) => amend(trx, amending)))
}

async function amend(trx: Transaction<DB>, amending: Amending): Promise<AmendOutcome> {
  const { recordId, version, publishes, notifies, key } = amending
  const mayEdit = mayEditOf(amending)
  const opened = await openForEditing(trx, { recordId, mayEdit })
  if (opened.kind !== 'open') return { kind: 'no-such-record' }
  // Checked before the version, because the first attempt has increased it.
  const earlier = key === undefined ? undefined : await findPublicationByKey(trx, key)
  if (earlier?.record_id === recordId) return { kind: 'amended' }
  if (version !== undefined && version !== opened.record.version) return { kind: 'conflict' }
  const isOnSite = opened.record.state === 'published'
  const current = await readContent(trx, recordId)
  if (current === undefined) return { kind: 'no-such-record' }
  const draft = await findDraft(trx, recordId)
  const things = await readThings(trx)
  const changed = (content: RecordContent) =>
    contentOrThrow(contentOfFields({ ...content, ...amending.content }, amending.given, things))

  const isForReaders = publishes ?? isOnSite
  // Programs read the published version, so knowing its version doesn't mean that they know the draft
  // beside it.
  const newest = draft === undefined ? current : withMissingOf(draft.content, current)
  const beside = isOnSite && draft !== undefined ? newest : undefined
  const isOfStaff = draft !== undefined && (draft.saved_by !== null || (await haveStaffTyped(trx, recordId)))
  const isBeside = beside !== undefined && (isForReaders || isOfStaff)
  const wanted = changed(isBeside ? current : newest)
  // With the clouds and services that the program gives it: one of them may be why a second person is needed.
  const gate = await askGate(trx, {
    recordId,
    kind: opened.record.kind,
    action: amending.gateAs ?? 'publish',
    pass: amending.pass,
    content: wanted,
  })
  const isGated = isForReaders && gate === 'needs-approval'
  // There is only one draft, and it belongs to people.
  if (isGated && beside !== undefined && isOfStaff) return { kind: 'typed-by-staff' }
  const amended = isGated ? changed(newest) : wanted
  if (beside !== undefined && isOfStaff && !isForReaders) {
    if (isTypedOver({ current, amended, typed: beside })) return { kind: 'typed-by-staff' }
    const content = withChangesBeside({ current, amended, typed: beside })
    await save(trx, amending, { version: opened.record.version, content })
    await writeDraft(trx, { recordId, content, savedBy: draft?.saved_by ?? null, at: amending.now })
    return { kind: 'amended' }
  }
  if (isOfStaff && !isOnSite && version === undefined) return { kind: 'typed-by-staff' }
  const isWaiting = opened.record.state === 'scheduled' && !isForReaders
  const scheduled = isWaiting ? await findScheduled(trx, recordId) : undefined
  if (scheduled !== undefined) {
    const confirmed = withMissingOf(scheduled.content, current)
    if (changedFields(confirmed, newest).length > 0) return { kind: 'edited-since-scheduled' }
    const { kind } = opened.record
    const scheduling = { recordId, kind, action: 'schedule', pass: amending.pass, content: amended }
    if ((await askGate(trx, scheduling)) === 'needs-approval') return { kind: 'scheduled-with-approval' }
  }
  // Saving ends a request, so check for one first.
  const areWaiting = await isAskedByPeople(trx, recordId)
  await save(trx, amending, { version: opened.record.version, content: amended })
  if (scheduled !== undefined)
    await reschedule(trx, amending, { scheduled, things, publishAt: opened.record.publish_at })
  if (!isForReaders) return { kind: 'amended' }
  const isAsked = await publish(trx, amending, {
    notifies: notifies ?? !isOnSite,
    // A higher severity or another place is true from now on. A correction would claim that it was always
    // true.
    isCorrection: isOnSite && notifies !== true && !isInHistory(current, amended),
  })
  if (isAsked && beside !== undefined && isOfStaff) throw new TakenBack({ kind: 'typed-by-staff' })
  if (isAsked && areWaiting) throw new TakenBack({ kind: 'asked-by-people' })
  if (isAsked) return { kind: 'amended', isWaiting: true }
  if (beside !== undefined && draft !== undefined) {
    const { saved_by: savedBy, saved_at: at } = draft
    const content = withChangesBeside({ current, amended, typed: beside })
    await writeDraft(trx, { recordId, content, savedBy, at })
    if (isOfStaff) await carryWaitingDraft(trx, { recordId, from: opened.record.version })
  }
  return { kind: 'amended' }
}

function isInHistory(current: RecordContent, amended: RecordContent): boolean {
  const publicState = ({ severity_tid, services, data_centers, place_states = [] }: RecordContent) => ({
    severityTid: severity_tid,
    services,
    dataCenters: data_centers,
    placeStates: place_states,
  })
  return changeBetween(amended.kind, publicState(current), publicState(amended)) !== undefined
}

function mayEditOf({ kind, limit }: Amending) {
  return mayEditAsProgram(kind, limit)
}

function contentOrThrow(outcome: ContentOutcome): RecordContent {
  if (outcome.kind === 'wrong') throw new TakenBack(outcome)
  return outcome.content
}

async function save(
  trx: Transaction<DB>,
  amending: Amending,
  { version, content }: { version: number; content: RecordContent },
) {
  const { recordId, actor, now, kind } = amending
  const mayEdit = mayEditOf(amending)
  const saved = await saveDraft(trx, { recordId, version, content, actor, mayEdit, now })
  if (saved.kind === 'wrong')
    throw new TakenBack({ kind: 'wrong', errors: errorsForPrograms(saved.errors, kind) })
  if (saved.kind === 'not-allowed') throw new TakenBack(outsideLimit(content))
  if (saved.kind !== 'saved') throw new Error(`A held record was not saved: ${saved.kind}`)
}

/** Programs can't schedule, so their change goes out with what people confirmed. It must be publishable, too. */
async function reschedule(
  trx: Transaction<DB>,
  { recordId, kind }: Amending,
  {
    scheduled,
    things,
    publishAt,
  }: {
    scheduled: ScheduledRow
    things: Awaited<ReturnType<typeof readThings>>
    publishAt: Date | null
  },
) {
  const content = (await findDraft(trx, recordId))?.content
  if (content === undefined) return
  const imagesSentence = await wrongImages(trx, content.body)
  const errors = {
    ...(imagesSentence !== undefined && { body: imagesSentence }),
    ...checkContent(content, things, { publishedAt: publishAt ?? undefined }),
  }
  if (Object.keys(errors).length > 0)
    throw new TakenBack({ kind: 'wrong', errors: errorsForPrograms(errors, kind) })
  const { confirmed_by: by, confirmed_at: at } = scheduled
  await writeScheduled(trx, { recordId, content, by, at })
}

async function publish(
  trx: Transaction<DB>,
  amending: Amending,
  { notifies, isCorrection }: { notifies: boolean; isCorrection: boolean },
): Promise<boolean> {
  const { recordId, actor, now, kind, key } = amending
  const mayEdit = mayEditOf(amending)
  const published = await publishDraft(trx, {
    recordId,
    actor,
    mayEdit,
    now,
    notifies,
    isCorrection,
    pass: amending.pass,
    gateAs: amending.gateAs,
    // An alert must not fail because of a start that an earlier version accepted.
    ...(amending.gateAs === 'post-update' && { overlooks: ['from_time'] as const }),
    ...(key !== undefined && { idempotencyKey: key }),
  })
  switch (published.kind) {
    case 'published':
    case 'nothing-new':
      return false
    case 'needs-approval': {
      const act = { act: 'publish', notifies, is_correction: isCorrection, is_urgent: false } as const
      await requestApproval(trx, { recordId, act, note: '', actor, now })
      return true
    }
    case 'wrong':
      throw new TakenBack({ kind: 'wrong', errors: errorsForPrograms(published.errors, kind) })
    case 'no-such-record':
    case 'not-allowed':
    case 'conflict':
    case 'key-of-another-record':
    case 'key-of-another-step':
      throw new Error(`A held record was not published: ${published.kind}`)
  }
}
