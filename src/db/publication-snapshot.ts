import { type RawBuilder, sql } from 'kysely'
import { messageTexts } from '../domain/record-fields.ts'

export const AUDIENCE_OF_RECORD = sql`
  records.kind,
  records.notification_type,
  array(select cloud_id from record_clouds where record_id = records.id order by 1) as cloud_ids,
  array(select service_tid from record_services where record_id = records.id order by 1) as service_tids,
  array(select data_center_tid from record_data_centers where record_id = records.id order by 1) as data_center_tids,
  array(select term_tid from record_terms where record_id = records.id order by 1) as term_tids`

/**
 * For queries on `publications`: has messages, or will have soon. False if it was withdrawn before its
 * recipients were found.
 */
export const HAS_MESSAGES = sql<boolean>`(
  publications.notifies
  and (publications.withdrawn_at is null or publications.expanded_at < publications.withdrawn_at))`

/**
 * The highest severity of a row of `records` in any message; null before the first. Silent publications
 * don't count, not even the opening: the next message is the first to show the severity.
 */
export const GRAVEST_BEFORE = sql`(
  select max(gravest_rank) from publications where record_id = records.id and ${HAS_MESSAGES})`

export const GRAVITY_OF_RECORD = sql`
  ${GRAVEST_BEFORE} as gravest_rank_before, greatest(severities.rank, ${GRAVEST_BEFORE}) as gravest_rank`

export const LAST_SAID_CLOSED = sql`coalesce((
  select content->>'closed_on' is not null from publications
  where record_id = records.id and ${HAS_MESSAGES}
  order by id desc limit 1), false)`

/**
 * What a publication stores about its record: audience and message content, one row for each of `moments`.
 * These have the columns record_id, update_id, status_id, severity_tid, posted_on, closed_on and
 * next_update as of that moment. Other columns are passed through. Only public columns; internal ones are
 * in another table.
 */
export function publicationSnapshots(moments: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select moments.*,
      ${AUDIENCE_OF_RECORD},
      severities.rank as severity_rank,
      ${GRAVITY_OF_RECORD},
      jsonb_build_object(
        'title', records.title,
        'summary', records.summary,
        'status', statuses.name,
        'severity', severities.name,
        'severity_tid', severities.tid,
        'update', case when updates.id is not null then jsonb_build_object(
          'id', updates.id, 'posted_on', ${isoTime('updates.posted_on')}, 'body', updates.body) end,
        'body', records.body,
        'clouds', ${CLOUDS},
        'services', ${SERVICES},
        'data_centers', ${DATA_CENTERS},
        'terms', ${TERMS},
        'posted_on', ${isoTime('moments.posted_on')},
        'from_time', ${isoTime('records.from_time')},
        'to_time', ${isoTime('records.to_time')},
        'closed_on', ${isoTime('moments.closed_on')},
        'next_update', ${isoTime('moments.next_update')},
        ${MESSAGE_TEXTS}
      )
      || case when moments.closed_on is null and ${LAST_SAID_CLOSED} then '{"is_reopened": true}'::jsonb else '{}' end
      || case when ${IS_PUT_OFF} then '{"is_put_off": true}'::jsonb else '{}' end
        as content
    from (${moments}) as moments
    join records on records.id = moments.record_id
    join severities on severities.tid = moments.severity_tid
    join statuses on statuses.id = moments.status_id
    left join record_updates updates
      on updates.id = moments.update_id and updates.record_id = moments.record_id`
}

/**
 * Maintenance that doesn't take place at the planned time. `event_type` is the current one, so earlier
 * moments never get this flag.
 */
const IS_PUT_OFF = sql`
  records.kind = 'maintenance' and records.event_type = 'postponed' and moments.status_id = records.status_id`

/** In the format of Date.toISOString; jsonb would use the session's time zone. */
export function isoTime(column: string): RawBuilder<unknown> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const MESSAGE_TEXTS = sql.join(
  messageTexts().map((name) => sql`${sql.lit(name)}, ${sql.ref(`records.${name}`)}`),
)

/** Retired clouds have no pages, so messages neither name nor link to them, unless there are no others. */
const CLOUDS = sql`(
  select coalesce(jsonb_agg(
    jsonb_build_object('id', clouds.id, 'title', clouds.title, 'domain', clouds.domain)
    order by clouds.position, clouds.id), '[]')
  from record_clouds join clouds on clouds.id = record_clouds.cloud_id
  where record_clouds.record_id = records.id and (clouds.retired_at is null or not exists (
    select from record_clouds others join clouds left_over on left_over.id = others.cloud_id
    where others.record_id = records.id and left_over.retired_at is null)))`

function ownSeverityIn(table: string): RawBuilder<unknown> {
  return sql`coalesce((
    select jsonb_build_object('severity_tid', own.tid, 'severity', own.name)
    from severities own where own.tid = ${sql.ref(`${table}.severity_tid`)}), '{}')`
}

const SERVICES = sql`(
  select coalesce(jsonb_agg(
    jsonb_build_object('tid', services.tid, 'name', services.name) || ${ownSeverityIn('record_services')}
    order by service_categories.cloud_id, service_categories.position, services.position, services.tid), '[]')
  from record_services
  join services on services.tid = record_services.service_tid
  join service_categories on service_categories.tid = services.category_tid
  where record_services.record_id = records.id)`

const DATA_CENTERS = sql`(
  select coalesce(jsonb_agg(
    jsonb_build_object('tid', data_centers.tid, 'name', data_centers.name,
      'region_tid', regions.tid, 'region', regions.title) || ${ownSeverityIn('record_data_centers')}
    order by regions.position, regions.tid, data_centers.position, data_centers.tid), '[]')
  from record_data_centers
  join data_centers on data_centers.tid = record_data_centers.data_center_tid
  join regions on regions.tid = data_centers.region_tid
  where record_data_centers.record_id = records.id)`

const TERMS = sql`(
  select coalesce(jsonb_agg(
    jsonb_build_object('tid', notification_terms.tid, 'name', notification_terms.name)
    order by notification_terms.position, notification_terms.tid), '[]')
  from record_terms join notification_terms on notification_terms.tid = record_terms.term_tid
  where record_terms.record_id = records.id)`
