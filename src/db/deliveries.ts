import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ChannelKind } from '../domain/telling/channel.ts'
import type { SubscriptionScope } from '../domain/telling/subscription.ts'
import type { DB } from './database.ts'
import { IS_REACHABLE } from './who-is-told.ts'

export type Lane = 'mail' | 'http' | 'troubled' | 'digest'

/** 0 is urgent. */
export type Priority = 0 | 1

/** A claimed delivery with what sending it takes, as one row. */
export interface ClaimedRow {
  id: number
  fence: number
  attempts: number
  publicationId: number
  userId: number
  createdAt: Date
  channelId: number
  kind: ChannelKind
  /** The mail address of the account, or the URL to post to. */
  address: string
  secret: string | null
  previousSecret: string | null
  /** The time zone of the user. */
  zone: string
  scope: SubscriptionScope | null
  cloudId: number | null
  tid: number | null
  /** How many subscriptions matched besides this one. */
  others: number
}

export interface Lease {
  now: Date
  until: Date
}

export interface Claimed {
  rows: ClaimedRow[]
  /** How many were settled instead, because nothing may be sent there any more. */
  suppressed: number
}

/** Takes what has been due for longest, for as long as the lease; whoever else claims takes others. */
export function claimDeliveries(
  db: Kysely<DB>,
  { lane, priority, limit, lease }: { lane: Lane; priority: Priority; limit: number; lease: Lease },
): Promise<Claimed> {
  const picked = sql`
    select id, channel_id, subscription_id
    from deliveries
    where lane = ${lane} and priority = ${priority} and ${isDue(lease.now)}
    order by due_at, id
    limit ${limit}
    for update skip locked`
  return claim(db, picked, lease)
}

/**
 * Takes all that is due for each of up to so many channels, and holds these channels until it has: two workers that meet
 * in one would each send a part of its digest.
 */
export function claimDigests(
  db: Kysely<DB>,
  { isMail, channels, lease }: { isMail: boolean; channels: number; lease: Lease },
): Promise<Claimed> {
  const isOurs = sql`lane = 'digest' and (kind = 'email') = ${isMail} and ${isDue(lease.now)}`
  const picked = sql`
    select id, channel_id, subscription_id
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

/** As far as finding channels goes: with more rows than that to each of them, it finds fewer at a time. */
const ROWS_OF_A_DIGEST = 5

function isDue(now: Date) {
  return sql`state in ('due', 'leased') and due_at <= ${now}`
}

async function claim(db: Kysely<DB>, picked: RawBuilder<unknown>, lease: Lease): Promise<Claimed> {
  const { rows } = await sql<ClaimedRow & { isReachable: boolean }>`
    with picked as materialized (${picked}),
    found as (
      select
        picked.id, channels.id as channel_id, channels.kind, channels.secret,
        case when channels.previous_secret_until > ${lease.now} then channels.previous_secret end as previous_secret,
        case when channels.kind = 'email' then users.email else channels.address end as address,
        users.timezone, subscriptions.scope, subscriptions.cloud_id, subscriptions.tid,
        ${IS_REACHABLE} as is_reachable
      from picked
      join channels on channels.id = picked.channel_id
      join users on users.id = channels.user_id
      left join subscriptions on subscriptions.id = picked.subscription_id
    )
    update deliveries set
      state = case when is_reachable then 'leased' else 'suppressed' end,
      due_at = case when is_reachable then ${lease.until} else due_at end,
      fence = fence + 1,
      attempts = case when is_reachable then attempts + 1 else attempts end,
      last_error = case when is_reachable then last_error else 'switched off' end
    from found
    where deliveries.id = found.id
    returning
      deliveries.id, fence, attempts, publication_id as "publicationId", user_id as "userId",
      created_at as "createdAt", found.channel_id as "channelId", found.kind, address, secret,
      previous_secret as "previousSecret", timezone as zone, scope, cloud_id as "cloudId", tid, other_matches as others,
      is_reachable as "isReachable"
  `.execute(db)
  const taken = rows.filter(({ isReachable }) => isReachable)
  return { rows: taken, suppressed: rows.length - taken.length }
}

/** A claim, which holds as long as nobody has claimed the same delivery since. */
export interface Claim {
  id: number
  fence: number
}

/** Gives the numbers of those that were still ours. Their channels work. */
export async function recordSent(
  db: Kysely<DB>,
  { sent, now }: { sent: readonly (Claim & { providerId: string | null })[]; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recorded as (
      update deliveries set state = 'sent', sent_at = ${now}, last_error = null, provider_message_id = provider_id
      from unnest(
        ${sent.map(({ id }) => id)}::bigint[],
        ${sent.map(({ fence }) => fence)}::bigint[],
        ${sent.map(({ providerId }) => providerId)}::text[]
      ) as mine (id, fence, provider_id)
      where deliveries.id = mine.id and deliveries.fence = mine.fence and state = 'leased'
      returning deliveries.id, channel_id
    ),
    working as (
      update channels set last_result = 'sent', last_result_at = ${now}, failure_count = 0, failing_since = null
      where id in (select channel_id from recorded)
    )
    select id from recorded
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** What becomes of a delivery that was not sent. */
export interface NotSent extends Claim {
  state: 'due' | 'suppressed' | 'dead'
  lane: Lane
  dueAt: Date
  /** False: it was nobody's fault, or was not even tried. */
  isCounted: boolean
  /** Null: as it was. */
  reason: string | null
}

/** Gives the numbers of those that were still ours. */
export async function recordNotSent(db: Kysely<DB>, notSent: readonly NotSent[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update deliveries set
      state = mine.state,
      lane = mine.lane,
      due_at = mine.due_at,
      attempts = case when is_counted then attempts else attempts - 1 end,
      last_error = coalesce(reason, last_error)
    from unnest(
      ${notSent.map(({ id }) => id)}::bigint[],
      ${notSent.map(({ fence }) => fence)}::bigint[],
      ${notSent.map(({ state }) => state)}::text[],
      ${notSent.map(({ lane }) => lane)}::text[],
      ${notSent.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${notSent.map(({ isCounted }) => isCounted)}::boolean[],
      ${notSent.map(({ reason }) => reason)}::text[]
    ) as mine (id, fence, state, lane, due_at, is_counted, reason)
    where deliveries.id = mine.id and deliveries.fence = mine.fence and deliveries.state = 'leased'
    returning deliveries.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** How much waits, for those who watch; a count ends at `most`. */
export async function countWaiting(db: Kysely<DB>, { now, most }: { now: Date; most: number }) {
  const { rows } = await sql<{ lane: Lane; waiting: number; oldestDueAt: Date | null }>`
    select lane,
      (select count(*) from (
        select from deliveries
        where deliveries.lane = lanes.lane and state in ('due', 'leased') limit ${most}
      ) as waiting) as waiting,
      (select min(due_at) from unnest(array[0, 1]) as priorities (priority), lateral (
        select due_at from deliveries
        where deliveries.lane = lanes.lane and deliveries.priority = priorities.priority and ${isDue(now)}
        order by due_at limit 1
      ) as oldest) as "oldestDueAt"
    from unnest(array['mail', 'http', 'troubled', 'digest']) as lanes (lane)
  `.execute(db)
  return rows
}

/**
 * Forgets what is older, oldest first and so many at a time; gives how many it forgot. Whatever became of them: nothing is
 * tried for that long.
 */
export async function deleteOldDeliveries(
  db: Kysely<DB>,
  { createdBefore, most }: { createdBefore: Date; most: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries
    where created_at < ${createdBefore}
      and id in (select id from deliveries order by id limit ${most})
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
