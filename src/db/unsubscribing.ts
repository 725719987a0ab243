import { type Kysely, sql, type Transaction } from 'kysely'
import { openedAddress } from './at-rest/sealed-channel.ts'
import type { Vault } from './at-rest/vault.ts'
import type { DB } from './database.ts'
import { hasReason } from './recipient-rules.ts'

export async function findChannelOfDelivery(
  db: Kysely<DB>,
  vault: Vault,
  { channelId, publicationId }: { channelId: number; publicationId: number },
) {
  const found = await db
    .selectFrom('channels')
    .innerJoin('users', 'users.id', 'channels.user_id')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.channel_id', '=', 'channels.id')
        .onRef('deliveries.user_id', '=', 'channels.user_id')
        .on('deliveries.publication_id', '=', publicationId),
    )
    .where('channels.id', '=', channelId)
    .select([
      'channels.id',
      'channels.user_id as userId',
      'channels.kind',
      'channels.is_enabled as isEnabled',
    ])
    .select(['channels.address', 'users.email'])
    .select(WENT_TO_FORMER_ADDRESS.as('wentToFormerAddress'))
    .executeTakeFirst()
  return found && { ...found, address: openedAddress(vault, found).address }
}

/**
 * A changed address is verified again. Staff addresses are verified at each sign-in, so that time proves
 * nothing. The ten minutes allow for different clocks: the link in a mail to the current address must
 * always work.
 */
const WENT_TO_FORMER_ADDRESS = sql<boolean>`coalesce(
  channels.kind = 'email' and users.oidc_issuer is null
    and deliveries.sent_at < users.email_verified_at - interval '10 minutes',
  false)`

export type ChannelOfDelivery = NonNullable<Awaited<ReturnType<typeof findChannelOfDelivery>>>

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
      join channels on channels.id = deliveries.channel_id
      where deliveries.user_id = ${userId} and deliveries.state is not distinct from 'due'
        and not ${hasReason({ publicationId: sql`deliveries.publication_id`, userId: sql`${userId}` })}
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
