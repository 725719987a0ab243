import { type Kysely, sql, type Transaction } from 'kysely'
import type { NotificationType } from '../domain/notification-type.ts'
import type { RecordKind } from '../domain/record.ts'
import { findApproval, isOpenRequest } from './approvals.ts'
import { CLOUDS_TOUCHED } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'

/**
 * At most one unsent mail of a kind per record and person, so that repeated requests don't fill a mailbox.
 */
export async function queueApprovalMails(
  trx: Transaction<DB>,
  of: {
    kind: 'approval-asked' | 'approval-decided'
    approvalId: number
    uids: readonly number[]
    now: Date
  },
) {
  const dueAt = sql<Date>`least(${byDatabaseClock(of.now)}, ${of.now}::timestamptz)`
  // A mail about an earlier request would be dropped when its turn comes, and this request would get no
  // mail. If it has been claimed, the claim ends here: it would delete the row as sent or obsolete.
  await sql`
    update account_mails set approval_id = ${of.approvalId}, due_at = least(due_at, ${dueAt}),
      attempts = case when attempts > 0 then attempts + 1 else 0 end
    from approvals
    where approvals.id = account_mails.approval_id and account_mails.kind = ${of.kind}
      and account_mails.user_id = any (${[...of.uids]}::int[])
      and approvals.record_id = (select record_id from approvals where id = ${of.approvalId})`.execute(trx)
  await sql`
    insert into account_mails (kind, email, user_id, approval_id, due_at, created_at)
    select ${of.kind}::text, email, id, ${of.approvalId}::int, ${dueAt}, ${of.now}::timestamptz
    from users
    where id = any (${[...of.uids]}::int[]) and email is not null and email_verified_at is not null and not exists (
      select from account_mails
      join approvals on approvals.id = account_mails.approval_id
      where account_mails.user_id = users.id and account_mails.kind = ${of.kind}
        and approvals.record_id = (select record_id from approvals where id = ${of.approvalId}))`.execute(trx)
}

interface MailedRecord {
  title: string
  kind: RecordKind
  notification_type: NotificationType | null
  embargo: number[] | null
  clouds: number[]
}

/** Undefined if the request is obsolete: decided, replaced, or the record was edited. */
export async function mailedApproval(
  db: Kysely<DB>,
  { id, kind }: { id: number; kind: 'approval-asked' | 'approval-decided' },
) {
  const approval = await findApproval(db, id)
  if (approval === undefined) return undefined
  const { rows } = await sql<MailedRecord>`
    select coalesce((select content->>'title' from record_drafts where record_id = records.id), title) as title,
      kind, notification_type, embargo, ${CLOUDS_TOUCHED} as clouds
    from records where id = ${approval.record_id} and trashed_at is null`.execute(db)
  const [record] = rows
  if (record === undefined) return undefined
  const isCurrent =
    kind === 'approval-asked'
      ? isOpenRequest(approval)
      : approval.state === 'approved' || approval.state === 'sent-back'
  return isCurrent ? { approval, record } : undefined
}
