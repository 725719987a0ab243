import { type Kysely, sql, type Transaction } from 'kysely'
import type { OwnSubscription, OwnTermSubscription } from '../domain/telling/subscribable.ts'
import type { DB } from './database.ts'
import { settleUnsubscribed } from './unsubscribing.ts'

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
    .orderBy('subscriptions.id')
    .$narrowType<{ scope: OwnSubscription['scope'] }>()
    .execute()
}

export function termSubscriptions(db: Kysely<DB>, userId: number) {
  return db
    .selectFrom('subscriptions')
    .where('user_id', '=', userId)
    .where('scope', 'in', ['term', 'terms'])
    .select(['scope', 'tid'])
    .orderBy('id')
    .$narrowType<{ scope: OwnTermSubscription['scope'] }>()
    .execute()
}

/** The numbers by which the wire names what a cloud has only one of. */
export function findCloudTids(db: Kysely<DB>, machineName: string) {
  return db
    .selectFrom('clouds')
    .where('machine_name', '=', machineName)
    .select(['id', 'maintenance_tid as maintenanceTid', 'advisory_tid as advisoryTid'])
    .executeTakeFirst()
}

/** In the order in which the page shows them. */
export function notificationTerms(db: Kysely<DB>) {
  return db
    .selectFrom('notification_terms')
    .where('retired_at', 'is', null)
    .select(['tid', 'name', 'notification_type as notificationType', 'group_name as groupName'])
    .orderBy('position')
    .orderBy('tid')
    .execute()
}

/** Until the transaction ends, nobody else changes what this user subscribes to. False: the account is gone. */
export async function holdSubscriber(trx: Transaction<DB>, userId: number): Promise<boolean> {
  const held = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

type Row = OwnSubscription | OwnTermSubscription

export async function changeSubscriptions(
  trx: Transaction<DB>,
  of: { userId: number; cloudId: number | null; add: readonly Row[]; remove: readonly Row[]; now: Date },
) {
  const { userId, cloudId, add, remove, now } = of
  if (remove.length > 0)
    await sql`
      delete from subscriptions
      using unnest(${remove.map(({ scope }) => scope)}::text[], ${remove.map(({ tid }) => tid)}::int[]) as gone (scope, tid)
      where subscriptions.user_id = ${userId}
        and subscriptions.cloud_id is not distinct from ${cloudId}
        and subscriptions.scope = gone.scope
        and subscriptions.tid is not distinct from gone.tid
    `.execute(trx)
  if (add.length > 0)
    await trx
      .insertInto('subscriptions')
      .values(
        add.map(({ scope, tid }) => ({ user_id: userId, cloud_id: cloudId, scope, tid, created_at: now })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (remove.length > 0) await settleUnsubscribed(trx, userId)
}

/**
 * U-01, U-11: what a person would count. All of a kind is one subscription, and what it covers counts only without it;
 * what belongs to a retired cloud or category is shown nowhere and does not count.
 */
export async function countSubscriptions(db: Kysely<DB>, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with own as (
      select scope, cloud_id, tid, array_agg(scope) over (partition by cloud_id) as beside
      from subscriptions
      where user_id = ${userId}
    )
    select count(*)::int as count
    from own
    left join clouds on clouds.id = own.cloud_id
    left join data_centers on own.scope = 'data_center' and data_centers.tid = own.tid
    left join notification_terms on own.scope = 'term' and notification_terms.tid = own.tid
    where clouds.retired_at is null
      and notification_terms.retired_at is null
      and not case own.scope
        when 'service' then 'core_cloud_services' = any (beside)
        when 'data_center' then
          case when data_centers.is_premium then 'premium_datacenters' else 'datacenter' end = any (beside)
        when 'region' then
          (not clouds.shows_data_centers or 'datacenter' = any (beside))
          and (not clouds.shows_premium_data_centers or 'premium_datacenters' = any (beside))
        when 'term' then 'terms' = any (beside)
        else false
      end
  `.execute(db)
  return rows[0]?.count ?? 0
}
