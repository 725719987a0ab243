import type { Transaction } from 'kysely'
import { decideApproval, findOpenRequest, newestRequest } from '../../db/approvals.ts'
import type { DB } from '../../db/database.ts'
import { findDraft } from '../../db/record-drafts.ts'
import { lockForEditing } from '../../db/record-editing.ts'
import type { Actor } from '../../domain/actor.ts'
import { auditTakenBack, requestApproval } from '../approval/ask-approval.ts'

interface OnIncident {
  recordId: number
  actor: Actor
  now: Date
}

/**
 * Trouble ended before a second person decided. Approving it now would publish or reopen an incident that nothing ends.
 * Requests by people stay open. An edit since then has already voided the request.
 */
export async function endRequest(trx: Transaction<DB>, { recordId, actor, now }: OnIncident): Promise<void> {
  const record = await lockForEditing(trx, recordId)
  const waiting = record && (await findOpenRequest(trx, recordId))
  if (waiting === undefined) return
  const isOfTrouble = waiting.act.act === 'publish' || waiting.act.act === 'reopen'
  if (!isOfTrouble || !isOf(actor, waiting)) return
  await decideApproval(trx, { id: waiting.id, state: 'taken-back', by: null, at: now })
  await auditTakenBack(trx, { recordId, actor, now, approval: waiting.id })
}

export async function askToPublishAgain(
  trx: Transaction<DB>,
  { recordId, actor, now }: OnIncident,
): Promise<{ isWaiting: boolean }> {
  const ended = await newestRequest(trx, recordId)
  const isOurs =
    ended !== undefined && isOf(actor, ended) && ended.state === 'taken-back' && ended.decided_by === null
  const draft = await findDraft(trx, recordId)
  const isOfPeople = draft !== undefined && draft.saved_by !== null
  if (!isOurs || ended.act.act !== 'publish' || isOfPeople) return { isWaiting: false }
  await requestApproval(trx, { recordId, act: ended.act, note: ended.note, actor, now })
  return { isWaiting: true }
}

/** A person may have the name of a program. */
function isOf(program: Actor, asked: { requested_by: number | null; requester: string }) {
  return asked.requested_by === null && asked.requester === program.name
}
