import { type RawBuilder, sql } from 'kysely'
import { STEPS_OF_OPEN_AND_RESOLVED } from './channel-takes.ts'

/**
 * U-10: the conditions for who is notified, shared by all statements. `isNotified` and `channelTakes` are the
 * same rules; a test with random sites compares them.
 */

/**
 * The subscriptions that a publication matches, as scope, cloud_id and tid (0 if a subscription has none).
 * `named` is a relation with the audience columns of a publication.
 */
export function targetsOf(named: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${named}.${column}`)
  const isIncident = sql`${of('kind')} = 'incident'`
  const isNotification = sql`${of('kind')} = 'notification'`
  const isOfWholeCloud = sql`${isIncident} and ${of('service_tids')} = '{}' and ${of('data_center_tids')} = '{}'`
  const clouds = sql`unnest(${of('cloud_ids')}) as cloud_id`
  const namedCenters = sql`data_centers.tid = any (${of('data_center_tids')})`
  return sql`
    select ${of('kind')} as scope, cloud_id, 0 as tid from ${clouds}
    where ${of('kind')} in ('maintenance', 'advisory')

    union select 'core_cloud_services', service_categories.cloud_id, 0
    from services join service_categories on service_categories.tid = services.category_tid
    where ${isIncident} and services.tid = any (${of('service_tids')})
      and service_categories.cloud_id = any (${of('cloud_ids')})
    union select 'service', cloud_id, tid from ${clouds}, unnest(${of('service_tids')}) as tid
    where ${isIncident}
    union select case when is_premium then 'premium_datacenters' else 'datacenter' end, cloud_id, 0
    from ${clouds}, data_centers
    where ${isIncident} and ${namedCenters}
    union select 'region', cloud_id, region_tid from ${clouds}, data_centers
    where ${isIncident} and ${namedCenters}
    union select 'data_center', cloud_id, tid from ${clouds}, unnest(${of('data_center_tids')}) as tid
    where ${isIncident}

    union select scope, cloud_id, 0
    from ${clouds}, unnest(array['core_cloud_services', 'datacenter', 'premium_datacenters']) as scope
    where ${isOfWholeCloud}
    union select scope, cloud_id, tid
    from ${clouds}, (
      select 'service' as scope, tid from services
      union all select 'region', tid from regions
      union all select 'data_center', tid from data_centers
    ) as things
    where ${isOfWholeCloud}

    union select 'terms', 0, 0 where ${isNotification}
    union select 'term', 0, tid from unnest(${of('term_tids')}) as tid where ${isNotification}
    union select 'term', 0, tid from notification_terms
    where ${isNotification} and ${of('term_tids')} = '{}'
      and notification_terms.notification_type = ${of('notification_type')}

    union select 'record', 0, ${of('record_id')}`
}

/** With the exact expressions of subscriptions_recipients_idx. */
export function isSubscribedTo(target: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${target}.${column}`)
  return sql`(
    subscriptions.scope = ${of('scope')}
    and coalesce(subscriptions.cloud_id, 0) = ${of('cloud_id')}
    and coalesce(subscriptions.tid, 0) = ${of('tid')})`
}

/** For a row of `channels`, joined with `users`. A-11: not to unverified accounts. */
export const IS_REACHABLE: RawBuilder<boolean> = sql`(
  channels.is_enabled
  and users.locked_at is null
  and case
    when channels.kind = 'email' then users.email_verified_at is not null and users.email is not null
      and not exists (
        select from suppressions where address_hash = sha256(convert_to(lower(users.email), 'UTF8'))
      )
    else channels.verified_at is not null
      and (users.email_verified_at is not null or users.oidc_issuer is not null)
  end)`

/** For a row of `channels`, joined with `users`. `publication` also needs the column IS_REOPENED. */
export function takesPublication(publication: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${publication}.${column}`)
  const isIncident = sql`${of('kind')} = 'incident'`
  const isSevereEnough = reachesThreshold(publication)
  const isStepTaken = sql`(
    channels.cadence <> 'open_and_resolved' or ${of('step')} = any (${[...STEPS_OF_OPEN_AND_RESOLVED]}::text[])
    or ${of('is_reopened')}
  )`
  const crossesThreshold = sql`coalesce(${of('gravest_rank_before')} < channels.min_severity_rank, true)`
  // Last, so that it is only looked up if the rest is false.
  const followsRecord = sql`exists (
    select from subscriptions as followed
    where followed.user_id = users.id and followed.scope = 'record' and followed.cloud_id is null
      and followed.tid = ${of('record_id')}
  )`
  return sql`case
    when not (${isIncident}) then ${isStepTaken}
    when (${isStepTaken} or ${crossesThreshold}) and ${isSevereEnough} then true
    else (${isStepTaken} or ${of('gravest_rank_before')} is null) and ${followsRecord}
  end`
}

/** Read once per publication, because the content may be long. */
export const IS_REOPENED = sql`publications.content ?| array['is_reopened', 'is_moved'] as is_reopened`

export function reachesThreshold(publication: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${publication}.${column}`)
  return sql`(${of('kind')} <> 'incident' or ${of('gravest_rank')} >= channels.min_severity_rank)`
}

export function causesMessage(publication: string): RawBuilder<boolean> {
  return sql`(subscriptions.scope = 'record' or ${reachesThreshold(publication)})`
}

export function hasReason(publication: string, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from (${targetsOf(publication)}) as target join subscriptions on ${isSubscribedTo('target')}
    where subscriptions.user_id = ${userId} and ${causesMessage(publication)}
  )`
}
