import { type Kysely, sql, type Transaction } from 'kysely'
import type { OwnSubscription, OwnTermSubscription } from '../domain/notifying/subscribable.ts'
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

/** IDs of what each cloud has only one of. */
export function findCloudTids(db: Kysely<DB>, machineName: string) {
  return db
    .selectFrom('clouds')
    .where('machine_name', '=', machineName)
    .select(['id', 'maintenance_tid as maintenanceTid', 'advisory_tid as advisoryTid'])
    .executeTakeFirst()
}

export function notificationTerms(db: Kysely<DB>) {
  return db
    .selectFrom('notification_terms')
    .where('retired_at', 'is', null)
    .select(['tid', 'name', 'notification_type as notificationType', 'group_name as groupName'])
    .orderBy('position')
    .orderBy('tid')
    .execute()
}

/** Also locks the subscriptions of the user. */
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

/** U-01, U-11: in total and by tab. */
export interface SubscriptionCounts {
  total: number
  /** By machine name of the cloud, or `notifications`. */
  counts: Record<string, number>
}

/**
 * Counts filled stars: subscriptions to all of a kind count every current thing, without decommissioned and
 * retired ones. subscriptionView and termsView compute the stars separately; a test with random choices
 * compares them.
 */
export async function countSubscriptions(db: Kysely<DB>, userId: number): Promise<SubscriptionCounts> {
  const { rows } = await sql<{ tab: string; covered: number }>`
    with own as materialized (select scope, cloud_id, tid from subscriptions where user_id = ${userId}),
    covered as (
      select cloud_id from own where scope in ('maintenance', 'advisory')
      union all
      select service_categories.cloud_id
      from services
      join service_categories on service_categories.tid = services.category_tid
      join clouds on clouds.id = service_categories.cloud_id
      where services.is_active and clouds.shows_core_services and exists (
        select from own
        where own.cloud_id = clouds.id
          and (scope = 'core_cloud_services' or (scope = 'service' and own.tid = services.tid))
      )
      union all
      select clouds.id
      from cloud_data_centers
      join clouds on clouds.id = cloud_data_centers.cloud_id
      join data_centers on data_centers.tid = cloud_data_centers.data_center_tid
      where data_centers.is_active
        and case when is_premium then clouds.shows_premium_data_centers else clouds.shows_data_centers end
        and exists (
          select from own
          where own.cloud_id = clouds.id and (
            scope = case when is_premium then 'premium_datacenters' else 'datacenter' end
            or (scope = 'region' and own.tid = data_centers.region_tid)
            or (scope = 'data_center' and own.tid = data_centers.tid)
          )
        )
    )
    select clouds.machine_name as tab, count(covered.cloud_id) as covered
    from clouds left join covered on covered.cloud_id = clouds.id
    where clouds.retired_at is null
    group by clouds.id
    union all
    select ${NOTIFICATIONS_TAB}, count(*)
    from notification_terms
    where retired_at is null
      and exists (select from own where scope = 'terms' or (scope = 'term' and own.tid = notification_terms.tid))
  `.execute(db)
  return {
    total: rows.reduce((sum, { covered }) => sum + covered, 0),
    counts: Object.fromEntries(rows.map(({ tab, covered }) => [tab, covered])),
  }
}

const NOTIFICATIONS_TAB = 'notifications'
