import { type Kysely, sql, type Transaction } from 'kysely'
import { openedAddress } from './at-rest/sealed-channel.ts'
import type { Vault } from './at-rest/vault.ts'
import type { DB } from './database.ts'
import { isSubscribedTo, targetsOf } from './who-is-told.ts'

/** Where a message went, with the address of the account. */
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
 * What waits for the user, and for no subscription that is left, is not sent. Passes by what somebody else holds: that
 * is being sent or settled already. "Not distinct", because the planner would take `= 'due'` for a reason to go through
 * everything that is due, and believes that to be little just after a publication.
 */
export async function settleUnsubscribed(trx: Transaction<DB>, userId: number) {
  await sql`
    update deliveries set state = 'suppressed', last_error = 'unsubscribed'
    where id in (
      select deliveries.id
      from deliveries join publications on publications.id = deliveries.publication_id
      where deliveries.user_id = ${userId} and deliveries.state is not distinct from 'due'
        and not exists (
          select from (${targetsOf('publications')}) as target join subscriptions on ${isSubscribedTo('target')}
          where subscriptions.user_id = ${userId}
        )
      for update of deliveries skip locked
    )`.execute(trx)
}

/** One that is off already keeps the reason for that. */
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
