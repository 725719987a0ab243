import type { Kysely, Transaction } from 'kysely'
import { queueApprovalMails } from '../../db/approval-mails.ts'
import {
  endWaiting,
  findOpenRequest,
  insertApproval,
  requestsSince,
  staffRights,
} from '../../db/approvals.ts'
import { insertAudit } from '../../db/audit.ts'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { findDraft, lastStaffEditor } from '../../db/record-drafts.ts'
import { type EditedRecord, lockForEditing } from '../../db/record-editing.ts'
import { lockRecordState } from '../../db/record-life.ts'
import { lastSeriesEditor } from '../../db/series.ts'
import { isRole } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ApprovalAct } from '../../domain/newsroom/approval.ts'
import { type MayEdit, mayEditAs } from '../../domain/newsroom/may-edit.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { HOUR_MS } from '../../domain/time.ts'
import { orTakeBack, TakenBack } from '../automation/take-back.ts'
import { beginningOf } from '../life/resolve-record.ts'
import { openForEditing, sortOf } from '../records/edit-refusal.ts'
import { type ActRefusal, performAct } from './perform-act.ts'

export interface Asking {
  recordId: number
  /** The version that the person sees. Absent: the current one. */
  version?: number | undefined
  /** The edition that they see. Absent: whatever happened since. */
  seenEdition?: number | undefined
  act: ApprovalAct
  note: string
  actor: Actor
  mayEdit: MayEdit
  now: Date
}

/** More mails would not bring an answer sooner. The dashboard shows requests to everyone else. */
const MAILS_AT_MOST = 20

/** Requests of one person or program. A program that asks again and again must not fill mailboxes. */
const MAILED_PER_HOUR = 20

/** A program doesn't end the request of a person: what they wrote would be lost, and no one would notice. */
export interface AskedByPeople {
  kind: 'asked-by-people'
}

type AskOutcome = { kind: 'asked'; approvalId: number } | AskedByPeople

/** Everything that would keep it from being published is reported now, not to the approver. */
export function askApproval(db: Kysely<DB>, asking: Asking): Promise<AskOutcome | ActRefusal> {
  const { recordId, version, seenEdition, act, actor, mayEdit, now } = asking
  return inTransaction(db, async (trx) => {
    const opened = await openForEditing(trx, { recordId, mayEdit, ...(version !== undefined && { version }) })
    if (opened.kind !== 'open') return opened
    const { record } = opened
    if (seenEdition !== undefined && (record.edition ?? 0) > seenEdition) return { kind: 'conflict' as const }
    const refusal = await tryOut(trx, { recordId, version: record.version, act, actor, mayEdit, now })
    if (refusal !== undefined) return refusal
    return request(trx, record, asking)
  })
}

/**
 * Like `askApproval`, for programs and the timetable. Their step was refused only because it lacked
 * approval.
 */
export async function requestApproval(
  trx: Transaction<DB>,
  asking: Omit<Asking, 'mayEdit' | 'version' | 'seenEdition'>,
): Promise<AskOutcome> {
  const record = await lockForEditing(trx, asking.recordId)
  if (record === undefined) throw new Error(`Record ${asking.recordId} is gone`)
  return request(trx, record, asking)
}

export async function isAskedByPeople(trx: Transaction<DB>, recordId: number): Promise<boolean> {
  return (await openRequestOfPeople(trx, recordId)) !== undefined
}

async function openRequestOfPeople(trx: Transaction<DB>, recordId: number) {
  const open = await findOpenRequest(trx, recordId)
  return open !== undefined && open.requested_by !== null ? open : undefined
}

function tryOut(
  trx: Transaction<DB>,
  of: Omit<Parameters<typeof performAct>[1], 'pass'>,
): Promise<ActRefusal | undefined> {
  return orTakeBack<ActRefusal | undefined>(() =>
    inTransaction(trx, async (part) => {
      const outcome = await performAct(part, { ...of, pass: { kind: 'exempt' } })
      throw new TakenBack(outcome.kind === 'done' ? undefined : outcome)
    }),
  )
}

/** A program that changes a draft doesn't become its author. */
async function editorOf(
  trx: Transaction<DB>,
  { recordId, act }: Pick<Asking, 'recordId' | 'act'>,
): Promise<number | null> {
  switch (act.act) {
    case 'publish':
    case 'schedule': {
      const draft = await findDraft(trx, recordId)
      if (draft === undefined) return null
      return (
        draft.saved_by ??
        (await lastStaffEditor(trx, { recordId, ...OF_RECORD })) ??
        // The timetable made the draft from words that a person wrote for the series.
        lastSeriesEditor(trx, recordId)
      )
    }
    case 'publish-post-mortem':
      return lastStaffEditor(trx, { recordId, ...OF_POST_MORTEM })
    default:
      return null
  }
}

const OF_RECORD = { saves: ['create', 'save-draft', 'retag'], ends: ['publish', 'discard-draft'] }
const OF_POST_MORTEM = {
  saves: ['save-post-mortem'],
  ends: ['publish-post-mortem', 'discard-post-mortem'],
}

/**
 * Without a time, the incident ended when someone said so, however long the second person takes; but not
 * before it began.
 */
async function withEnd(
  trx: Transaction<DB>,
  { recordId, act, now }: Pick<Asking, 'recordId' | 'act' | 'now'>,
): Promise<ApprovalAct> {
  if (act.act !== 'resolve') return act
  const record = await lockRecordState(trx, recordId)
  const began = record && beginningOf(record)
  return began != null && began > now ? act : { closed_on: now.toISOString(), ...act }
}

async function request(
  trx: Transaction<DB>,
  record: EditedRecord,
  {
    recordId,
    act: wanted,
    note: typed,
    actor,
    now,
  }: Pick<Asking, 'recordId' | 'act' | 'note' | 'actor' | 'now'>,
): Promise<AskOutcome> {
  const replaced = await openRequestOfPeople(trx, recordId)
  if (replaced !== undefined && actor.userId === null) return { kind: 'asked-by-people' }
  const act = await withEnd(trx, { recordId, act: wanted, now })
  const note = storable(typed).trim()
  const editedBy = await editorOf(trx, { recordId, act })
  await endWaiting(trx, { recordId, at: now })
  const approvalId = await insertApproval(trx, {
    recordId,
    act,
    version: record.version,
    state: 'waiting',
    note,
    requestedBy: actor.userId,
    requester: actor.name,
    editedBy,
    at: now,
  })
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'ask-approval',
    entity: 'record',
    entityId: recordId,
    before: null,
    after: { approval: approvalId, ...act, version: record.version, ...(note !== '' && { note }) },
  })
  // Their author can see who replaced it, and the words are in the log.
  if (replaced !== undefined && replaced.requested_by !== actor.userId)
    await auditTakenBack(trx, { recordId, actor, now, approval: replaced.id, replaced_by: approvalId })
  const since = new Date(now.getTime() - HOUR_MS)
  const asked = await requestsSince(trx, { requestedBy: actor.userId, requester: actor.name, since })
  if (asked > MAILED_PER_HOUR) return { kind: 'asked', approvalId }
  const sort = sortOf({ ...record, clouds: await cloudsTouched(trx, recordId) })
  const approvers = (await staffRights(trx)).filter(
    ({ uid, roles, limit }) =>
      uid !== actor.userId &&
      uid !== editedBy &&
      mayEditAs({ uid, roles: roles.filter(isRole), limit })(sort),
  )
  await queueApprovalMails(trx, {
    kind: 'approval-asked',
    approvalId,
    uids: approvers.slice(0, MAILS_AT_MOST).map(({ uid }) => uid),
    now,
  })
  return { kind: 'asked', approvalId }
}

export function auditTakenBack(
  trx: Transaction<DB>,
  {
    recordId,
    actor,
    now,
    ...after
  }: { recordId: number; actor: Actor; now: Date; approval: number; replaced_by?: number },
) {
  return insertAudit(trx, {
    at: now,
    actor,
    action: 'take-back-approval',
    entity: 'record',
    entityId: recordId,
    before: null,
    after,
  })
}
