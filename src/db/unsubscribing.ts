import type { Kysely, Transaction } from 'kysely'
import type { DB } from './database.ts'

/** Where a message went, with the address of the account. */
export function findToldChannel(db: Kysely<DB>, channelId: number) {
  return db
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
}
export type ToldChannel = NonNullable<Awaited<ReturnType<typeof findToldChannel>>>

export async function deleteSubscriptions(trx: Transaction<DB>, ids: readonly number[]) {
  if (ids.length > 0) await trx.deleteFrom('subscriptions').where('id', 'in', ids).execute()
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
