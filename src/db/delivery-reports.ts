import { type Kysely, sql, type Transaction } from 'kysely'
import type { ChannelKind } from '../domain/notifying/channel.ts'
import type { Publication, PublicationContent } from '../domain/notifying/publication.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'

export interface SentPublicationRow
  extends Pick<
    Publication,
    'id' | 'recordId' | 'kind' | 'notificationType' | 'step' | 'isUrgent' | 'createdAt'
  > {
  content: Pick<PublicationContent, 'title' | 'clouds'> & {
    text: string
  }
  /** Null: some recipients may still be missing. */
  expandedAt: Date | null
  results: SendingResult[]
}

interface SendingResult {
  kind: ChannelKind
  waiting: number
  sent: number
  suppressed: number
  dead: number
}

export function latestSentPublications(
  db: Kysely<DB>,
  { limit, recordId, before }: { limit: number; recordId?: number | undefined; before?: number | undefined },
): Promise<SentPublicationRow[]> {
  const isAskedFor = sql.join(
    [
      sql`notifies`,
      ...(recordId === undefined ? [] : [sql`record_id = ${recordId}`]),
      ...(before === undefined ? [] : [sql`id < ${before}`]),
    ],
    sql` and `,
  )
  return sendings(db, sql`select * from publications where ${isAskedFor} order by id desc limit ${limit}`)
}

export async function findSentPublication(
  db: Kysely<DB>,
  id: number,
): Promise<SentPublicationRow | undefined> {
  const [found] = await sendings(db, sql`select * from publications where id = ${id} and notifies`)
  return found
}

/**
 * Sent messages are the total minus the rest, which an index can count. With half a million on a busy
 * machine: 4 ms instead of 450 when all are sent, 0.2 s instead of 0.8 while they wait.
 */
async function sendings(db: Kysely<DB>, publications: ReturnType<typeof sql>): Promise<SentPublicationRow[]> {
  const { rows } = await sql<SentPublicationRow>`
    select
      publications.id, record_id as "recordId", kind, notification_type as "notificationType", step,
      is_urgent as "isUrgent", created_at as "createdAt", expanded_at as "expandedAt",
      json_build_object(
        'title', content -> 'title',
        'clouds', coalesce(content -> 'clouds', '[]'),
        'text', left(coalesce(content -> 'update' ->> 'body', nullif(content ->> 'summary', ''), content ->> 'body', ''), 2000)
      ) as content,
      array(
        select json_build_object(
          'kind', totals.kind,
          'waiting', coalesce(waiting, 0),
          'sent', total - coalesce(not_sent, 0),
          'suppressed', coalesce(suppressed, 0),
          'dead', coalesce(dead, 0)
        )
        from (
          select kind, sum(change)::int as total
          from delivery_totals
          where publication_id = publications.id
          group by kind
        ) as totals
        left join (
          select kind,
            count(*) as not_sent,
            count(*) filter (where state in ('due', 'leased')) as waiting,
            count(*) filter (where state = 'suppressed') as suppressed,
            count(*) filter (where state = 'dead') as dead
          from deliveries
          where publication_id = publications.id and state <> 'sent'
          group by kind
        ) as rest using (kind)
        where total > 0
        order by kind
      ) as results
    from (${publications}) as publications
    order by publications.id desc
  `.execute(db)
  return rows
}

export function deadDeliveries(db: Kysely<DB>, { offset, limit }: { offset: number; limit: number }) {
  return db
    .selectFrom('deliveries')
    .innerJoin('publications', 'publications.id', 'deliveries.publication_id')
    .where('deliveries.state', '=', 'dead')
    .select(['deliveries.id', 'deliveries.publication_id as publicationId', 'deliveries.kind'])
    .select(['deliveries.user_id as userId', 'deliveries.attempts', 'deliveries.last_error as reason'])
    .select(['deliveries.created_at as createdAt', sql<string>`content ->> 'title'`.as('title')])
    .orderBy('deliveries.created_at', 'desc')
    .orderBy('deliveries.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countDeadDeliveries(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .where('state', '=', 'dead')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type DeadOnes = { ids: readonly number[] } | { publicationId: number } | 'all'

/** A worker that still holds one finds a newer fence. */
export async function reviveDeliveries(
  trx: Transaction<DB>,
  { of, most, now }: { of: DeadOnes; most: number; now: Date },
): Promise<{ publicationId: number; count: number }[]> {
  const { rows } = await sql<{ publicationId: number; count: number }>`
    with picked as (
      select id from deliveries where state = 'dead' and ${isMeant(of)} order by id limit ${most} for update skip locked
    ),
    revived as (
      update deliveries set
        state = 'due', due_at = ${byDatabaseClock(now)}, created_at = ${byDatabaseClock(now)}, attempts = 0, unanswered = 0,
        fence = fence + 1, last_error = null
      where id in (select id from picked)
      returning publication_id
    )
    select publication_id as "publicationId", count(*)::int as count from revived group by 1 order by 1
  `.execute(trx)
  return rows
}

function isMeant(of: DeadOnes) {
  if (of === 'all') return sql`true`
  return 'ids' in of ? sql`id = any (${of.ids}::bigint[])` : sql`publication_id = ${of.publicationId}`
}
