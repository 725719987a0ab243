import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'
import {
  AUDIENCE,
  IS_REACHABLE,
  isSubscribedTo,
  REACH,
  reachesThreshold,
  takesPublication,
  targetsOf,
} from './recipient-rules.ts'

/** `after` is exclusive, `until` inclusive. */
export interface Slice {
  after: number
  until: number
  isLast: boolean
}

/** Not FOR UPDATE, which would wait for workers that are sending. */
export function holdNextToExpand(trx: Transaction<DB>) {
  return trx
    .selectFrom('publications')
    .where('expanded_at', 'is', null)
    .where('notifies', '=', true)
    .select(['id', 'expansion_cursor'])
    .orderBy('is_urgent', 'desc')
    .orderBy('id')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

export async function countToExpand(db: Kysely<DB>, { now }: { now: Date }) {
  const { rows } = await sql<{ waiting: number; oldestDueSeconds: number }>`
    select count(*) as waiting,
      greatest(extract(epoch from ${byDatabaseClock(now)} - min(created_at)), 0)::float8 as "oldestDueSeconds"
    from publications
    where expanded_at is null and notifies`.execute(db)
  return rows[0] ?? { waiting: 0, oldestDueSeconds: 0 }
}

export async function sliceOfUsers(
  db: Kysely<DB>,
  { after, users }: { after: number; users: number },
): Promise<Slice> {
  const { rows } = await sql<{ until: number | null; users: number }>`
    select max(id) as until, count(*) as users
    from (select id from users where id > ${after} order by id limit ${users}) as slice`.execute(db)
  const { until, users: found } = rows[0] ?? { until: null, users: 0 }
  return { after, until: until ?? after, isLast: found < users }
}

export async function digestZones(db: Kysely<DB>, { after, until }: Slice): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .innerJoin('users', 'users.id', 'channels.user_id')
    .where('channels.user_id', '>', after)
    .where('channels.user_id', '<=', until)
    .where('channels.cadence', '=', 'daily_digest')
    .where('channels.is_enabled', '=', true)
    .select('users.timezone')
    .distinct()
    .execute()
  return rows.map(({ timezone }) => timezone)
}

const SMALLINT_MOST = 32_767

export async function insertDeliveries(
  trx: Transaction<DB>,
  {
    publicationId,
    slice,
    now,
    digests,
  }: {
    publicationId: number
    slice: Slice
    now: Date
    /** When the next digest is due, by time zone. */
    digests: Readonly<Record<string, Date>>
  },
): Promise<number> {
  const { numAffectedRows } = await sql`
    with publication as materialized (
      select ${AUDIENCE}, is_urgent
      from publications
      where id = ${publicationId}
    ),
    target as materialized (select target.* from publication, lateral (${targetsOf('publication')}) as target),
    matched as materialized (
      select subscriptions.user_id, ${REACH},
        coalesce(
          min(subscriptions.id) filter (where target.is_affected),
          min(subscriptions.id) filter (where target.rank is not null)
        ) as subscription_id,
        least(count(*) filter (where target.rank is not null) - 1, ${SMALLINT_MOST}) as other_matches,
        min(subscriptions.id) filter (where subscriptions.scope = 'record') as follow_id
      from target join subscriptions on ${isSubscribedTo('target')}
      where subscriptions.user_id > ${slice.after} and subscriptions.user_id <= ${slice.until}
      group by subscriptions.user_id
      having max(target.rank) is not null
    ),
    digest as materialized (
      select key as timezone, value::timestamptz as due_at from jsonb_each_text(${JSON.stringify(digests)}::jsonb)
    )
    insert into deliveries
      (publication_id, user_id, channel_id, subscription_id, other_matches, no_longer_affected, kind, lane, priority, due_at,
        created_at)
    select publication.id, users.id, channels.id,
      case when ${reachesThreshold('publication')} then matched.subscription_id else matched.follow_id end,
      case when ${reachesThreshold('publication')} then matched.other_matches else 0 end,
      not matched.is_affected,
      channels.kind,
      case
        when channels.cadence = 'daily_digest' then 'digest'
        when channels.kind = 'email' then 'mail'
        when channels.failing_since is not null then 'troubled'
        else 'http'
      end,
      case when publication.is_urgent then 0 else 1 end,
      case when channels.cadence = 'daily_digest' then coalesce(digest.due_at, ${now}) else ${now} end,
      ${now}
    from matched
    join users on users.id = matched.user_id
    join channels on channels.user_id = users.id
    cross join publication
    left join digest on digest.timezone = users.timezone
    where ${IS_REACHABLE} and ${takesPublication('publication', 'matched')}
    order by users.id, channels.id
    on conflict (publication_id, user_id, channel_id) do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

export async function settleSlice(
  trx: Transaction<DB>,
  { publicationId, slice, now }: { publicationId: number; slice: Slice; now: Date },
): Promise<void> {
  await trx
    .updateTable('publications')
    .set({ expansion_cursor: slice.until, ...(slice.isLast && { expanded_at: now }) })
    .where('id', '=', publicationId)
    .execute()
}
