import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CloudLimit } from '../domain/newsroom/may-edit.ts'
import type { RecordKind } from '../domain/record.ts'
import { isInsideLimitOf } from './cloud-limits.ts'
import type { DB } from './database.ts'

export interface V1RecordsAsked {
  kind?: RecordKind | undefined
  state?: 'draft' | 'scheduled' | 'published' | 'unpublished' | 'open' | undefined
  cloud?: string | undefined
  updatedSince?: Date | undefined
  after?: { updatedOn: Date; id: number } | undefined
  /** Drafts are limited to these clouds of the token. */
  limit: CloudLimit
}

/** Times are cut to milliseconds, like in the API. */
export async function listV1Records(
  db: Kysely<DB>,
  { rows: most, ...asked }: V1RecordsAsked & { rows: number },
) {
  const { rows } = await sql<V1Row>`
    select records.id, records.kind, records.notification_type, records.state, records.title, records.version,
      records.severity_tid, records.from_time, records.to_time, records.closed_on, records.next_update,
      records.posted_on, ${UPDATED_ON} as updated_on, records.edition,
      statuses.name as status, statuses.is_closed,
      severities.name as severity,
      array(
        select clouds.machine_name from record_clouds join clouds on clouds.id = cloud_id
        where record_id = records.id order by clouds.position, clouds.id) as clouds,
      (select clouds.domain from record_clouds join clouds on clouds.id = cloud_id
        where record_id = records.id and clouds.retired_at is null
        order by clouds.position, clouds.id limit 1) as domain
    from records
    join statuses on statuses.id = records.status_id
    join severities on severities.tid = records.severity_tid
    where ${isAsked(asked)}
    order by ${UPDATED_ON} desc, records.id desc
    limit ${most}`.execute(db)
  return rows
}

export interface V1Row {
  id: number
  kind: RecordKind
  notification_type: 'cloud_app' | 'advisories' | 'sub_processor' | 'url_change_notification' | null
  state: 'draft' | 'scheduled' | 'published' | 'unpublished'
  title: string
  version: number
  severity_tid: number
  severity: string
  status: string
  is_closed: boolean
  from_time: Date | null
  to_time: Date | null
  closed_on: Date | null
  next_update: Date | null
  posted_on: Date | null
  updated_on: Date
  edition: number | null
  clouds: string[]
  domain: string | null
}

const UPDATED_ON = sql`date_trunc('milliseconds', records.updated_on)`

function isAsked({ kind, state, cloud, updatedSince, after, limit }: V1RecordsAsked): RawBuilder<unknown> {
  const conditions = [
    // An embargo names people, so programs never pass it.
    sql`((records.embargo is null and ${isInsideLimitOf(limit)}) or records.state = 'published')`,
    sql`records.trashed_at is null`,
    ...(kind === undefined ? [] : [sql`records.kind = ${kind}`]),
    ...(state === undefined ? [] : [stateCondition(state)]),
    ...(updatedSince === undefined ? [] : [sql`records.updated_on >= ${updatedSince}`]),
    ...(after === undefined
      ? []
      : [sql`(${UPDATED_ON}, records.id) < (${after.updatedOn}::timestamptz, ${after.id}::integer)`]),
    ...(cloud === undefined
      ? []
      : [
          sql`exists (
            select from record_clouds join clouds on clouds.id = cloud_id
            where record_id = records.id and clouds.machine_name = ${cloud})`,
        ]),
  ]
  return sql.join(conditions, sql` and `)
}

function stateCondition(state: NonNullable<V1RecordsAsked['state']>) {
  return state === 'open'
    ? sql`records.state = 'published' and not statuses.is_closed`
    : sql`records.state = ${state}`
}
