import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { ChannelKind } from '../domain/notifying/channel.ts'
import type { SubscriptionScope } from '../domain/notifying/subscription.ts'
import type { DB, Users } from './database.ts'

export interface SubscribersFilter {
  cloudId: number | undefined
  serviceTid: number | undefined
  state: 'confirmed' | 'unconfirmed' | 'suppressed' | 'follows-nothing' | undefined
}

export interface SubscribersAsked extends SubscribersFilter {
  /** The beginning of an address or of its domain, or an account ID. Empty: everyone. */
  words: string
}

export interface SubscriberInRow {
  id: number
  email: string | null
  display_name: string | null
  username: string | null
  email_verified_at: Date | null
  locked_at: Date | null
  created_at: Date
  is_staff: boolean
  came_by: Users['came_by']
  has_password: boolean
  is_suppressed: boolean
  follows: number
}

/**
 * Each filter reads an index in this order and stops after a page. Words are looked up first, because they
 * match few accounts. With 100,000 subscribers a page takes milliseconds.
 */
export async function findSubscribers(
  db: Kysely<DB>,
  { before = HIGHEST_ID, limit, ...asked }: SubscribersAsked & { before: number | undefined; limit: number },
): Promise<SubscriberInRow[]> {
  const { words } = asked
  const { rows } = await sql<SubscriberInRow>`
    select ${SUBSCRIBER_COLUMNS}
    from ${words === '' ? followersOf(asked, before) : sql`(${accountsWith(words)}) as matched join users using (id)`}
    where users.id < ${before} and ${isInState(asked)} and ${words === '' ? sql`true` : isFollower(asked)}
    order by users.id desc
    limit ${limit}`.execute(db)
  return rows
}

const HIGHEST_ID = 2_147_483_647

export async function findSubscriber(db: Kysely<DB>, uid: number): Promise<SubscriberInRow | undefined> {
  const { rows } = await sql<SubscriberInRow>`
    select ${SUBSCRIBER_COLUMNS} from users where users.id = ${uid}`.execute(db)
  return rows[0]
}

const IS_SUPPRESSED = sql<boolean>`exists (
  select from suppressions where address_hash = sha256(convert_to(lower(users.email), 'UTF8'))
)`

const SUBSCRIBER_COLUMNS = sql`
  users.id, users.email, users.display_name, users.username, users.email_verified_at, users.locked_at,
  users.created_at, users.oidc_issuer is not null as is_staff, users.came_by, users.password_hash is not null as has_password, ${IS_SUPPRESSED} as is_suppressed,
  (select count(*)::int from subscriptions where user_id = users.id) as follows`

function followersOf({ cloudId, serviceTid }: SubscribersAsked, before: number): RawBuilder<unknown> {
  if (cloudId === undefined) return sql`users`
  const followers =
    serviceTid === undefined
      ? sql`select user_id from subscriptions where cloud_id = ${cloudId} and user_id < ${before}`
      : sql`
        select user_id from subscriptions
        where scope = 'service' and coalesce(cloud_id, 0) = ${cloudId} and coalesce(tid, 0) = ${serviceTid}
          and user_id < ${before}
        union all
        select user_id from subscriptions
        where scope = 'core_cloud_services' and coalesce(cloud_id, 0) = ${cloudId} and coalesce(tid, 0) = 0
          and user_id < ${before}`
  return sql`
    (select distinct user_id from (${followers}) as followers order by user_id desc) as followers
    join users on users.id = followers.user_id`
}

function isFollower({ cloudId, serviceTid }: SubscribersAsked): RawBuilder<boolean> {
  if (cloudId === undefined) return sql<boolean>`true`
  return sql<boolean>`exists (
    select from subscriptions
    where user_id = users.id and cloud_id = ${cloudId}
      and ${serviceTid === undefined ? sql`true` : sql`(scope = 'core_cloud_services' or (scope = 'service' and tid = ${serviceTid}))`}
  )`
}

function accountsWith(words: string): RawBuilder<unknown> {
  if (/^#?\d{1,9}$/.test(words)) return sql`select ${Number(words.replace('#', ''))}::int as id`
  const typed = words.toLowerCase()
  const domain = sql`
    select id from users
    where email is not null and ${startsWith(sql`split_part(email, '@', 2)`, typed.replace(/^@/, ''))}`
  if (typed.startsWith('@')) return domain
  return sql`select id from users where email is not null and ${startsWith(sql`email`, typed)} union ${domain}`
}

/** A range, because the planner can't use an index for `like` with a parameter. */
function startsWith(column: RawBuilder<unknown>, beginning: string): RawBuilder<boolean> {
  return sql<boolean>`(${column} ~>=~ ${beginning} and ${column} ~<~ ${beginning + LAST_CHARACTER})`
}

const LAST_CHARACTER = '\u{10ffff}'

function isInState({ state, words, cloudId }: SubscribersAsked): RawBuilder<boolean> {
  const followsAny = sql<boolean>`exists (select from subscriptions where user_id = users.id)`
  switch (state) {
    case 'confirmed':
      return sql<boolean>`users.email_verified_at is not null and ${followsAny}`
    case 'unconfirmed':
      return sql<boolean>`users.email_verified_at is null and ${followsAny}`
    case 'suppressed':
      return sql<boolean>`${followsAny} and ${IS_SUPPRESSED}`
    case 'follows-nothing':
      return sql<boolean>`not ${followsAny}`
    case undefined:
      // Staff who search for an address should also find accounts that follow nothing.
      return words !== '' || cloudId !== undefined ? sql<boolean>`true` : followsAny
  }
}

export interface FollowedRow {
  id: number
  scope: SubscriptionScope
  /** Null for notifications. */
  cloud: string | null
  name: string | null
  createdAt: Date
}

export async function followedBy(db: Kysely<DB>, uid: number): Promise<FollowedRow[]> {
  const { rows } = await sql<FollowedRow>`
    select subscriptions.id, subscriptions.scope, clouds.title as cloud, ${NAME_OF_THING} as name,
      subscriptions.created_at as "createdAt"
    from subscriptions ${THINGS}
    where subscriptions.user_id = ${uid}
    order by clouds.position nulls last, subscriptions.cloud_id, subscriptions.id`.execute(db)
  return rows
}

const NAME_OF_THING = sql<string | null>`
  coalesce(services.name, regions.title, data_centers.name, notification_terms.name, records.title)`
const THINGS = sql`
  left join clouds on clouds.id = subscriptions.cloud_id
  left join services on services.tid = subscriptions.service_tid
  left join regions on regions.tid = subscriptions.region_tid
  left join data_centers on data_centers.tid = subscriptions.data_center_tid
  left join notification_terms on notification_terms.tid = subscriptions.term_tid
  left join records on records.id = subscriptions.record_id and records.state = 'published'`

export interface ExportedSubscriber extends SubscriberInRow {
  channels: ChannelKind[]
  things: Pick<FollowedRow, 'scope' | 'cloud' | 'name'>[]
}

export async function subscribersWithThings(
  db: Kysely<DB>,
  asked: SubscribersFilter & { before: number | undefined; limit: number },
): Promise<ExportedSubscriber[]> {
  const found = await findSubscribers(db, { ...asked, words: '' })
  const ids = found.map(({ id }) => id)
  const things = await sql<{ userId: number } & ExportedSubscriber['things'][number]>`
    select subscriptions.user_id as "userId", subscriptions.scope, clouds.title as cloud, ${NAME_OF_THING} as name
    from subscriptions ${THINGS}
    where subscriptions.user_id = any (${ids}::int[])
    order by subscriptions.id`.execute(db)
  const channels = await sql<{ userId: number; kind: ChannelKind }>`
    select user_id as "userId", kind from channels
    where user_id = any (${ids}::int[]) and is_enabled
    order by kind <> 'email', id`.execute(db)
  const [thingsOf, channelsOf] = [byAccount(things.rows), byAccount(channels.rows)]
  return found.map((row) => ({
    ...row,
    things: thingsOf.get(row.id) ?? [],
    channels: (channelsOf.get(row.id) ?? []).map(({ kind }) => kind),
  }))
}

function byAccount<Row extends { userId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>()
  for (const row of rows) {
    const own = grouped.get(row.userId)
    if (own === undefined) grouped.set(row.userId, [row])
    else own.push(row)
  }
  return grouped
}

export async function findCloudToFollow(
  db: Kysely<DB>,
  cloudId: number,
): Promise<{ title: string; services: ReadonlyMap<number, string> } | undefined> {
  const cloud = await db
    .selectFrom('clouds')
    .where('id', '=', cloudId)
    .where('retired_at', 'is', null)
    .select('title')
    .executeTakeFirst()
  if (cloud === undefined) return undefined
  const services = await db
    .selectFrom('services')
    .innerJoin('service_categories', 'service_categories.tid', 'services.category_tid')
    .where('service_categories.cloud_id', '=', cloudId)
    .where('services.is_active', '=', true)
    .select(['services.tid', 'services.name'])
    .execute()
  return { title: cloud.title, services: new Map(services.map(({ tid, name }) => [tid, name])) }
}

/**
 * `isStaff`: accounts from the identity provider, which would be created again at the next sign-in, and all
 * accounts with a role.
 */
export async function holdCustomer(
  trx: Transaction<DB>,
  uid: number,
): Promise<{ email: string | null; isStaff: boolean } | undefined> {
  return trx
    .selectFrom('users')
    .where('id', '=', uid)
    .select((query) => [
      'email',
      query
        .or([
          query.eb('oidc_issuer', 'is not', null),
          query.exists(query.selectFrom('user_roles').whereRef('user_id', '=', 'users.id').select('role')),
        ])
        .$castTo<boolean>()
        .as('isStaff'),
    ])
    .forUpdate()
    .executeTakeFirst()
}

export interface SubscriberCount {
  day: string
  confirmed: number
  unconfirmed: number
}

/** Days are in UTC, in the form `2026-11-17`. */
export async function subscriberCounts(
  db: Kysely<DB>,
  { cloudId, serviceTid, from }: { cloudId: number | null; serviceTid: number | null; from: string },
): Promise<SubscriberCount[]> {
  const { rows } = await sql<SubscriberCount>`
    select to_char(day, 'YYYY-MM-DD') as day, confirmed, unconfirmed
    from subscriber_counts
    where cloud_id is not distinct from ${cloudId} and service_tid is not distinct from ${serviceTid} and day >= ${from}::date
    order by subscriber_counts.day`.execute(db)
  return rows
}

export interface CountedThing {
  cloudId: number | null
  serviceTid: number | null
  confirmed: number
  unconfirmed: number
}

/** Those who follow all services of a cloud count for each service. Each account counts once. */
export async function countSubscribersNow(db: Kysely<DB>): Promise<CountedThing[]> {
  const { rows } = await sql<CountedThing>`
    with all_of_cloud as (
      select cloud_id, ${CONFIRMED} as confirmed, ${UNCONFIRMED} as unconfirmed
      from subscriptions join users on users.id = subscriptions.user_id
      where scope = 'core_cloud_services'
      group by cloud_id
    ),
    single as (
      select single.cloud_id, single.tid, ${CONFIRMED} as confirmed, ${UNCONFIRMED} as unconfirmed
      from subscriptions as single join users on users.id = single.user_id
      where single.scope = 'service' and not exists (
        select from subscriptions as every
        where every.user_id = single.user_id and every.cloud_id = single.cloud_id
          and every.scope = 'core_cloud_services'
      )
      group by 1, 2
    ),
    by_cloud as (
      select cloud_id, ${CONFIRMED} as confirmed, ${UNCONFIRMED} as unconfirmed
      from (select distinct cloud_id, user_id from subscriptions where cloud_id is not null) as follower
      join users on users.id = follower.user_id
      group by cloud_id
    )
    select null::int as "cloudId", null::int as "serviceTid", ${CONFIRMED} as confirmed, ${UNCONFIRMED} as unconfirmed
    from users
    where exists (select from subscriptions where user_id = users.id)
    union all
    select clouds.id, null, coalesce(confirmed, 0), coalesce(unconfirmed, 0)
    from clouds left join by_cloud on by_cloud.cloud_id = clouds.id
    where clouds.retired_at is null
    union all
    select clouds.id, services.tid,
      coalesce(all_of_cloud.confirmed, 0) + coalesce(single.confirmed, 0),
      coalesce(all_of_cloud.unconfirmed, 0) + coalesce(single.unconfirmed, 0)
    from services
    join service_categories on service_categories.tid = services.category_tid
    join clouds on clouds.id = service_categories.cloud_id
    left join all_of_cloud on all_of_cloud.cloud_id = clouds.id
    left join single on single.cloud_id = clouds.id and single.tid = services.tid
    where services.is_active and clouds.retired_at is null`.execute(db)
  return rows
}

const CONFIRMED = sql<number>`(count(*) filter (where users.email_verified_at is not null))::int`
const UNCONFIRMED = sql<number>`(count(*) filter (where users.email_verified_at is null))::int`

export async function noteSubscriberCounts(
  db: Kysely<DB>,
  { day, counts }: { day: string; counts: readonly CountedThing[] },
) {
  await sql`
    insert into subscriber_counts (day, cloud_id, service_tid, confirmed, unconfirmed)
    select ${day}::date, cloud_id, service_tid, confirmed, unconfirmed
    from unnest(
      ${counts.map(({ cloudId }) => cloudId)}::int[], ${counts.map(({ serviceTid }) => serviceTid)}::int[],
      ${counts.map(({ confirmed }) => confirmed)}::int[], ${counts.map(({ unconfirmed }) => unconfirmed)}::int[]
    ) as given (cloud_id, service_tid, confirmed, unconfirmed)
    on conflict on constraint subscriber_counts_once
    do update set confirmed = excluded.confirmed, unconfirmed = excluded.unconfirmed`.execute(db)
}

export function deleteSubscriberCounts(db: Kysely<DB>, { before }: { before: string }) {
  return sql`delete from subscriber_counts where day < ${before}::date`.execute(db)
}
