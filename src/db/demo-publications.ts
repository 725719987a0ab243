import { sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'
import { publicationSnapshots } from './publication-snapshot.ts'

const UNDER_INVESTIGATION = 17
const SCHEDULED = 1
const IN_PROGRESS = 2

/** They are already expanded, so nothing is sent, and dry runs of subscriptions have something to count. */
export async function renewDemoPublications(
  trx: Transaction<DB>,
  { edition, ...of }: DemoHistory & { edition: number },
): Promise<void> {
  const { lastRecordId } = of
  await sql`
    delete from publications using records
    where records.id = publications.record_id and records.id <= ${lastRecordId} and records.version = 1`.execute(
    trx,
  )
  const snapshots = publicationSnapshots(momentsOfDemo(of))
  await sql`
    insert into publications (
      record_id, update_id, step, edition, is_urgent, kind, notification_type, severity_rank, gravest_rank,
      gravest_rank_before, cloud_ids, service_tids, data_center_tids, term_tids, content, created_at, expanded_at, notifies
    )
    select record_id, update_id, step, ${edition}::bigint, kind = 'incident', kind, notification_type, severity_rank,
      gravest_so_far, gravest_until_then, cloud_ids, service_tids, data_center_tids, term_tids, content, at, at, step <> 'corrected'
    from (${snapshots}) as snapshots
    order by at, record_id, update_id nulls first`.execute(trx)
  await insertMessageTimes(trx, { edition, lastRecordId })
}

interface DemoHistory {
  lastRecordId: number
  since: Date
  /** The same for incidents, because figures about them are by quarter. */
  incidentsSince: Date
  /** Records that were corrected after they were closed. */
  corrected: readonly number[]
}

/** Invented, because the demo has no subscribers. Some are slow. */
async function insertMessageTimes(
  trx: Transaction<DB>,
  { edition, lastRecordId }: { edition: number; lastRecordId: number },
): Promise<void> {
  await sql`
    insert into message_times
      (publication_id, record_id, first_sent_at, first_edition, most_sent_at, messages, final_edition)
    select publications.id, record_id,
      publications.created_at + make_interval(secs => 4 + record_id * 7 % 40 + case when record_id % 17 = 3 then 380 else 0 end),
      ${edition}::bigint,
      publications.created_at + make_interval(secs => 70 + record_id * 13 % 170 + case when record_id % 17 = 3 then 900 else 0 end),
      1800 + record_id % 700, ${edition}::bigint
    from publications join records on records.id = record_id
    where record_id <= ${lastRecordId} and records.version = 1 and publications.kind = 'incident'
      and publications.step = 'opened'`.execute(trx)
}

/**
 * An update may state a severity, but nothing states the previous one: incidents that became clear later
 * started as Under Investigation. An unchanged status is an ordinary update. Open incidents promise the
 * next update within a quarter of an hour, and keep to it; every eleventh promise is broken.
 */
function momentsOfDemo({ lastRecordId, since, incidentsSince, corrected }: DemoHistory) {
  const isUnchanged = sql`records.id <= ${lastRecordId} and records.version = 1 and records.state = 'published'`
  return sql`
    with moments as (
      select id as record_id, null::integer as update_id, posted_on as at, false as is_correction,
        case
          when not exists (select from record_updates where record_id = records.id) then status_id
          when kind in ('maintenance', 'notification') then ${SCHEDULED}
          else ${IN_PROGRESS}
        end as status_id,
        case
          when exists (
            select from record_updates where record_id = records.id and record_updates.severity_tid is not null
          ) then ${UNDER_INVESTIGATION}
          else severity_tid
        end as severity_tid
      from records
      where ${isUnchanged}
      union all
      select record_updates.record_id, record_updates.id, record_updates.posted_on, false, record_updates.status_id,
        record_updates.severity_tid
      from record_updates join records on records.id = record_updates.record_id
      where ${isUnchanged}
      union all
      select id, null, closed_on + interval '35 minutes', true, status_id, null
      from records
      where ${isUnchanged} and id = any (${corrected}::integer[])
    ),
    in_order as (
      select moments.*,
        lag(status_id) over of_record is not distinct from status_id as is_same_status,
        lead(at) over of_record is null as is_newest,
        lead(at) over of_record as next_at,
        (record_id * 5 + row_number() over of_record * 3) % 11 = 0 as is_hasty,
        count(severity_tid) over of_record as spell
      from moments
      window of_record as (partition by record_id order by at, update_id nulls first)
    ),
    with_severity as (
      select in_order.*, max(severity_tid) over (partition by record_id, spell) as severity_then from in_order
    ),
    with_highest as (
      select with_severity.*,
        max(rank) over of_record as gravest_so_far,
        max(rank) over (of_record rows between unbounded preceding and 1 preceding) as gravest_until_then
      from with_severity join severities on severities.tid = severity_then
      window of_record as (partition by record_id order by at, update_id nulls first)
    )
    select with_highest.record_id, update_id, at, with_highest.status_id, severity_then as severity_tid, gravest_so_far,
      gravest_until_then,
      records.posted_on,
      case
        when records.closed_on <= at then records.closed_on
        when records.kind = 'incident' and statuses.is_closed then at
      end as closed_on,
      case
        when is_newest then records.next_update
        when records.kind = 'incident' and not statuses.is_closed
          then date_bin('15 minutes', next_at, '2000-01-01') + interval '15 minutes' * case when is_hasty then -1 else 1 end
      end as next_update,
      case
        when is_correction then 'corrected'
        when update_id is null then case when records.kind = 'maintenance' then 'scheduled' else 'opened' end
        when is_same_status then 'updated'
        when statuses.name in ('Resolved', 'Remediated') then 'resolved'
        when statuses.name = 'Completed' then 'completed'
        when statuses.name = 'Postponed' then 'postponed'
        when statuses.name = 'In Progress' and records.kind = 'maintenance' then 'started'
        else 'updated'
      end as step
    from with_highest
    join records on records.id = with_highest.record_id
    join statuses on statuses.id = with_highest.status_id
    where at >= case when records.kind = 'incident' then ${incidentsSince}::timestamptz else ${since}::timestamptz end`
}
