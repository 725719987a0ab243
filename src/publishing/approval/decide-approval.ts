import type { Kysely, Transaction } from 'kysely'
import { queueApprovalMails } from '../../db/approval-mails.ts'
import { type ApprovalRow, decideApproval, lockApproval, staffRights } from '../../db/approvals.ts'
import { insertAudit } from '../../db/audit.ts'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import { isRole } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import { type MayEdit, mayEditAs, type SortOfRecord } from '../../domain/newsroom/may-edit.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import { orTakeBack, TakenBack } from '../automation/take-back.ts'
import { type EditRefusal, openForEditing, sortOf } from '../records/edit-refusal.ts'
import { settleAllWithdrawn } from '../unpublish-record.ts'
import { type ActRefusal, performAct } from './perform-act.ts'

export interface Deciding {
  recordId: number
  approvalId: number
  actor: Actor & { userId: number }
  mayEdit: MayEdit
  now: Date
}

type DecideRefusal =
  | EditRefusal
  | { kind: 'no-such-request' }
  | { kind: 'decided'; state: ApprovalRow['state']; by: string | null }
  /** The record was edited or published since. */
  | { kind: 'void' }
  /** A program or the clock changed it since the approver read it. */
  | { kind: 'changed' }
  /** The approver is the one who asked, or who edited it last. */
  | { kind: 'own' }
  | { kind: 'requester-lost-right'; name: string | null }

export type ApproveOutcome = { kind: 'approved'; isLate: boolean } | DecideRefusal | ActRefusal

export interface Approving extends Deciding {
  /** The version of the record that the approver read. */
  seen?: number | undefined
}

export async function approve(db: Kysely<DB>, approving: Approving): Promise<ApproveOutcome> {
  const outcome = await orTakeBack<
    ApproveOutcome | { kind: 'done'; publications: number[]; isLate: boolean }
  >(() => db.transaction().execute((trx) => approveInTransaction(trx, approving)))
  if (outcome.kind !== 'done') return outcome
  for (const publicationId of outcome.publications) await settleAllWithdrawn(db, publicationId)
  return { kind: 'approved', isLate: outcome.isLate }
}

async function approveInTransaction(trx: Transaction<DB>, { seen, ...deciding }: Approving) {
  const { recordId, actor, mayEdit, now } = deciding
  const opened = await openRequest(trx, deciding)
  if (opened.kind !== 'open') return opened
  const { approval, sort } = opened
  if (seen !== undefined && seen !== approval.version) return { kind: 'changed' as const }
  const { requested_by: requestedBy } = approval
  if (requestedBy !== null && !(await mayStillAsk(trx, { uid: requestedBy, sort })))
    return { kind: 'requester-lost-right' as const, name: approval.requester_name }
  await decideApproval(trx, { id: approval.id, state: 'approved', by: actor.userId, at: now })
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'approve',
    entity: 'record',
    entityId: recordId,
    before: null,
    after: { approval: approval.id, act: approval.act.act, requested_by: requestedBy },
  })
  await mailRequester(trx, { approval, now })
  const outcome = await performAct(trx, {
    recordId,
    version: approval.version,
    act: approval.act,
    actor,
    mayEdit,
    now,
    pass: { kind: 'approved', approvalId: approval.id, requestedBy },
  })
  // Something that it names may have been removed since. The request stays open.
  if (outcome.kind !== 'done') throw new TakenBack(outcome)
  return { kind: 'done' as const, publications: outcome.publications, isLate: outcome.isLate ?? false }
}

export function sendBack(
  db: Kysely<DB>,
  { words, ...deciding }: Deciding & { words: string },
): Promise<{ kind: 'sent-back' } | DecideRefusal> {
  return db.transaction().execute(async (trx) => {
    const opened = await openRequest(trx, deciding)
    if (opened.kind !== 'open') return opened
    const decision = storable(words).trim()
    await end(trx, deciding, { state: 'sent-back', action: 'send-back', decision })
    await mailRequester(trx, { approval: opened.approval, now: deciding.now })
    return { kind: 'sent-back' as const }
  })
}

export function takeBackRequest(
  db: Kysely<DB>,
  deciding: Deciding,
): Promise<{ kind: 'taken-back' } | DecideRefusal> {
  return db.transaction().execute(async (trx) => {
    const opened = await openRequest(trx, deciding, { isOwnAllowed: true })
    if (opened.kind !== 'open') return opened
    await end(trx, deciding, { state: 'taken-back', action: 'take-back-approval' })
    return { kind: 'taken-back' as const }
  })
}

export function reviewWithout(
  db: Kysely<DB>,
  deciding: Deciding,
): Promise<{ kind: 'reviewed' } | DecideRefusal> {
  return db.transaction().execute(async (trx) => {
    const { recordId, approvalId, actor, mayEdit } = deciding
    const opened = await openForEditing(trx, { recordId, mayEdit })
    if (opened.kind !== 'open') return opened
    const approval = await lockApproval(trx, { id: approvalId, recordId })
    if (approval === undefined) return { kind: 'no-such-request' as const }
    if (approval.state !== 'without') return decided(approval)
    if (approval.requested_by === actor.userId) return { kind: 'own' as const }
    await end(trx, deciding, { state: 'reviewed', action: 'review-without-approval' })
    return { kind: 'reviewed' as const }
  })
}

async function openRequest(
  trx: Transaction<DB>,
  { recordId, approvalId, actor, mayEdit }: Deciding,
  { isOwnAllowed = false } = {},
): Promise<{ kind: 'open'; approval: ApprovalRow; sort: SortOfRecord } | DecideRefusal> {
  const opened = await openForEditing(trx, { recordId, mayEdit })
  if (opened.kind !== 'open') return opened
  const approval = await lockApproval(trx, { id: approvalId, recordId })
  if (approval === undefined) return { kind: 'no-such-request' }
  if (approval.state !== 'waiting') return decided(approval)
  if (!approval.is_current) return { kind: 'void' }
  const isOwn = approval.requested_by === actor.userId || approval.edited_by === actor.userId
  if (isOwn && !isOwnAllowed) return { kind: 'own' }
  const sort = sortOf({ ...opened.record, clouds: await cloudsTouched(trx, recordId) })
  return { kind: 'open', approval, sort }
}

function decided({ state, decider_name: by }: ApprovalRow) {
  return { kind: 'decided' as const, state, by }
}

async function mayStillAsk(trx: Transaction<DB>, { uid, sort }: { uid: number; sort: SortOfRecord }) {
  const [person] = await staffRights(trx, { uid })
  if (person === undefined) return false
  return mayEditAs({ ...person, roles: person.roles.filter(isRole) })(sort)
}

async function end(
  trx: Transaction<DB>,
  { recordId, approvalId, actor, now }: Deciding,
  of: { state: ApprovalRow['state']; action: string; decision?: string },
) {
  const { state, action, decision = '' } = of
  await decideApproval(trx, { id: approvalId, state, by: actor.userId, at: now, decision })
  await insertAudit(trx, {
    at: now,
    actor,
    action,
    entity: 'record',
    entityId: recordId,
    before: null,
    after: { approval: approvalId, ...(decision !== '' && { words: decision }) },
  })
}

async function mailRequester(
  trx: Transaction<DB>,
  { approval: { id, requested_by }, now }: { approval: ApprovalRow; now: Date },
) {
  if (requested_by === null) return
  await queueApprovalMails(trx, { kind: 'approval-decided', approvalId: id, uids: [requested_by], now })
}
