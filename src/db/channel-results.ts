import { type Kysely, sql, type Transaction } from 'kysely'
import type { ChannelKind } from '../domain/notifying/channel.ts'
import { queueChannelMail } from './account-mails.ts'
import type { DB } from './database.ts'

export interface FailingChannel {
  id: number
  kind: ChannelKind
  failureCount: number
  failingSince: Date
}

/** A channel may occur several times. */
export async function recordFailures(
  db: Kysely<DB>,
  { failures, now }: { failures: readonly { channelId: number; reason: string }[]; now: Date },
): Promise<FailingChannel[]> {
  const { rows } = await sql<FailingChannel>`
    update channels set
      last_result = a_reason,
      last_result_at = ${now},
      failure_count = failure_count + failures,
      failing_since = coalesce(failing_since, ${now})
    from (
      select channel_id, count(*) as failures, max(reason) as a_reason
      from unnest(
        ${failures.map(({ channelId }) => channelId)}::bigint[],
        ${failures.map(({ reason }) => reason)}::text[]
      ) as failed (channel_id, reason)
      group by channel_id
    ) as failed
    where channels.id = failed.channel_id and channels.is_enabled
    returning id, kind, failure_count as "failureCount", failing_since as "failingSince"
  `.execute(db)
  return rows
}

export async function switchOffChannel(
  trx: Transaction<DB>,
  { channelId, reason, now }: { channelId: number; reason: string; now: Date },
): Promise<boolean> {
  const channel = await trx
    .updateTable('channels')
    .set({ is_enabled: false, disabled_reason: reason })
    .where('id', '=', channelId)
    .where('is_enabled', '=', true)
    .returning('user_id')
    .executeTakeFirst()
  if (channel === undefined) return false
  await queueChannelMail(trx, { kind: 'channel-disabled', userId: channel.user_id, channelId, now })
  return true
}
