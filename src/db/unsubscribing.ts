import { type Kysely, sql, type Transaction } from 'kysely'
import { openedAddress } from './at-rest/sealed-channel.ts'
import type { Vault } from './at-rest/vault.ts'
import type { DB } from './database.ts'
import { hasReason } from './who-is-told.ts'

export async function findToldChannel(db: Kysely<DB>, vault: Vault, channelId: number) {
  const found = await db
    .selectFrom('channels')
    .innerJoin('users', 'users.id', 'channels.user_id')
    .where('channels.id', '=', channelId)
    .select([
      'channels.id',
      'channels.user_id as userId',
      'channels.kind',
      'channels.is_enabled as isEnabled',
    ])
    .select(['channels.address', 'users.email'])
    .executeTakeFirst()
  return found && { ...found, address: openedAddress(vault, found).address }
}
export type ToldChannel = NonNullable<Awaited<ReturnType<typeof findToldChannel>>>

export async function deleteSubscriptions(
  trx: Transaction<DB>,
  { userId, ids }: { userId: number; ids: readonly number[] },
) {
  if (ids.length === 0) return
  await trx.deleteFrom('subscriptions').where('id', 'in', ids).execute()
  await settleUnsubscribed(trx, userId)
}

/**
 * Suppresses the user's pending deliveries that no remaining subscription causes. Skips locked rows, which are being
 * sent or settled. "Not distinct", because with `= 'due'` the planner would scan everything that is due, which it
 * underestimates right after a publication.
 */
export async function settleUnsubscribed(trx: Transaction<DB>, userId: number) {
  await sql`
    update deliveries set state = 'suppressed', last_error = 'unsubscribed'
    where id in (
      select deliveries.id
      from deliveries
      join publications on publications.id = deliveries.publication_id
      join channels on channels.id = deliveries.channel_id
      where deliveries.user_id = ${userId} and deliveries.state is not distinct from 'due'
        and not ${hasReason('publications', sql`${userId}`)}
      for update of deliveries skip locked
    )`.execute(trx)
}

/** A channel that is already off keeps its reason. */
export async function switchChannelOff(
  db: Kysely<DB>,
  { channelId, reason }: { channelId: number; reason: string },
) {
  await db
    .updateTable('channels')
    .set({ is_enabled: false, disabled_reason: reason })
    .where('id', '=', channelId)
    .where('is_enabled', '=', true)
    .execute()
}
