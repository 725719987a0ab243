import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { FEWEST_MESSAGES_NAMED } from '../domain/informing/incident-facts.ts'
import type { DB } from './database.ts'

const MOST = 0.95

export interface PublishedMessageTimes {
  record_id: number
  /** Null: too few to show. */
  messages: number | null
  /** Rounded up to whole minutes, unless there are enough messages to show their number. */
  first_sent_at: Date | null
  /** Null: not yet, never, or too few. */
  most_sent_at: Date | null
  is_final: boolean
  all_failed: boolean
}

export async function messageTimesBetween(
  db: Kysely<DB>,
  { after, upTo }: { after: number; upTo: number },
): Promise<PublishedMessageTimes[]> {
  const isFinal = sql`coalesce(final_edition <= ${upTo}, false)`
  const areEnough = sql`${isFinal} and messages >= ${FEWEST_MESSAGES_NAMED}`
  // Exact times of a few messages could identify recipients.
  const { rows } = await sql<PublishedMessageTimes>`
    select record_id, ${isFinal} as is_final,
      case when ${areEnough} then first_sent_at
        else date_trunc('minute', first_sent_at + interval '1 minute' - interval '1 microsecond')
      end as first_sent_at,
      case when ${areEnough} then most_sent_at end as most_sent_at,
      case when ${areEnough} then messages end as messages,
      ${isFinal} and messages > 0 and first_sent_at is null as all_failed
    from message_times
    where (first_edition > ${after} or final_edition > ${after}) and first_edition <= ${upTo}
    order by record_id`.execute(db)
  return rows
}

interface Counted {
  publication_id: number
  record_id: number
  messages: number
  first_sent_at: Date | null
  most_sent_at: Date | null
  is_final: boolean
}

export async function noteMessageTimes(
  db: Kysely<DB>,
  { publishedSince, most }: { publishedSince: Date; most: number },
): Promise<number> {
  const counted = await db
    .transaction()
    .execute(async (trx) => ((await isOurTurn(trx)) ? countMessages(trx, { publishedSince, most }) : []))
  for (const row of counted) await db.transaction().execute((trx) => writeMessageTimes(trx, row))
  return counted.length
}

/** Every process tries each minute. */
async function isOurTurn(trx: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('message times', 14)) as taken`.execute(trx)
  return rows[0]?.taken === true
}

/**
 * The first publication of an incident that notified anyone, while its times can still change. Counting
 * half a million messages takes a second, so it is only done when the result is new: at the first message,
 * when most are sent, and when too many failed for most ever to be sent. An index finds unsent messages,
 * but not sent digests, so `messages` may be too high until they are counted.
 */
async function countMessages(
  db: Transaction<DB>,
  { publishedSince, most }: { publishedSince: Date; most: number },
): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with picked as materialized (
      select opening.id, opening.record_id, noted.first_sent_at is not null as has_first,
        rest.waiting, rest.dead,
        (select coalesce(sum(change), 0) from delivery_totals where publication_id = opening.id) - rest.left_out
          as messages
      from publications opening
      left join message_times noted on noted.publication_id = opening.id
      cross join lateral (
        select count(*) filter (where lane <> 'digest' and state in ('due', 'leased')) as waiting,
          count(*) filter (where lane <> 'digest' and state = 'dead') as dead,
          count(*) filter (where lane = 'digest' or state = 'suppressed') as left_out
        from deliveries
        where publication_id = opening.id and state <> 'sent'
      ) as rest
      where opening.kind = 'incident' and opening.notifies and opening.step not in ('corrected', 'post_mortem')
        and opening.expanded_at is not null and opening.created_at >= ${publishedSince}
        and noted.final_edition is null and ${mayReachReaders('opening')}
        and not exists (
          select from publications earlier
          where earlier.record_id = opening.record_id and earlier.id < opening.id and earlier.notifies
            and earlier.step not in ('corrected', 'post_mortem') and ${mayReachReaders('earlier')}
        )
    ),
    due as materialized (
      select id, record_id, waiting from picked
      where waiting = 0
        or waiting + dead <= messages * ${1 - MOST}::float8
        or (has_first and dead > messages * ${1 - MOST}::float8)
        or (not has_first and exists (
          select from deliveries where publication_id = picked.id and state = 'sent' and lane <> 'digest'))
      order by id
      limit ${most}
    )
    select due.id as publication_id, due.record_id, counted.messages, counted.first_sent_at,
      nullif(counted.most_sent_at, 'infinity') as most_sent_at,
      final.is_final
    from due
    cross join lateral (
      select count(*)::int as messages, count(*) filter (where state = 'dead') as dead, min(sent_at) as first_sent_at,
        percentile_disc(${MOST}::float8) within group (order by coalesce(sent_at, 'infinity')) as most_sent_at
      from deliveries
      where publication_id = due.id and state <> 'suppressed' and lane <> 'digest'
    ) as counted
    cross join lateral (
      select due.waiting = 0 or counted.most_sent_at < 'infinity' or (
        counted.first_sent_at is not null and counted.messages - counted.dead < counted.messages * ${MOST}::float8
      ) as is_final
    ) as final
    where final.is_final or counted.first_sent_at is not null
    order by due.id`.execute(db)
  return rows
}

/**
 * False if it was withdrawn before its first message. The next publication is then the first with
 * recipients.
 */
function mayReachReaders(publication: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${publication}.${column}`)
  return sql`(
    ${of('withdrawn_at')} is null
    or exists (select from deliveries where publication_id = ${of('id')} and state = 'sent' and lane <> 'digest')
    or exists (select from message_times where publication_id = ${of('id')} and first_sent_at is not null))`
}

/**
 * Locks the edition for a moment: otherwise a publication in between would become the edition of these
 * times. Rows that foreign keys lock are locked first, in the same order as by publications, to prevent
 * deadlocks.
 */
async function writeMessageTimes(
  trx: Transaction<DB>,
  { is_final: isFinal, ...row }: Counted,
): Promise<void> {
  await trx.selectFrom('records').where('id', '=', row.record_id).select('id').forKeyShare().execute()
  await trx
    .selectFrom('publications')
    .where('id', '=', row.publication_id)
    .select('id')
    .forKeyShare()
    .execute()
  const ifFinal = <T>(value: T) => (isFinal ? value : null)
  // Earlier releases also stored publications that were withdrawn before their first message.
  const isOfAnother = sql`message_times.publication_id <> excluded.publication_id`
  await sql`
    with current as materialized (select number + 1 as next from edition for share)
    insert into message_times
      (publication_id, record_id, first_sent_at, first_edition, most_sent_at, messages, final_edition)
    select ${row.publication_id}::bigint, ${row.record_id}::integer, ${row.first_sent_at}::timestamptz, next,
      ${ifFinal(row.most_sent_at)}::timestamptz, ${ifFinal(row.messages)}::integer,
      case when ${isFinal}::boolean then next end
    from current
    on conflict (record_id) do update set publication_id = excluded.publication_id,
      most_sent_at = excluded.most_sent_at, messages = excluded.messages,
      first_sent_at = coalesce(case when not (${isOfAnother}) then message_times.first_sent_at end, excluded.first_sent_at),
      first_edition = case when ${isOfAnother} then excluded.first_edition else message_times.first_edition end,
      final_edition = excluded.final_edition
    where ${isOfAnother} or (message_times.final_edition is null and excluded.final_edition is not null)`.execute(
    trx,
  )
}
