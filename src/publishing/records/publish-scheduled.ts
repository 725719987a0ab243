import type { Transaction } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findScheduled } from '../../db/record-drafts.ts'
import { lockForEditing } from '../../db/record-editing.ts'
import { SYSTEM } from '../../domain/actor.ts'
import { MAY_EDIT_ALL } from '../../domain/newsroom/may-edit.ts'
import type { ContentErrors } from '../../domain/newsroom/tidy-content.ts'
import { publishDraftInTransaction } from './publish-draft.ts'
import { backToDraft } from './schedule-record.ts'

export type PublishScheduledOutcome =
  | { kind: 'published'; edition: number; publicationId: number }
  | { kind: 'not-due' }
  /**
   * Something that it names was removed since, or all of its clouds were retired. It is a draft again, and the audit
   * log says why.
   */
  | { kind: 'sent-back'; errors: ContentErrors }

/** An earlier version accepted more vectors and starts, and at night no one is there to correct them. */
const STRICTER_BY_NOW = ['cvss_vector', 'from_time'] as const

export async function publishScheduled(
  trx: Transaction<DB>,
  { recordId, now }: { recordId: number; now: Date },
): Promise<PublishScheduledOutcome> {
  const record = await lockForEditing(trx, recordId)
  const dueAt = record?.state === 'scheduled' ? record.publish_at : null
  if (record === undefined || dueAt === null || dueAt > now) return { kind: 'not-due' }
  const confirmed = await findScheduled(trx, recordId)
  const outcome = await publishDraftInTransaction(trx, {
    recordId,
    ...(confirmed !== undefined && { confirmed: confirmed.content }),
    actor: SYSTEM,
    mayEdit: MAY_EDIT_ALL,
    now,
    notifies: record.publish_notifies,
    overlooks: STRICTER_BY_NOW,
    isByClock: true,
    // A second person approved it when it was scheduled.
    pass: { kind: 'exempt' },
  })
  switch (outcome.kind) {
    case 'published':
      return outcome
    case 'wrong':
      await backToDraft(trx, {
        record,
        actor: SYSTEM,
        now,
        action: 'unschedule',
        reason: { wrong: outcome.errors },
      })
      return { kind: 'sent-back', errors: outcome.errors }
    case 'no-such-record':
    case 'not-allowed':
    case 'conflict':
    case 'needs-approval':
    case 'nothing-new':
    case 'key-of-another-record':
    case 'key-of-another-step':
      return { kind: 'not-due' }
  }
}
