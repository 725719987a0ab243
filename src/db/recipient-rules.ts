import { type RawBuilder, sql } from 'kysely'
import { STEPS_FOR_ALL_NOTIFIED } from '../domain/notifying/is-notified.ts'
import { STEPS_OF_OPEN_AND_RESOLVED } from './channel-takes.ts'
import { IS_STOPPED_BY_REDACTION } from './log/redact-log.ts'
import { HAS_MESSAGES } from './publication-snapshot.ts'

/**
 * U-10: the conditions for who is notified, shared by all statements. `isNotified`, `reachOf` and
 * `channelTakes` are the same rules; a test with random sites compares them.
 */

/** Of `publications`. The content may be long, so it is read once per publication. */
export const AUDIENCE = sql`
  publications.id, publications.record_id, publications.kind, publications.notification_type, publications.step,
  publications.gravest_rank, publications.cloud_ids, publications.service_tids, publications.data_center_tids,
  publications.term_tids, publications.content ?| array['is_reopened', 'is_moved'] as is_reopened,
  publications.step = any (${[...STEPS_FOR_ALL_NOTIFIED]}::text[]) or publications.content ? 'is_reopened' as is_for_all`

/**
 * The subscriptions that a publication or an earlier message about its record matches, as scope, cloud_id and
 * tid (0 if a subscription has none). `rank` is the highest severity that messages gave them, including this
 * one; null if this one doesn't reach them. `rank_before` is the highest in earlier messages, null without
 * one. `named` is a relation with the columns of `AUDIENCE`, whose id is null before publishing.
 */
export function targetsOf(named: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${named}.${column}`)
  return sql`
    select scope, cloud_id, tid, bool_or(is_affected) as is_affected, max(rank) as rank, max(rank_before) as rank_before
    from (
      select matched.*, true as is_affected, ${of('gravest_rank')} as rank, null::integer as rank_before
      from (${matchesOf(named)}) as matched
      union all
      select matched.*, false, case when ${of('is_for_all')} or earlier.is_last then earlier.gravest_rank end,
        earlier.rank_before
      from (
        select kind, notification_type, record_id, cloud_ids, service_tids, data_center_tids, term_tids,
          max(gravest_rank) as gravest_rank, max(gravest_rank) filter (where has_messages) as rank_before,
          bool_or(is_last) as is_last
        from (
          select publications.*, ${HAS_MESSAGES} as has_messages,
            row_number() over (order by publications.id desc) = 1 as is_last
          from publications
          where publications.record_id = ${of('record_id')} and coalesce(publications.id < ${of('id')}, true)
            and ${IS_FOLLOWED_UP}
        ) as sent
        group by kind, notification_type, record_id, cloud_ids, service_tids, data_center_tids, term_tids
      ) as earlier
      cross join lateral (${matchesOf('earlier')}) as matched
    ) as each
    group by scope, cloud_id, tid`
}

/** A redaction stopped it when some recipients had been found. The others still have to get the first message. */
const HAS_SOME_MESSAGES = sql`(
  publications.notifies and publications.expansion_cursor > 0 and ${IS_STOPPED_BY_REDACTION})`

/** For queries on `publications`: later messages follow up on it. */
export const IS_FOLLOWED_UP = sql`((${HAS_MESSAGES} or ${HAS_SOME_MESSAGES}) and publications.step <> 'post_mortem')`

/** What joining `target` with the subscriptions of one user says about the user. */
export const REACH = sql`
  bool_or(target.is_affected) as is_affected, max(target.rank) as rank, max(target.rank_before) as rank_before,
  bool_or(target.scope = 'record') as follows_record`

/** The subscriptions that a publication matches itself. */
export function matchesOf(named: string): RawBuilder<unknown> {
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

/** For a row of `channels`. `reach` is a row of `REACH` about its user. */
export function takesPublication(publication: string, reach: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${publication}.${column}`)
  const user = (column: string) => sql.ref(`${reach}.${column}`)
  const isStepTaken = sql`(
    channels.cadence <> 'open_and_resolved' or ${of('step')} = any (${[...STEPS_OF_OPEN_AND_RESOLVED]}::text[])
    or ${of('is_reopened')}
  )`
  const isFirst = sql`${user('is_affected')} and ${user('rank_before')} is null`
  const isFirstGraveEnough = sql`${user('is_affected')} and ${user('rank_before')} < channels.min_severity_rank`
  return sql`case
    when ${of('kind')} <> 'incident' then ${isStepTaken} or ${isFirst}
    when (${isStepTaken} or ${isFirst} or ${isFirstGraveEnough}) and ${user('rank')} >= channels.min_severity_rank then true
    else (${isStepTaken} or ${isFirst}) and ${user('follows_record')}
  end`
}

export function reachesThreshold(publication: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${publication}.${column}`)
  return sql`(${of('kind')} <> 'incident' or ${of('gravest_rank')} >= channels.min_severity_rank)`
}

/** For subscriptions that match a row of `target`. */
export function causesMessage(publication: string): RawBuilder<boolean> {
  return sql`(target.rank is not null and (subscriptions.scope = 'record' or ${reachesThreshold(publication)}))`
}

export function hasReason({
  publicationId,
  userId,
}: {
  publicationId: RawBuilder<unknown>
  userId: RawBuilder<unknown>
}): RawBuilder<boolean> {
  return sql`exists (
    select from (select ${AUDIENCE} from publications where publications.id = ${publicationId}) as publication
    cross join lateral (${targetsOf('publication')}) as target
    join subscriptions on ${isSubscribedTo('target')}
    where subscriptions.user_id = ${userId} and ${causesMessage('publication')}
  )`
}
