import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { AdminRecordRow } from './admin-records.ts'
import { CLOUDS_TOUCHED } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { isPromisedUntil } from './promises.ts'
import { areDraftsOpenTo, HAS_DRAFT, isOpenTo, isWaitingFor } from './readable-records.ts'

interface Reading {
  most: number
  reader: ReadableSorts
}

export function openIncidentRows(db: Kysely<DB>, { most, reader }: Reading): Promise<AdminRecordRow[]> {
  return rowsOf(db, {
    where: sql`records.state = 'published' and records.closed_on is null and kind = 'incident'`,
    order: sql`severities.rank desc, coalesce(from_time, posted_on), records.id`,
    most,
    reader,
  })
}

export function promisedRows(
  db: Kysely<DB>,
  { until, most, reader }: Reading & { until: Date },
): Promise<AdminRecordRow[]> {
  return rowsOf(db, {
    where: isPromisedUntil(until),
    order: sql`severities.rank desc, records.next_update, records.id`,
    most,
    reader,
  })
}

export function maintenanceRows(
  db: Kysely<DB>,
  { until, most, reader }: Reading & { until: Date },
): Promise<AdminRecordRow[]> {
  return rowsOf(db, {
    where: sql`
      records.state = 'published' and records.closed_on is null and kind = 'maintenance'
      and not statuses.is_closed and from_time <= ${until}`,
    order: sql`(statuses.class = 'scheduled'), from_time, records.id`,
    most,
    reader,
  })
}

export interface UndecidedPostMortemRow extends AdminRecordRow {
  plan_version: number
  is_begun: boolean
}

/** Resolved incidents without a post-mortem for which staff haven't said whether and when there will be one. */
export function undecidedPostMortemRows(
  db: Kysely<DB>,
  { closedSince, most, reader }: Reading & { closedSince: Date },
): Promise<UndecidedPostMortemRow[]> {
  const plan = sql`from post_mortem_drafts plans where plans.record_id = records.id`
  return rowsOf<UndecidedPostMortemRow>(db, {
    also: sql`,
      coalesce((select plans.version ${plan}), 0) as plan_version,
      exists (select ${plan} and plans.content is not null) as is_begun`,
    // A record that was closed since then was also changed since then, for which there is an index.
    where: sql`
      records.state = 'published' and kind = 'incident'
      and records.updated_on >= ${closedSince} and records.closed_on >= ${closedSince}
      and not exists (select from post_mortems where post_mortems.record_id = records.id)
      and not exists (select ${plan} and (plans.due_on is not null or plans.is_waived))
      and ${areDraftsOpenTo(reader)}`,
    order: sql`severities.rank desc, records.closed_on, records.id`,
    most,
    reader,
  })
}

export function scheduledRows(db: Kysely<DB>, { most, reader }: Reading): Promise<AdminRecordRow[]> {
  return rowsOf(db, {
    where: sql`records.state = 'scheduled'`,
    order: sql`publish_at, records.id`,
    most,
    reader,
  })
}

export interface DraftRecordRow extends AdminRecordRow {
  saved_at: Date
  saved_by: number | null
  saved_by_name: string | null
  missed_at: Date | null
}

export async function draftRows(db: Kysely<DB>, { most, reader }: Reading): Promise<DraftRecordRow[]> {
  return rowsOf<DraftRecordRow>(db, {
    also: sql`,
      coalesce(drafts.saved_at, records.updated_on) as saved_at,
      drafts.saved_by,
      (select coalesce(display_name, regexp_replace(email, '@.*$', '')) from users where id = drafts.saved_by)
        as saved_by_name,
      ${MISSED_AT} as missed_at`,
    // A union, so that each part uses its index. One condition over both would scan every record.
    where: sql`records.id in (
      select id from records where state = 'draft'
      union
      select record_id from record_drafts join records on records.id = record_id where state <> 'scheduled'
    ) and ${areDraftsOpenTo(reader)}`,
    order: sql`(${MISSED_AT}) is null, coalesce(drafts.saved_at, records.updated_on) desc, records.id desc`,
    most,
    reader,
  })
}

/** When automatic publishing failed. Null as soon as someone acts on it. */
const MISSED_AT = sql`(
  select case when action = 'unschedule' and after ? 'wrong' then at end
  from audit_log
  where entity = 'record' and entity_id = records.id::text
  order by id desc
  limit 1)`

async function rowsOf<Row extends AdminRecordRow>(
  db: Kysely<DB>,
  {
    also = sql``,
    where,
    order,
    most,
    reader,
  }: Reading & { also?: RawBuilder<unknown>; where: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select records.id, records.version, records.kind, records.notification_type, records.title, records.state, records.status_id,
      records.severity_tid, records.from_time, records.to_time, records.next_update, records.closed_on,
      records.publish_at, records.posted_on, records.edition, greatest(records.updated_on, drafts.saved_at) as updated_on,
      array(select cloud_id from record_clouds where record_id = records.id order by 1) as clouds,
      ${CLOUDS_TOUCHED} as clouds_touched,
      ${HAS_DRAFT} as has_draft, ${isWaitingFor(reader)} as is_waiting
      ${also}
    from records
    join severities on severities.tid = records.severity_tid
    join statuses on statuses.id = records.status_id
    left join record_drafts drafts on drafts.record_id = records.id and ${areDraftsOpenTo(reader)}
    where ${isOpenTo(reader)} and ${where}
    order by ${order}
    limit ${most}`.execute(db)
  return rows
}

export async function countSentSince(db: Kysely<DB>, since: Date): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    with newest as (select id from publications where notifies and created_at > ${since})
    select (
      (select coalesce(sum(change), 0) from delivery_totals where publication_id in (select id from newest))
      - (select count(*) from deliveries where publication_id in (select id from newest) and state <> 'sent')
    )::integer as sent`.execute(db)
  return Math.max(0, rows[0]?.sent ?? 0)
}
