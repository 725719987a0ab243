import type { Transaction } from 'kysely'
import { carryWaiting, findOpenRequest } from '../../db/approvals.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { readContent, writeContent } from '../../db/record-content.ts'
import { findDraft, writeDraft } from '../../db/record-drafts.ts'
import { raiseVersion } from '../../db/record-editing.ts'
import type { Actor } from '../../domain/actor.ts'
import type { ActName } from '../../domain/newsroom/approval.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'

type ChangeNote = (note: string | null) => string

/**
 * Changes the internal note of an incident, and of its draft. Readers don't see it, so nothing is published. People who
 * have it open in an editor are notified, and a request for approval stays open. The record is locked already.
 */
export async function writeNote(
  trx: Transaction<DB>,
  {
    recordId,
    change,
    actor,
    now,
    ends,
  }: {
    recordId: number
    change: ChangeNote
    actor: Actor
    now: Date
    /** A request that contradicts the news. */
    ends?: ActName | undefined
  },
): Promise<void> {
  const current = await readContent(trx, recordId)
  if (current === undefined) return
  const noted = withNote(current, change)
  if (noted.internal.internal_note === current.internal.internal_note) {
    const waiting = ends === undefined ? undefined : await findOpenRequest(trx, recordId)
    // Only a new version ends a request, so the note need not change for that.
    if (waiting !== undefined && waiting.act.act === ends) await raiseVersion(trx, recordId)
    return
  }
  await writeContent(trx, { recordId, content: noted, now })
  const draft = await findDraft(trx, recordId)
  if (draft !== undefined) {
    const { saved_by: savedBy, saved_at: at } = draft
    await writeDraft(trx, { recordId, content: withNote(draft.content, change), savedBy, at })
  }
  const version = await raiseVersion(trx, recordId)
  await carryWaiting(trx, { recordId, version, except: ends })
  await insertAudit(trx, {
    at: now,
    actor,
    action: 'note-alerts',
    entity: 'record',
    entityId: recordId,
    before: { internal_note: current.internal.internal_note },
    after: { internal_note: noted.internal.internal_note },
  })
}

function withNote(content: RecordContent, change: ChangeNote): RecordContent {
  const { internal } = content
  return { ...content, internal: { ...internal, internal_note: change(internal.internal_note) } }
}
