import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ChannelKind } from '../domain/notifying/channel.ts'
import type { SubscriptionScope } from '../domain/notifying/subscription.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'
import { hasReason, IS_REACHABLE } from './recipient-rules.ts'

export type Lane = 'mail' | 'http' | 'troubled' | 'digest'

/** 0 is urgent. */
export type Priority = 0 | 1

export interface ClaimedRow {
  id: number
  fence: number
  attempts: number
  /** How often it was sent completely without an answer. */
  unanswered: number
  publicationId: number
  userId: number
  createdAt: Date
  channelId: number
  kind: ChannelKind
  /** The email address of the account, or the URL to post to, as stored. */
  address: string
  secret: string | null
  previousSecret: string | null
  zone: string
  isFollower: boolean
  scope: SubscriptionScope | null
  cloudId: number | null
  tid: number | null
  /** How many other subscriptions matched. */
  others: number
  noLongerAffected: boolean
}

/** Uses the server's clock only, because the clocks of two workers may be minutes apart. */
export interface Lease {
  ms: number
  /** Added to the server's clock; only for tests. */
  aheadMs: number
}

export interface Claimed {
  rows: ClaimedRow[]
  /** How many were settled instead, because their channel can't get messages anymore. */
  suppressed: number
  obstacles: Record<string, number>
}

export function claimDeliveries(
  db: Kysely<DB>,
  { lane, priority, limit, lease }: { lane: Lane; priority: Priority; limit: number; lease: Lease },
): Promise<Claimed> {
  const picked = sql`
    select ${PICKED}
    from deliveries
    where lane = ${lane} and priority = ${priority} and ${isDue(timeOf(lease))}
    order by due_at, id
    limit ${limit}
    for update skip locked`
  return claim(db, picked, lease)
}

/** Locks the channels meanwhile. Otherwise two workers could each send a part of one digest. */
export function claimDigests(
  db: Kysely<DB>,
  { isMail, channels, lease }: { isMail: boolean; channels: number; lease: Lease },
): Promise<Claimed> {
  // Must match the condition of the index on posted digests literally: the planner can't use parameters for
  // that.
  const isOfWay = isMail ? sql`kind = 'email'` : sql`kind <> 'email'`
  const isOurs = sql`lane = 'digest' and ${isOfWay} and ${isDue(timeOf(lease))}`
  const picked = sql`
    select ${PICKED}
    from deliveries
    where ${isOurs} and channel_id in (
      select id from channels
      where id in (
        select channel_id from (
          select channel_id from deliveries
          where ${isOurs} and priority in (0, 1)
          order by priority, due_at, id
          limit ${channels * ROWS_OF_A_DIGEST}
        ) as longest_due
      )
      order by id
      limit ${channels}
      for no key update skip locked
    )
    for update skip locked`
  return claim(db, picked, lease)
}

/** An estimate, for finding channels. If digests have more rows, it finds fewer channels at a time. */
const ROWS_OF_A_DIGEST = 5

const PICKED = sql.raw(
  'id, fence, attempts, unanswered, publication_id, user_id, channel_id, subscription_id, other_matches, no_longer_affected, created_at',
)

function isDue(time: RawBuilder<Date>) {
  return sql`state in ('due', 'leased') and due_at <= ${time}`
}

function timeOf({ aheadMs }: Pick<Lease, 'aheadMs'>): RawBuilder<Date> {
  return sql`(statement_timestamp() + ${aheadMs} * interval '1 ms')`
}

/**
 * These statements are planned once and then used on tables of any size, so they must not depend on the
 * planner's row estimates. Rows are looked up one by one, and updates name IDs instead of joining.
 */
async function claim(db: Kysely<DB>, picked: RawBuilder<unknown>, lease: Lease): Promise<Claimed> {
  const { rows } = await sql<ClaimedRow & { obstacle: string | null }>`
    with picked as materialized (${picked}),
    found as materialized (
      select picked.*, channels.kind, channels.secret, users.timezone,
        users.password_hash is null and users.oidc_issuer is null as is_follower,
        case when channels.previous_secret_until > ${timeOf(lease)} then channels.previous_secret end as previous_secret,
        case when channels.kind = 'email' then users.email else channels.address end as address,
        subscriptions.scope, subscriptions.cloud_id, subscriptions.tid,
        case
          when publications.withdrawn_at is not null then 'withdrawn'
          when not ${IS_REACHABLE} then 'switched off'
          -- Retried by staff, leased or not yet inserted when its reader unsubscribed. Looked up only then.
          when subscriptions.scope is null and not ${hasReason({ publicationId: sql`picked.publication_id`, userId: sql`picked.user_id` })}
            then 'unsubscribed'
        end as obstacle
      from picked
      cross join lateral (
        select withdrawn_at from publications where id = picked.publication_id limit 1
      ) as publications
      cross join lateral (select * from channels where id = picked.channel_id limit 1) as channels
      cross join lateral (select * from users where id = picked.user_id limit 1) as users
      left join lateral (
        select scope, cloud_id, tid from subscriptions where id = picked.subscription_id limit 1
      ) as subscriptions on true
    ),
    leased as (
      update deliveries set state = 'leased', due_at = ${timeOf(lease)} + ${lease.ms} * interval '1 ms',
        fence = fence + 1, attempts = attempts + 1
      where id = any (array(select id from found where obstacle is null))
    ),
    suppressed as (
      update deliveries set state = 'suppressed', fence = deliveries.fence + 1, last_error = obstacle
      from found
      where deliveries.id = any (array(select id from found where obstacle is not null)) and found.id = deliveries.id
    )
    select
      id, fence + 1 as fence, attempts + 1 as attempts, unanswered, publication_id as "publicationId", user_id as "userId",
      created_at as "createdAt", channel_id as "channelId", kind, address, secret,
      previous_secret as "previousSecret", timezone as zone, is_follower as "isFollower", scope, cloud_id as "cloudId", tid,
      other_matches as others, no_longer_affected as "noLongerAffected", obstacle
    from found
  `.execute(db)
  const taken = rows.filter(({ obstacle }) => obstacle === null)
  const obstacles: Claimed['obstacles'] = {}
  for (const { obstacle } of rows) {
    if (obstacle !== null) obstacles[obstacle] = (obstacles[obstacle] ?? 0) + 1
  }
  return { rows: taken, suppressed: rows.length - taken.length, obstacles }
}

export interface Claim {
  id: number
  fence: number
}

/**
 * A message that was sent stays sent, even if the delivery was claimed again. Only updates the channel if it
 * was failing before.
 */
export async function recordSent(
  db: Kysely<DB>,
  { sent, now }: { sent: readonly (Claim & { providerId: string | null })[]; now: Date },
): Promise<number[]> {
  const { wasMine, ofEach } = named(sent)
  const { rows } = await sql<{ id: number }>`
    with recorded as (
      update deliveries set
        state = 'sent',
        sent_at = ${byDatabaseClock(now)},
        last_error = null,
        provider_message_id = ${ofEach(({ providerId }) => providerId, 'text')}
      where ${wasMine}
      returning id, channel_id
    ),
    working as (
      update channels set last_result = 'sent', last_result_at = ${now}, failure_count = 0, failing_since = null
      where id = any (array(select channel_id from recorded))
        and (failing_since is not null or last_result is distinct from 'sent')
    )
    select id from recorded
  `.execute(db)
  return rows.map(({ id }) => id)
}

export interface NotSent extends Claim {
  state: 'due' | 'suppressed' | 'dead'
  lane: Lane
  /** By this process's clock. Stored by the database's clock. */
  dueAt: Date
  /** False if it wasn't tried, or failed through no fault of the channel. */
  isCounted: boolean
  /** Sent completely, so it may have arrived. */
  isUnanswered: boolean
  /** Null: unchanged. */
  reason: string | null
}

export async function recordNotSent(db: Kysely<DB>, notSent: readonly NotSent[]): Promise<number[]> {
  const { isMine, ofEach } = named(notSent)
  const { rows } = await sql<{ id: number }>`
    update deliveries set
      state = ${ofEach(({ state }) => state, 'text')},
      lane = ${ofEach(({ lane }) => lane, 'text')},
      due_at = statement_timestamp()
        + ${ofEach(({ dueAt }) => dueAt.getTime() - Date.now(), 'double precision')} * interval '1 ms',
      attempts = attempts - ${ofEach(({ isCounted }) => (isCounted ? 0 : 1), 'integer')},
      unanswered = unanswered + ${ofEach(({ isUnanswered }) => (isUnanswered ? 1 : 0), 'integer')},
      last_error = coalesce(${ofEach(({ reason }) => reason, 'text')}, last_error)
    where ${isMine}
    returning id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Doesn't compare the state with `=`, which would make the planner scan everything that is due. */
function named<Row extends Claim>(rows: readonly Row[]) {
  const ids = sql`${rows.map(({ id }) => id)}::bigint[]`
  const ofEach = (read: (row: Row) => unknown, type: 'text' | 'bigint' | 'integer' | 'double precision') =>
    sql`(${rows.map(read)}::${sql.raw(type)}[])[array_position(${ids}, id)]`
  const fence = ofEach((row) => row.fence, 'bigint')
  return {
    isMine: sql`id = any (${ids}) and fence = ${fence} and state is not distinct from 'leased'`,
    /** Also true if another worker holds it by now. */
    wasMine: sql`id = any (${ids}) and fence >= ${fence} and state is distinct from 'sent'`,
    ofEach,
  }
}

interface Waiting {
  lane: Lane
  waiting: number
  dead: number
  oldestDueAt: Date | null
  oldestDueSeconds: number
}

/**
 * Dead deliveries are counted in one pass: no index has their lane, so counting one lane would read all of
 * them.
 */
export async function countWaiting(db: Kysely<DB>, { now, most }: { now: Date; most: number }) {
  const { rows } = await sql<Waiting>`
    with dead as materialized (
      select lane, count(*) as count
      from (select lane from deliveries where state = 'dead' limit ${most}) as each
      group by lane
    )
    select counted.*,
      coalesce(extract(epoch from ${byDatabaseClock(now)} - "oldestDueAt"), 0)::float8 as "oldestDueSeconds"
    from (select lane,
      coalesce((select count from dead where dead.lane = lanes.lane), 0) as dead,
      (select count(*) from (
        select from deliveries
        where deliveries.lane = lanes.lane and state in ('due', 'leased') limit ${most}
      ) as waiting) as waiting,
      (select min(due_at) from unnest(array[0, 1]) as priorities (priority), lateral (
        select due_at from deliveries
        where deliveries.lane = lanes.lane and deliveries.priority = priorities.priority and ${isDue(byDatabaseClock(now))}
        order by due_at limit 1
      ) as oldest) as "oldestDueAt"
    from unnest(array['mail', 'http', 'troubled', 'digest']) as lanes (lane)) as counted
  `.execute(db)
  return rows
}

export async function deleteOldDeliveries(
  db: Kysely<DB>,
  { createdBefore, most }: { createdBefore: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries
    where id in (select id from deliveries where created_at < ${createdBefore} limit ${most})
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
