import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { RecordListSort, RecordOrder } from '../domain/newsroom/record-list.ts'
import type { NotificationType } from '../domain/notification-type.ts'
import type { StateChange } from '../domain/place-states.ts'
import type { RecordKind } from '../domain/record.ts'
import { NO_EDITS } from './audit.ts'
import { CLOUDS_TOUCHED } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { areDraftsOpenTo, HAS_DRAFT, isOpenTo, isWaitingFor } from './readable-records.ts'

export async function findAdminRecord(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('records')
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .select(['id', 'kind', 'notification_type', 'version', 'state', 'alias', 'edition', 'publish_at'])
    .select([
      'publish_notifies',
      'created_at',
      'posted_on',
      'updated_on',
      'series_id',
      'withdrawn_on',
      'withdrawn_reason',
      'embargo',
    ])
    .select(CLOUDS_TOUCHED.as('clouds'))
    .executeTakeFirst()
}

export function updatesOfRecord(db: Kysely<DB>, recordId: number) {
  return db
    .selectFrom('record_updates')
    .where('record_id', '=', recordId)
    .select(['id', 'posted_on', 'status_id', 'severity_tid', 'body', 'created_by', 'removed_on'])
    .orderBy('posted_on')
    .orderBy('id')
    .execute()
}

export function changesOfRecord(db: Kysely<DB>, recordId: number) {
  return db
    .selectFrom('record_changes')
    .where('record_id', '=', recordId)
    .selectAll()
    .select((eb) => eb.ref('place_states').$castTo<StateChange[]>().as('place_states'))
    .orderBy('made_on')
    .orderBy('id')
    .execute()
}

export function cloudsOfRecord(db: Kysely<DB>, recordId: number) {
  return db
    .selectFrom('record_clouds')
    .innerJoin('clouds', 'clouds.id', 'record_clouds.cloud_id')
    .where('record_clouds.record_id', '=', recordId)
    .where('clouds.retired_at', 'is', null)
    .select(['clouds.id', 'clouds.title', 'clouds.domain'])
    .orderBy('clouds.position')
    .orderBy('clouds.id')
    .execute()
}

export interface RecordsAsked {
  reader: ReadableSorts
  /** Words that must all match, or an ID. */
  search: string
  /** Bodies are long and have no index. */
  isInBodies?: boolean
  kind?: RecordKind | undefined
  notificationType?: NotificationType | undefined
  state?: 'draft' | 'scheduled' | 'published' | 'unpublished' | 'open' | 'changed' | 'approval' | undefined
  cloud?: string | undefined
  /** Only records that name it, not those about a whole cloud. */
  serviceTid?: number | undefined
  dataCenterTid?: number | undefined
  statusId?: number | undefined
  severityTid?: number | undefined
  createdBy?: RecordAuthor | undefined
  lastEditedBy?: RecordAuthor | undefined
  dates?: { of: 'start' | 'changed'; from?: Date | undefined; before?: Date | undefined } | undefined
  sort?: RecordListSort | undefined
}

/** Programs: tokens, monitoring, series and the timetable. */
export type RecordAuthor = { uid: number } | 'programs'

/**
 * One pass sorts only IDs and keys: 50,000 records take 0.2 to 0.6 s on two busy arm64 cores, in any order.
 */
export async function pageOfAdminRecords(
  db: Kysely<DB>,
  { asked, limit, offset }: { asked: RecordsAsked; limit: number; offset: number },
): Promise<{ rows: AdminRecordRow[]; total: number }> {
  const { rows } = await sql<AdminRecordRow & { total: number }>`
    with found as materialized (${foundRecords(asked)}),
    page as (select * from found as page order by ${orderOf(asked)} limit ${limit} offset ${offset})
    select (select count(*) from found) as total,
      records.id, records.version, records.kind, records.notification_type, records.title, records.state,
      records.status_id, records.severity_tid, records.from_time, records.to_time, records.next_update,
      records.closed_on, records.publish_at, records.posted_on, records.edition, page.changed_at as updated_on,
      array(select cloud_id from record_clouds where record_id = records.id order by 1) as clouds,
      ${CLOUDS_TOUCHED} as clouds_touched,
      ${HAS_DRAFT} as has_draft, ${isWaitingFor(asked.reader)} as is_waiting
    from (values (true)) as always
    left join page on true
    left join records on records.id = page.id
    left join record_drafts drafts on drafts.record_id = records.id and ${areDraftsOpenTo(asked.reader)}
    order by ${orderOf(asked)}`.execute(db)
  // A page past the last one only has the total.
  return {
    rows: rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
  }
}

export async function matchingRecords(
  db: Kysely<DB>,
  { asked, limit }: { asked: RecordsAsked; limit?: number },
): Promise<{ id: number; version: number; title: string }[]> {
  const { rows } = await sql<{ id: number; version: number; title: string }>`
    select page.id, records.version, records.title
    from (${foundRecords(asked)}) as page join records on records.id = page.id
    order by ${orderOf(asked)}
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db)
  return rows
}

function foundRecords(asked: RecordsAsked): RawBuilder<unknown> {
  return sql`
    select records.id, ${CHANGED_AT} as changed_at, ${SORT_KEYS[orderNamed(asked)]} as sort_key
    from records left join record_drafts drafts on drafts.record_id = records.id and ${areDraftsOpenTo(asked.reader)}
    ${orderNamed(asked) === 'severity' ? JOIN_SEVERITIES : sql``}
    where ${isOpenTo(asked.reader)} and ${isAsked(asked)}`
}

/** Notifications have no severity. */
const JOIN_SEVERITIES = sql`
  left join severities on severities.tid = records.severity_tid and records.kind <> 'notification'`

const CHANGED_AT = sql`greatest(records.updated_on, drafts.saved_at)`

const SORT_KEYS: Record<RecordOrder, RawBuilder<unknown>> = {
  changed: CHANGED_AT,
  title: sql`lower(records.title)`,
  state: sql`array_position(array['draft', 'scheduled', 'published', 'unpublished'], records.state)`,
  severity: sql`severities.rank`,
  start: sql`records.from_time`,
  next_update: sql`case when records.closed_on is null then records.next_update end`,
  created: sql`records.created_at`,
}

function orderNamed({ sort = '-changed' }: RecordsAsked): RecordOrder {
  return sort.replace(/^-/, '') as RecordOrder
}

function orderOf({ sort = '-changed' }: RecordsAsked): RawBuilder<unknown> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  return sql`page.sort_key ${direction} nulls last, page.id desc`
}

export interface AdminRecordRow {
  id: number
  version: number
  kind: RecordKind
  notification_type: NotificationType | null
  title: string
  state: 'draft' | 'scheduled' | 'published' | 'unpublished'
  status_id: number
  severity_tid: number
  from_time: Date | null
  to_time: Date | null
  next_update: Date | null
  closed_on: Date | null
  publish_at: Date | null
  posted_on: Date | null
  edition: number | null
  updated_on: Date
  clouds: number[]
  /** Includes clouds of its draft and of its services. */
  clouds_touched: number[]
  has_draft: boolean
  /** For approval. */
  is_waiting: boolean
}

function isAsked(asked: RecordsAsked): RawBuilder<unknown> {
  const { search, isInBodies = false, kind, notificationType, state, cloud, statusId, severityTid } = asked
  const { serviceTid, dataCenterTid, createdBy, lastEditedBy, dates } = asked
  const conditions = [
    ...searchConditions(search, isInBodies),
    ...(kind === undefined ? [] : [sql`records.kind = ${kind}`]),
    ...(notificationType === undefined ? [] : [sql`records.notification_type = ${notificationType}`]),
    ...(state === undefined ? [] : [stateCondition(state, asked.reader)]),
    ...(statusId === undefined ? [] : [sql`records.status_id = ${statusId}`]),
    ...(severityTid === undefined ? [] : [sql`records.severity_tid = ${severityTid}`]),
    ...(cloud === undefined
      ? []
      : [
          sql`exists (
            select from record_clouds join clouds on clouds.id = record_clouds.cloud_id
            where record_clouds.record_id = records.id and clouds.machine_name = ${cloud})`,
        ]),
    ...(serviceTid === undefined
      ? []
      : [sql`records.id in (select record_id from record_services where service_tid = ${serviceTid})`]),
    ...(dataCenterTid === undefined
      ? []
      : [
          sql`records.id in (select record_id from record_data_centers where data_center_tid = ${dataCenterTid})`,
        ]),
    ...(createdBy === undefined ? [] : [isCreatedBy(createdBy)]),
    ...(lastEditedBy === undefined ? [] : [isEditedLastBy(lastEditedBy, asked.reader)]),
    ...(dates === undefined ? [] : datesConditions(dates)),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

function stateCondition(state: NonNullable<RecordsAsked['state']>, reader: ReadableSorts) {
  switch (state) {
    case 'open':
      return sql`(records.state = 'published' and records.closed_on is null)`
    case 'approval':
      return isWaitingFor(reader)
    case 'changed':
      return sql`(records.state = 'published' and drafts.record_id is not null)`
    default:
      return sql`records.state = ${state}`
  }
}

/**
 * The audit log is long. A person's entries have an index, so they are looked up first. For programs, the
 * first entry of each record is looked up.
 */
function isCreatedBy(author: RecordAuthor) {
  const isCreation = sql`entry.action in ('create', 'import')`
  if (author !== 'programs') return sql`records.id in (${recordsOf(author, isCreation)})`
  return sql`coalesce((
    select entry.actor_user_id is null from audit_log entry
    where ${IS_ABOUT_RECORD} and ${isCreation}
    order by entry.id limit 1), false)`
}

/**
 * Z-05: only counts changes that the reader may see. Others would reveal who works on something under
 * embargo.
 */
function isEditedLastBy(author: RecordAuthor, reader: ReadableSorts) {
  const isTheirs =
    author === 'programs' ? sql`entry.actor_user_id is null` : sql`entry.actor_user_id = ${author.uid}`
  const isLastTheirs = sql`coalesce((
    select ${isTheirs} from audit_log entry
    where ${IS_ABOUT_RECORD} and entry.action <> all (${NO_EDITS}::text[])
      and (${areDraftsOpenTo(reader)} or entry.after ? 'edition')
    order by entry.id desc limit 1), false)`
  // The order of a `case` is fixed, so only these records look up their last entry.
  return author === 'programs'
    ? isLastTheirs
    : sql`case when records.id in (${recordsOf(author, sql`true`)}) then ${isLastTheirs} else false end`
}

const IS_ABOUT_RECORD = sql`entry.entity = 'record' and entry.entity_id = records.id::text`

function recordsOf({ uid }: { uid: number }, isMeant: RawBuilder<unknown>) {
  return sql`
    select distinct case when entry.entity_id ~ '^[0-9]{1,9}$' then entry.entity_id::integer end from audit_log entry
    where entry.actor_user_id = ${uid} and entry.entity = 'record' and ${isMeant}`
}

function datesConditions({ of, from, before }: NonNullable<RecordsAsked['dates']>): RawBuilder<unknown>[] {
  const time = of === 'start' ? sql`records.from_time` : CHANGED_AT
  return [
    ...(from === undefined ? [] : [sql`${time} >= ${from}`]),
    ...(before === undefined ? [] : [sql`${time} < ${before}`]),
  ]
}

const WORDS_AT_MOST = 10

function searchConditions(search: string, isInBodies: boolean): RawBuilder<unknown>[] {
  // PostgreSQL can't store NUL.
  const words = search.split(/[\s\p{Cc}]+/u).filter((word) => word !== '')
  return words.slice(0, WORDS_AT_MOST).map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    const id = /^#?(\d{1,9})$/.exec(word)?.[1]
    const places = [
      sql`records.title`,
      sql`records.summary`,
      sql`drafts.content->>'title'`,
      sql`drafts.content->>'summary'`,
      ...(isInBodies ? [sql`records.body`, sql`drafts.content->>'body'`] : []),
    ].map((place) => sql`${place} ilike ${pattern}`)
    return sql`(${sql.join(id === undefined ? places : [sql`records.id = ${Number(id)}`, ...places], sql` or `)})`
  })
}
