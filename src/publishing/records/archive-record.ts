import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { readContent, writeContent } from '../../db/record-content.ts'
import { changeDraft } from '../../db/record-drafts.ts'
import { findStatusOfClass } from '../../db/record-life.ts'
import type { Actor } from '../../domain/actor.ts'
import { endStated } from '../../domain/incident-end.ts'
import type { ApprovalPass } from '../../domain/newsroom/approval.ts'
import { contentChanges } from '../../domain/newsroom/changed-fields.ts'
import type { MayEdit } from '../../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import { askGate } from '../approval/gate.ts'
import { type Publishing, publishInTransaction } from '../publish-record.ts'
import { type EditRefusal, openForEditing } from './edit-refusal.ts'

export type ArchiveOutcome = { kind: 'archived' } | { kind: 'not-published' } | EditRefusal

export async function archiveRecord(
  db: Kysely<DB>,
  of: {
    recordId: number
    version?: number
    actor: Actor
    mayEdit: MayEdit
    now: Date
    pass?: ApprovalPass | undefined
  },
): Promise<ArchiveOutcome> {
  const { recordId, version, actor, mayEdit, now, pass } = of
  return inTransaction(db, async (trx): Promise<ArchiveOutcome> => {
    const opened = await openForEditing(trx, { recordId, mayEdit, ...(version !== undefined && { version }) })
    if (opened.kind !== 'open') return opened
    const before = await readContent(trx, recordId)
    if (before === undefined) return { kind: 'no-such-record' }
    if (opened.record.state !== 'published') return { kind: 'not-published' }
    const gate = await askGate(trx, { recordId, kind: opened.record.kind, action: 'archive', pass })
    if (gate === 'needs-approval') return { kind: 'needs-approval' }
    const archived = await findStatusOfClass(trx, 'archived')
    if (archived === undefined)
      return { kind: 'wrong', errors: { status_id: 'There is no status for archived records.' } }
    const publishing = await writeArchived(trx, { recordId, before, statusId: archived.id, actor, now })
    const outcome = await publishInTransaction(trx, { ...publishing, pass })
    if (outcome.kind !== 'published') throw new Error(`Record ${recordId} was not archived: ${outcome.kind}`)
    return { kind: 'archived' }
  })
}

export async function writeArchived(
  trx: Transaction<DB>,
  of: { recordId: number; before: RecordContent; statusId: number; actor: Actor; now: Date },
): Promise<Publishing> {
  const { recordId, before, statusId, actor, now } = of
  const closedOn = before.closed_on ?? closedNow(before, now)
  const fields = {
    status_id: statusId,
    closed_on: closedOn,
    next_update: null,
  }
  // If the draft states an end, that is checked when it is published.
  const toTime = endStated(before.kind, { to: before.to_time, closed: closedOn })
  const content = { ...before, ...fields, to_time: toTime }
  await writeContent(trx, { recordId, content, now })
  await changeDraft(trx, { recordId, fields })
  return silently({ recordId, actor, now, action: 'archive', changes: contentChanges(before, content) })
}

export function silently(
  of: Pick<Publishing, 'recordId' | 'actor' | 'now' | 'action' | 'changes'>,
): Publishing {
  return { ...of, step: 'corrected', updateId: null, isUrgent: false, notifies: false }
}

/** An incident can't end before it starts. Maintenance in the future doesn't take place. */
function closedNow({ kind, from_time }: RecordContent, now: Date): string {
  const at = now.toISOString()
  return kind === 'incident' && from_time !== null && from_time > at ? from_time : at
}
