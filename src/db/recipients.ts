import { type Kysely, sql } from 'kysely'
import type { Cadence, ChannelKind } from '../domain/notifying/channel.ts'
import { digestTime } from '../domain/notifying/digest-time.ts'
import { notifiedSince } from '../domain/notifying/is-notified.ts'
import type { PublicationAudience } from '../domain/notifying/publication.ts'
import type { SubscriptionScope } from '../domain/notifying/subscription.ts'
import type { RecordKind } from '../domain/record.ts'
import type { DB } from './database.ts'
import {
  AUDIENCE_OF_RECORD,
  GRAVEST_BEFORE,
  GRAVITY_OF_RECORD,
  HAS_MESSAGES,
  LAST_SAID_CLOSED,
} from './publication-snapshot.ts'
import {
  AUDIENCE,
  causesMessage,
  IS_FOLLOWED_UP,
  IS_REACHABLE,
  isSubscribedTo,
  matchesOf,
  REACH,
  takesPublication,
  targetsOf,
} from './recipient-rules.ts'

export interface RecipientCounts {
  people: number
  byChannel: { kind: ChannelKind; people: number }[]
}

export async function findAudience(
  db: Kysely<DB>,
  recordId: number,
): Promise<Omit<PublicationAudience, 'step'> | undefined> {
  const { rows } = await sql<Omit<PublicationAudience, 'step'>>`
    select record_id as "recordId", kind, notification_type as "notificationType", cloud_ids as "cloudIds",
      service_tids as "serviceTids", data_center_tids as "dataCenterTids", term_tids as "termTids", gravest_rank as "gravestRank",
      is_reopened as "isReopened"
    from (
      select records.id as record_id, ${AUDIENCE_OF_RECORD}, ${GRAVITY_OF_RECORD},
        records.closed_on is null and ${LAST_SAID_CLOSED} as is_reopened
      from records join severities on severities.tid = records.severity_tid
      where records.id = ${recordId}
    ) as audience`.execute(db)
  return rows[0]
}

export interface SentSoFar extends Pick<PublicationAudience, 'gravestRank'> {
  lastSaidClosed: boolean
}

export async function findSentSoFar(
  db: Kysely<DB>,
  { recordId, severityTid }: { recordId: number; severityTid: number },
): Promise<SentSoFar | undefined> {
  const { rows } = await sql<SentSoFar>`
    select greatest(severities.rank, ${GRAVEST_BEFORE}) as "gravestRank",
      ${LAST_SAID_CLOSED} as "lastSaidClosed"
    from records, severities
    where records.id = ${recordId} and severities.tid = ${severityTid}`.execute(db)
  return rows[0]
}

/** Z-03: takes 0.7 to 1.3 s for 100,000 people with three matching subscriptions each. */
export async function countRecipients(
  db: Kysely<DB>,
  audience: PublicationAudience,
): Promise<RecipientCounts> {
  const { rows } = await sql<{ kind: ChannelKind | null; people: number }>`
    with publication as materialized (
      select null::bigint as id, ${audience.recordId}::integer as record_id, ${audience.kind}::text as kind,
        ${audience.notificationType}::text as notification_type,
        ${audience.cloudIds}::integer[] as cloud_ids, ${audience.serviceTids}::integer[] as service_tids,
        ${audience.dataCenterTids}::integer[] as data_center_tids, ${audience.termTids}::integer[] as term_tids,
        ${audience.gravestRank}::integer as gravest_rank, ${audience.step}::text as step,
        ${(audience.isReopened || audience.isMoved) ?? false}::boolean as is_reopened,
        ${notifiedSince(audience) === 'first'}::boolean as is_for_all
    ),
    target as materialized (select target.* from publication, lateral (${targetsOf('publication')}) as target),
    matched as materialized (
      select subscriptions.user_id, ${REACH}
      from target join subscriptions on ${isSubscribedTo('target')}
      group by subscriptions.user_id
      having max(target.rank) is not null
    ),
    taken as (
      select channels.kind, users.id as user_id
      from users
      join channels on channels.user_id = users.id
      join matched on matched.user_id = users.id
      cross join publication
      where ${IS_REACHABLE} and ${takesPublication('publication', 'matched')}
    )
    select kind, count(distinct user_id) as people
    from taken
    group by grouping sets ((kind), ())
    order by kind`.execute(db)
  return {
    people: rows.find(({ kind }) => kind === null)?.people ?? 0,
    byChannel: rows.flatMap(({ kind, people }) => (kind === null ? [] : [{ kind, people }])),
  }
}

export interface DryRunCounts {
  /** Messages. Fewer than publications if the email channel gets digests. */
  total: number
  byKind: Record<RecordKind, number>
}

/**
 * Ignores whether the channel is on and the account verified: this is only about the choices. Gives the `REACH` of all
 * messages at once: `targetsOf` would match the earlier messages of a record again for each of its messages.
 */
export async function dryRunCounts(
  db: Kysely<DB>,
  { userId, since }: { userId: number; since: Date },
): Promise<DryRunCounts> {
  const { rows } = await sql<{ kind: RecordKind; created_at: Date; cadence: Cadence; timezone: string }>`
    with publication as materialized (
      select ${AUDIENCE}, publications.created_at, publications.notifies, ${HAS_MESSAGES} as has_messages,
        ${IS_FOLLOWED_UP} as is_followed_up
      from publications
      where publications.record_id in (select record_id from publications where created_at >= ${since} and notifies)
    ),
    matched as materialized (
      select publication.*, exists (
        select from (${matchesOf('publication')}) as target join subscriptions on ${isSubscribedTo('target')}
        where subscriptions.user_id = ${userId}
      ) as is_affected
      from publication
    ),
    with_earlier as (
      select matched.*, max(id) filter (where is_followed_up) over earlier as last_id,
        max(gravest_rank) filter (where is_affected and is_followed_up) over earlier as earlier_rank,
        max(gravest_rank) filter (where is_affected and is_followed_up and has_messages) over earlier as rank_before
      from matched
      window earlier as (partition by record_id order by id rows between unbounded preceding and 1 preceding)
    ),
    reached as (
      select with_earlier.*,
        greatest(
          case when with_earlier.is_affected then with_earlier.gravest_rank end,
          case when with_earlier.is_for_all then earlier_rank when last.is_affected then last.gravest_rank end
        ) as rank,
        exists (
          select from subscriptions
          where user_id = ${userId} and scope = 'record' and tid = with_earlier.record_id
        ) as follows_record
      from with_earlier left join matched as last on last.id = with_earlier.last_id
    )
    select reached.kind, reached.created_at, channels.cadence, users.timezone
    from users join channels on channels.user_id = users.id
    cross join reached
    where users.id = ${userId} and channels.kind = 'email'
      and reached.created_at >= ${since} and reached.notifies and reached.rank is not null
      and ${takesPublication('reached', 'reached')}`.execute(db)
  const byKind = { incident: 0, maintenance: 0, advisory: 0, notification: 0 }
  for (const { kind } of rows) byKind[kind]++
  const digests = new Set(rows.map(({ created_at, timezone }) => digestTime(created_at, timezone).getTime()))
  const hasDigest = rows[0]?.cadence === 'daily_digest'
  return { total: hasDigest ? digests.size : rows.length, byKind }
}

export interface MatchingSubscription {
  id: number
  scope: SubscriptionScope
  cloudId: number | null
  tid: number | null
  /** Null for notifications and single records. */
  cloud: string | null
  machineName: string | null
  /** Null for all of a kind. */
  name: string | null
}

export async function matchingSubscriptions(
  db: Kysely<DB>,
  { channelId, publicationId }: { channelId: number; publicationId: number },
): Promise<MatchingSubscription[]> {
  const { rows } = await sql<MatchingSubscription>`
    select subscriptions.id, subscriptions.scope, subscriptions.cloud_id as "cloudId", subscriptions.tid,
      clouds.title as cloud, clouds.machine_name as "machineName",
      coalesce(services.name, regions.title, data_centers.name, notification_terms.name, records.title) as name
    from (select ${AUDIENCE} from publications where publications.id = ${publicationId}) as publication
    cross join lateral (${targetsOf('publication')}) as target
    join channels on channels.id = ${channelId}
    join subscriptions on subscriptions.user_id = channels.user_id and ${isSubscribedTo('target')}
    left join clouds on clouds.id = subscriptions.cloud_id
    left join services on services.tid = subscriptions.service_tid
    left join regions on regions.tid = subscriptions.region_tid
    left join data_centers on data_centers.tid = subscriptions.data_center_tid
    left join notification_terms on notification_terms.tid = subscriptions.term_tid
    left join records on records.id = subscriptions.record_id and records.state = 'published'
    where ${causesMessage('publication')}
    order by subscriptions.id`.execute(db)
  return rows
}
