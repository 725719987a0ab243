import type { Kysely } from 'kysely'
import type { ApprovalRequest, RecordApproval } from '../../contract/admin/approval-fields.ts'
import {
  type ApprovalRow,
  approvalsToDo,
  isOpenRequest,
  newestRequest,
  readApprovalRules,
  withoutApproval,
} from '../../db/approvals.ts'
import { readThings } from '../../db/choices.ts'
import { isSomewhereOnAllClouds } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import { isDoneSince } from '../../db/record-deeds.ts'
import { timesOfUpdates } from '../../db/record-updates.ts'
import { type ActNames, actLines, actWords, needsApproval } from '../../domain/newsroom/approval.ts'
import type { ReadableSorts } from '../../domain/newsroom/may-edit.ts'
import type { RecordKind } from '../../domain/record.ts'

interface Approvable {
  id: number
  kind: RecordKind
  clouds: readonly number[]
  edition: number | null
  updated_on: Date
}

/** `uid` is the reader; absent for programs. */
export async function aboutApproval(
  db: Kysely<DB>,
  record: Approvable,
  uid: number | undefined,
): Promise<RecordApproval> {
  const rules = await readApprovalRules(db)
  const { id, kind, clouds } = record
  const isOnAllClouds =
    kind === 'notification' && rules.clouds.length > 0 && (await isSomewhereOnAllClouds(db, id))
  const newest = await newestRequest(db, id)
  const without = await withoutApproval(db, id)
  return {
    needs: {
      publish: needsApproval(rules, { kind, clouds, isOnAllClouds, action: 'publish' }),
      updates: needsApproval(rules, { kind, clouds, isOnAllClouds, action: 'post-update' }),
    },
    request: newest === undefined ? null : await presentRequest(db, newest, { record, uid }),
    without: without.map((approval) => ({
      id: approval.id,
      what: actWords(approval.act.act, kind),
      reason: approval.note,
      by: approval.requester_name ?? approval.requester,
      at: approval.requested_at.toISOString(),
      is_own: approval.requested_by === uid,
    })),
  }
}

export const NO_APPROVAL: RecordApproval = {
  needs: { publish: false, updates: false },
  request: null,
  without: [],
}

async function presentRequest(
  db: Kysely<DB>,
  approval: ApprovalRow,
  { record, uid }: { record: Approvable; uid: number | undefined },
): Promise<ApprovalRequest | null> {
  const { kind, edition, updated_on } = record
  const isWaiting = isOpenRequest(approval)
  const state = isWaiting ? 'waiting' : approval.state === 'waiting' ? 'void' : approval.state
  if (state !== 'waiting' && state !== 'void' && state !== 'sent-back') return null
  const isPublishedSince = edition !== null && updated_on >= approval.requested_at
  if (!isWaiting && isPublishedSince && !(await isVoidUndone(db, approval, state))) return null
  const { act } = approval
  return {
    id: approval.id,
    state,
    what: actWords(act.act, kind),
    body: 'body' in act ? act.body : null,
    lines: actLines(act, await namesFor(db, record.id)),
    about: aboutOf(act.act),
    publish_at: act.act === 'schedule' ? act.publish_at : null,
    note: approval.note,
    requester: approval.requester_name ?? approval.requester,
    requested_at: approval.requested_at.toISOString(),
    is_own: uid !== undefined && (approval.requested_by === uid || approval.edited_by === uid),
    decider: approval.decider_name,
    decision: approval.decision,
  }
}

/**
 * Publishing the draft in another way settles what was asked about it. But an update, or the start of the window,
 * doesn't publish the draft or cancel maintenance, so the person who asked for that is told to ask again.
 */
async function isVoidUndone(
  db: Kysely<DB>,
  { record_id: recordId, act: { act }, requested_at: since, requested_by }: ApprovalRow,
  state: ApprovalRequest['state'],
): Promise<boolean> {
  if (state !== 'void') return false
  const isOfDraft = aboutOf(act) === 'draft'
  return !(await isDoneSince(db, {
    recordId,
    actions: isOfDraft ? ['publish', 'schedule', 'discard-draft'] : [act],
    since,
    // What programs publish doesn't include words that people typed.
    isByStaff: isOfDraft && requested_by !== null,
  }))
}

async function namesFor(db: Kysely<DB>, recordId: number): Promise<ActNames> {
  const { statuses, severities, clouds, service_categories, regions } = await readThings(db)
  const updates = await timesOfUpdates(db, recordId)
  const nameIn = (things: readonly { tid: number; name: string }[]) => (tid: number) =>
    things.find((thing) => thing.tid === tid)?.name ?? `number ${tid}`
  return {
    status: (id) => statuses.find((status) => status.id === id)?.name ?? `number ${id}`,
    severity: nameIn(severities),
    cloud: (id) => clouds.find((cloud) => cloud.id === id)?.title ?? `number ${id}`,
    service: nameIn(service_categories.flatMap(({ services }) => services)),
    dataCenter: nameIn(regions.flatMap(({ data_centers }) => data_centers)),
    update: (id) => updates.find((update) => update.id === id)?.posted_on,
  }
}

function aboutOf(act: ApprovalRow['act']['act']): ApprovalRequest['about'] {
  if (act === 'publish' || act === 'schedule') return 'draft'
  return act === 'publish-post-mortem' ? 'post-mortem' : 'nothing'
}

export async function listApprovals(
  db: Kysely<DB>,
  { userId, ...reading }: { most: number; reader: ReadableSorts; userId: number },
) {
  return (await approvalsToDo(db, reading)).map((row) => ({
    id: row.id,
    record: row.record_id,
    title: row.title,
    state: row.state,
    what: actWords(row.act, row.kind),
    note: row.note,
    by: row.requester_name ?? row.requester,
    at: row.requested_at.toISOString(),
    is_own: row.requested_by === userId,
  }))
}
