import { type Kysely, sql } from 'kysely'
import type { ReadableSorts } from '../domain/newsroom/may-edit.ts'
import { fieldNames, INTERNAL_FIELDS, type InternalFieldName } from '../domain/record-fields.ts'
import type { DB } from './database.ts'
import { areDraftsOpenTo, isOpenTo } from './readable-records.ts'

export interface ExportedRecord extends Record<InternalFieldName, string | null> {
  id: number
  kind: string
  notification_type: string | null
  title: string
  state: string
  status: string
  severity: string
  clouds: string[]
  services: string[]
  data_centers: string[]
  categories: string[]
  tags: string[]
  clusters: string[]
  summary: string
  author: string | null
  from_time: Date | null
  to_time: Date | null
  next_update: Date | null
  closed_on: Date | null
  publish_at: Date | null
  posted_on: Date | null
  created_at: Date
  updated_on: Date
  has_draft: boolean
  is_embargoed: boolean
}

const OWN_SEVERITY = sql`coalesce(' (' || own.name || ')', '')`

/**
 * Confidential fields are null where the reader can't see drafts. Records that were discarded or closed to
 * the reader meanwhile are missing.
 */
export async function exportedRecords(
  db: Kysely<DB>,
  { ids, reader }: { ids: readonly number[]; reader: ReadableSorts },
): Promise<ExportedRecord[]> {
  const isWhole = areDraftsOpenTo(reader)
  const internals = sql.join(
    fieldNames(INTERNAL_FIELDS).map(
      (name) => sql`case when ${isWhole} then internals.${sql.ref(name)} end as ${sql.ref(name)}`,
    ),
  )
  const { rows } = await sql<ExportedRecord>`
    select records.id, records.kind, records.notification_type, records.title, records.state,
      statuses.name as status, severities.name as severity,
      array(select clouds.domain from record_clouds join clouds on clouds.id = cloud_id
        where record_id = records.id order by clouds.position, clouds.id) as clouds,
      array(select services.name || ${OWN_SEVERITY} from record_services join services on services.tid = service_tid
        left join severities own on own.tid = record_services.severity_tid
        where record_id = records.id order by services.name, services.tid) as services,
      array(select data_centers.name || ${OWN_SEVERITY} from record_data_centers
        join data_centers on data_centers.tid = data_center_tid
        left join severities own on own.tid = record_data_centers.severity_tid
        where record_id = records.id order by data_centers.name, data_centers.tid) as data_centers,
      array(select notification_terms.name from record_terms
        join notification_terms on notification_terms.tid = term_tid
        where record_id = records.id order by notification_terms.name, notification_terms.tid) as categories,
      records.tags, records.clusters, records.summary, records.author,
      records.from_time, records.to_time, records.next_update, records.closed_on, records.publish_at,
      records.posted_on, records.created_at, greatest(records.updated_on, drafts.saved_at) as updated_on,
      drafts.record_id is not null and records.edition is not null as has_draft,
      ${isWhole} and records.embargo is not null as is_embargoed,
      ${internals}
    from unnest(${ids}::integer[]) with ordinality as listed (id, place)
    join records on records.id = listed.id
    join statuses on statuses.id = records.status_id
    join severities on severities.tid = records.severity_tid
    left join record_drafts drafts on drafts.record_id = records.id and ${isWhole}
    left join record_internals internals on internals.record_id = records.id
    where ${isOpenTo(reader)}
    order by listed.place`.execute(db)
  return rows
}
