import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

export function subscriptionsOnCloud(
  db: Kysely<DB>,
  { userId, machineName }: { userId: number; machineName: string },
) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('clouds', 'clouds.id', 'subscriptions.cloud_id')
    .where('subscriptions.user_id', '=', userId)
    .where('clouds.machine_name', '=', machineName)
    .select(['subscriptions.scope', 'subscriptions.tid'])
    .execute()
}
