import { sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'
import { publicationSnapshots } from './publication-snapshot.ts'

const UNDER_INVESTIGATION = 17
const SCHEDULED = 1
const IN_PROGRESS = 2

/**
 * The publications that the demo's records imply: each start and each update. They are already expanded, so nothing is
 * sent, and dry runs of subscriptions have something to count. Only for unchanged records, whose publications are all
 * of this kind. Rebuilt when the demo moves.
 */
export async function renewDemoPublications(
  trx: Transaction<DB>,
  { edition, lastRecordId, since }: { edition: number; lastRecordId: number; since: Date },
): Promise<void> {
  await sql`
    delete from publications using records
    where records.id = publications.record_id and records.id <= ${lastRecordId} and records.version = 1`.execute(
    trx,
  )
  const snapshots = publicationSnapshots(momentsOfDemo({ lastRecordId, since }))
  await sql`
    insert into publications (
      record_id, update_id, step, edition, is_urgent, kind, notification_type, severity_rank, gravest_rank,
      gravest_rank_before, cloud_ids, service_tids, data_center_tids, term_tids, content, created_at, expanded_at
    )
    select record_id, update_id, step, ${edition}::bigint, kind = 'incident', kind, notification_type, severity_rank,
      gravest_so_far, gravest_until_then, cloud_ids, service_tids, data_center_tids, term_tids, content, at, at
    from (${snapshots}) as snapshots
    order by at, record_id, update_id nulls first`.execute(trx)
}

/**
 * An update may state a severity, but nothing states the earlier one: incidents that became clear later started as
 * under investigation. An unchanged status is an ordinary update.
 */
function momentsOfDemo({ lastRecordId, since }: { lastRecordId: number; since: Date }) {
  const isUnchanged = sql`records.id <= ${lastRecordId} and records.version = 1 and records.state = 'published'`
  return sql`
    with told as (
      select id as record_id, null::integer as update_id, posted_on as at,
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
      select record_updates.record_id, record_updates.id, record_updates.posted_on, record_updates.status_id,
        record_updates.severity_tid
      from record_updates join records on records.id = record_updates.record_id
      where ${isUnchanged}
    ),
    in_order as (
      select told.*,
        lag(status_id) over of_record is not distinct from status_id as is_same_status,
        lead(at) over of_record is null as is_newest,
        count(severity_tid) over of_record as spell
      from told
      window of_record as (partition by record_id order by at, update_id nulls first)
    ),
    grave as (
      select in_order.*, max(severity_tid) over (partition by record_id, spell) as severity_then from in_order
    ),
    gravest as (
      select grave.*,
        max(rank) over of_record as gravest_so_far,
        max(rank) over (of_record rows between unbounded preceding and 1 preceding) as gravest_until_then
      from grave join severities on severities.tid = severity_then
      window of_record as (partition by record_id order by at, update_id nulls first)
    )
    select gravest.record_id, update_id, at, gravest.status_id, severity_then as severity_tid, gravest_so_far,
      gravest_until_then,
      records.posted_on,
      case when records.closed_on <= at then records.closed_on end as closed_on,
      case when is_newest then records.next_update end as next_update,
      case
        when update_id is null then case when records.kind = 'maintenance' then 'scheduled' else 'opened' end
        when is_same_status then 'updated'
        when statuses.name in ('Resolved', 'Remediated') then 'resolved'
        when statuses.name = 'Completed' then 'completed'
        when statuses.name = 'Postponed' then 'postponed'
        when statuses.name = 'In Progress' and records.kind = 'maintenance' then 'started'
        else 'updated'
      end as step
    from gravest
    join records on records.id = gravest.record_id
    join statuses on statuses.id = gravest.status_id
    where at >= ${since}`
}
