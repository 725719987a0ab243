import { type RawBuilder, sql, type Transaction, type UpdateQueryBuilder, type UpdateResult } from 'kysely'
import { type LogFace, type LoggedRecord, loggedAddress } from '../../domain/log/log-entry.ts'
import type { RecordKind } from '../../domain/record.ts'
import { PLANNED_ONCE } from '../connect.ts'
import type { DB } from '../database.ts'
import { isoTime } from '../publication-snapshot.ts'
import { PUBLISHED_COLUMNS, TIME_COLUMNS } from '../published-records.ts'
import { HAS_UNREAD, publishedBefore, startOf } from './note-versions.ts'

/** Enough for a publication in one round trip, and few enough to hold in memory when a log begins. */
export const RECORDS_AT_ONCE = 500

export interface ChangedRecord {
  record: LoggedRecord
  edition: number
  isPublished: boolean
  face: LogFace
  /**
   * As text: the newest version in this log that was not a withdrawal; only its start if the record is
   * withdrawn. Null: there is none, or it was redacted.
   */
  faceBefore: string | null
}

export type MarkedRecord = UpdateQueryBuilder<DB, 'records', 'records', UpdateResult>

/** Read under the lock of the edition. */
export interface LogState {
  /** Empty before the first log. */
  id: string
  size: number
  peaks: Buffer
  edition: number
  history: string | null
  factsDigest: Buffer | null
  /** The history of the edition. Differs from the log's history after a restore. */
  currentHistory: string
  siteNumber: number
  /** Whether there are faces from a process of an earlier release, which `noteVersions` must complete. */
  hasUnread: boolean
}

interface StateRow {
  log_id: string
  log_size: number
  log_peaks: Buffer
  log_edition: number
  log_history: string | null
  log_facts_digest: Buffer | null
  current_history: string
  site_number: number
  has_unread: boolean
}

interface FaceRow extends StateRow {
  record_id: number | null
  record_kind: RecordKind
  record_edition: number
  record_domain: string | null
  is_published: boolean
  withdrawn_on: Date
  withdrawn_reason: string | null
  face_before: string | null
  /** Null of a record that is withdrawn: its face says only that. */
  face: Record<string, unknown> | null
}

/**
 * One statement, because every publication waits for it. It also runs the update `mark`, whose row it can't
 * read from the table yet. The columns are those of the edition, so this can't reveal anything confidential.
 */
export async function changedSinceLog(
  trx: Transaction<DB>,
  {
    after,
    mark,
  }: { after?: Pick<ChangedRecord, 'edition' | 'record'> | undefined; mark?: MarkedRecord | undefined } = {},
): Promise<{ state: LogState; changed: ChangedRecord[] }> {
  const isNewer =
    after === undefined
      ? sql`records.edition > case when head.history is distinct from now.history then 0 else head.edition end`
      : sql`records.edition >= ${after.edition} and (records.edition > ${after.edition} or records.id > ${after.record.id})`
  const marked = mark === undefined ? sql`` : sql`with marked as (${mark.returningAll()})`
  const newer =
    mark === undefined
      ? sql`records where ${isNewer}`
      : sql`(
          select * from marked
          union all select * from records where ${isNewer} and id is distinct from (select id from marked)
        ) records`
  const { rows } = await sql<FaceRow>`${PLANNED_ONCE} ${marked}
    select head.log_id, head.size as log_size, head.peaks as log_peaks, head.edition as log_edition,
      head.history as log_history, head.facts_digest as log_facts_digest,
      now.history as current_history, now.site_number, ${HAS_UNREAD} as has_unread, changed.*
    from log_head head cross join edition now
    left join lateral (
      select records.id as record_id, records.kind as record_kind, records.edition as record_edition,
        records.state = 'published' as is_published,
        coalesce(records.withdrawn_on, records.updated_on) as withdrawn_on, records.withdrawn_reason,
        (select case when records.state = 'published' then before.face else ${startOf(sql`before.face`)} end
          from (${publishedBefore(sql`head.log_id`, sql`records.id`, sql`head.size`)}) before) as face_before,
        ${FIRST_DOMAIN} as record_domain, case when records.state = 'published' then ${faceText(trx)} end as face
      from ${newer}
      order by records.edition, records.id limit ${RECORDS_AT_ONCE}
    ) changed on true`.execute(trx)
  const [first] = rows
  if (first === undefined) throw new Error('The log has no head')
  return {
    state: toState(first),
    changed: rows.flatMap((row) => (row.record_id === null ? [] : toChanged(row))),
  }
}

function toState(row: StateRow): LogState {
  return {
    id: row.log_id,
    size: row.log_size,
    peaks: row.log_peaks,
    edition: row.log_edition,
    history: row.log_history,
    factsDigest: row.log_facts_digest,
    currentHistory: row.current_history,
    siteNumber: row.site_number,
    hasUnread: row.has_unread,
  }
}

function toChanged(row: FaceRow): ChangedRecord {
  const { record_kind: kind, record_edition: edition, is_published: isPublished } = row
  const id = row.record_id as number
  const withdrawn = { id, kind, withdrawn_on: row.withdrawn_on, withdrawn_reason: row.withdrawn_reason }
  return {
    record: { id, kind, address: loggedAddress(kind, id, row.record_domain) },
    edition,
    isPublished,
    face: isPublished && row.face !== null ? withTimes(row.face) : withdrawn,
    faceBefore: row.face_before,
  }
}

/** JSON would have the server's precision. */
function withTimes(face: Record<string, unknown>): LogFace {
  for (const name of TIME_COLUMNS) {
    const time = face[name]
    if (typeof time === 'string') face[name] = new Date(time).toISOString()
  }
  return face
}

const FIRST_DOMAIN = sql`(
  select clouds.domain from record_clouds join clouds on clouds.id = record_clouds.cloud_id
  where record_clouds.record_id = records.id and clouds.retired_at is null order by clouds.id limit 1)`

/** `json` instead of `jsonb`, because writing it out takes half as long. The canonical text is the same. */
const BESIDE_THE_ROW = sql`
  array(select cloud_id from record_clouds where record_id = records.id order by 1) as clouds,
  array(select service_tid from record_services where record_id = records.id order by 1) as services,
  array(select data_center_tid from record_data_centers where record_id = records.id order by 1) as data_centers,
  (select coalesce(json_agg(to_json(own) order by own.place desc, own.tid), '[]') from (
      select 'service' as place, service_tid as tid, severity_tid from record_services
      where record_id = records.id and severity_tid is not null
      union all
      select 'data-center', data_center_tid, severity_tid from record_data_centers
      where record_id = records.id and severity_tid is not null
    ) own) as place_states,
  (select coalesce(json_agg(json_build_object('id', u.id, 'posted_on', ${isoTime('u.posted_on')},
      'status_id', u.status_id, 'body', u.body) order by u.posted_on, u.id), '[]')
    from record_updates u where u.record_id = records.id and u.removed_on is null) as updates,
  (select coalesce(json_agg(json_build_object('id', u.id, 'posted_on', ${isoTime('u.posted_on')},
      'removed_on', ${isoTime('u.removed_on')}) order by u.posted_on, u.id), '[]')
    from record_updates u where u.record_id = records.id and u.removed_on is not null) as removed_updates,
  (select coalesce(json_agg(json_build_object('made_on', ${isoTime('c.made_on')}, 'update_id', c.update_id,
      'severity_before', c.severity_before, 'severity_after', c.severity_after,
      'services_added', c.services_added, 'services_removed', c.services_removed,
      'data_centers_added', c.data_centers_added, 'data_centers_removed', c.data_centers_removed,
      'was_whole_cloud', c.was_whole_cloud, 'is_whole_cloud', c.is_whole_cloud,
      'place_states', c.place_states) order by c.made_on, c.id), '[]')
    from record_changes c where c.record_id = records.id) as changes,
  (select json_build_object('content', p.content, 'published_on', ${isoTime('p.published_on')},
      'updated_on', ${isoTime('p.updated_on')})
    from post_mortems p where p.record_id = records.id) as post_mortem`

/** One value, because the driver takes longer for 50 columns. */
const FACE = sql`(select to_json(face) from (
  select ${sql.join(PUBLISHED_COLUMNS.map((name) => sql.ref(`records.${name}`)))}, ${BESIDE_THE_ROW}) face)`
let textOfFace: string | undefined

/** The text is generated once, because that takes longer than running the query. */
function faceText(trx: Transaction<DB>): RawBuilder<unknown> {
  textOfFace ??= FACE.compile(trx).sql
  return sql.raw(textOfFace)
}

/** Public columns only. */
export async function readSiteFacts(trx: Transaction<DB>): Promise<LogFace> {
  const { rows } = await sql<{ facts: LogFace }>`select jsonb_build_object(
    'help_url', coalesce((select value ->> 'help_url' from settings where key = 'provider'), ''),
    'gov_help_url', coalesce((select value ->> 'gov_help_url' from settings where key = 'provider'), ''),
    'clouds', ${listed(sql`select id, title, machine_name, domain from clouds where retired_at is null order by id`)},
    'services', ${listed(sql`
      select services.tid, services.name, service_categories.cloud_id, services.is_active,
        services.started_on, services.ended_on
      from services join service_categories on service_categories.tid = services.category_tid order by services.tid`)},
    'data_centers', ${listed(sql`
      select tid, name, is_active, opened_on, closed_on,
        array(select cloud_id from cloud_data_centers where data_center_tid = tid order by 1) as clouds
      from data_centers order by tid`)},
    'severities', ${listed(sql`
      select tid, name, rank, retired_at is not null as is_retired from severities order by tid`)},
    'statuses', ${listed(sql`
      select id, name, is_closed, retired_at is not null as is_retired from statuses order by id`)}
    ) as facts`.execute(trx)
  return rows[0]?.facts ?? {}
}

function listed(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (${query}) listed)`
}
