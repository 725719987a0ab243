import { type Kysely, sql } from 'kysely'
import type { ChannelKind } from '../domain/notifying/channel.ts'
import type { Publication } from '../domain/notifying/publication.ts'
import type { DB } from './database.ts'

/** Whole days in UTC. */
export interface FigureSpan {
  from: Date
  before: Date
}

export interface MessagesOfDay {
  day: string
  kind: ChannelKind
  sent: number
  waiting: number
  suppressed: number
  dead: number
}

export async function messagesByDay(db: Kysely<DB>, span: FigureSpan): Promise<MessagesOfDay[]> {
  const { rows } = await sql<MessagesOfDay>`
    with notified as (${notifyingIn(span)}),
    totals as (
      select day, delivery_totals.kind, sum(change)::int as total
      from notified join delivery_totals on publication_id = notified.id
      group by 1, 2
    ),
    rest as (
      select day, deliveries.kind,
        count(*) as not_sent,
        count(*) filter (where state in ('due', 'leased')) as waiting,
        count(*) filter (where state = 'suppressed') as suppressed,
        count(*) filter (where state = 'dead') as dead
      from notified join deliveries on publication_id = notified.id and state <> 'sent'
      group by 1, 2
    )
    select day, kind,
      (total - coalesce(not_sent, 0))::int as sent,
      coalesce(waiting, 0)::int as waiting,
      coalesce(suppressed, 0)::int as suppressed,
      coalesce(dead, 0)::int as dead
    from totals left join rest using (day, kind)
    where total > 0
    order by day, kind
  `.execute(db)
  return rows
}

export async function publicationsByDay(db: Kysely<DB>, span: FigureSpan) {
  const { rows } = await sql<{ day: string; told: number; silent: number }>`
    select ${DAY} as day, count(*) filter (where notifies)::int as told, count(*) filter (where not notifies)::int as silent
    from publications
    where ${isIn(span)}
    group by 1
    order by 1
  `.execute(db)
  return rows
}

export interface NotifiedRow
  extends Pick<Publication, 'id' | 'recordId' | 'kind' | 'step' | 'notificationType'> {
  title: string
  createdAt: Date
  notifiedAt: Date
  messages: number
}

export async function notifiedPublications(
  db: Kysely<DB>,
  { span, most }: { span: FigureSpan; most: number },
): Promise<NotifiedRow[]> {
  const { rows } = await sql<NotifiedRow>`
    select notified.* from (
      select id, record_id as "recordId", kind, step, notification_type as "notificationType",
        content ->> 'title' as title, created_at as "createdAt", told_at as "notifiedAt",
        (select coalesce(sum(change), 0)::int from delivery_totals where publication_id = publications.id) as messages
      from publications
      where ${isIn(span)} and notifies and told_at is not null
    ) as notified
    where messages > 0
    order by "createdAt" desc, id desc
    limit ${most}
  `.execute(db)
  return rows
}

export interface FailedRow {
  kind: ChannelKind
  state: 'suppressed' | 'dead'
  reason: string | null
  count: number
}

export async function failuresIn(
  db: Kysely<DB>,
  { span, most }: { span: FigureSpan; most: number },
): Promise<FailedRow[]> {
  const { rows } = await sql<FailedRow>`
    select kind, state, last_error as reason, count(*)::int as count
    from (
      select deliveries.kind, state, last_error
      from (${notifyingIn(span)}  ) as notified
      cross join lateral (
        select kind, state, last_error from deliveries
        where publication_id = notified.id and state <> 'sent' and state in ('suppressed', 'dead')
      ) as deliveries
      limit ${most}
    ) as failed
    group by 1, 2, 3
  `.execute(db)
  return rows
}

/** Ignores digests, which are sent the next morning. */
export async function noteNotified(
  db: Kysely<DB>,
  { publishedSince, most }: { publishedSince: Date; most: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with picked as materialized (
      select id from publications
      where notifies and told_at is null and expanded_at is not null and created_at >= ${publishedSince}
        and not exists (
          select from deliveries
          where publication_id = publications.id and state <> 'sent' and state in ('due', 'leased') and lane <> 'digest'
        )
      order by id
      limit ${most}
      -- Rows that refer to it can be inserted meanwhile: another process may hold the edition while it inserts one.
      for no key update skip locked
    )
    update publications set told_at = coalesce(
      (select max(sent_at) from deliveries where publication_id = publications.id and lane <> 'digest'),
      expanded_at
    )
    where id in (select id from picked)
    returning id
  `.execute(db)
  return rows.length
}

function notifyingIn(span: FigureSpan) {
  return sql`select id, ${DAY} as day from publications where ${isIn(span)} and notifies`
}

const DAY = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`

function isIn({ from, before }: FigureSpan) {
  return sql`created_at >= ${from} and created_at < ${before}`
}
