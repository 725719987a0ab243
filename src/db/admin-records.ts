import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { NotificationType } from '../domain/notification-type.ts'
import type { RecordKind } from '../domain/record.ts'
import { CLOUDS_TOUCHED, isInsideLimitOf } from './cloud-limits.ts'
import type { DB } from './database.ts'

export async function findAdminRecord(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('records')
    .where('id', '=', id)
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

/** Oldest first; those of a published record are public. */
export function updatesOfRecord(db: Kysely<DB>, recordId: number) {
  return db
    .selectFrom('record_updates')
    .where('record_id', '=', recordId)
    .select(['id', 'posted_on', 'status_id', 'severity_tid', 'body', 'created_by', 'removed_on'])
    .orderBy('posted_on')
    .orderBy('id')
    .execute()
}

/** Changes of severity and places, oldest first. */
export function changesOfRecord(db: Kysely<DB>, recordId: number) {
  return db
    .selectFrom('record_changes')
    .where('record_id', '=', recordId)
    .selectAll()
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

/** The name for colleagues: the display name, or the address without its host. */
export async function findPersonName(db: Kysely<DB>, uid: number): Promise<string> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', uid)
    .select(['display_name', 'email'])
    .executeTakeFirst()
  return person?.display_name ?? person?.email?.replace(/@.*$/, '') ?? `Account ${uid}`
}

export interface RecordsAsked {
  reader: ReadableSorts
  /** Words that must all match, or an ID. */
  search: string
  /** Also searches bodies, which are long and have no index. */
  isInBodies?: boolean
  kind?: RecordKind | undefined
  notificationType?: NotificationType | undefined
  state?: 'draft' | 'scheduled' | 'published' | 'unpublished' | 'open' | 'changed' | 'approval' | undefined
  /** Machine name. */
  cloud?: string | undefined
  statusId?: number | undefined
  severityTid?: number | undefined
}

/**
 * A page of records, latest change first, published or not, and the total. One pass gives both and sorts only IDs and
 * times.
 */
export async function pageOfAdminRecords(
  db: Kysely<DB>,
  { asked, limit, offset }: { asked: RecordsAsked; limit: number; offset: number },
): Promise<{ rows: AdminRecordRow[]; total: number }> {
  const { rows } = await sql<AdminRecordRow & { total: number }>`
    with found as materialized (
      select records.id, greatest(records.updated_on, drafts.saved_at) as changed_at
      from records left join record_drafts drafts on drafts.record_id = records.id and ${areDraftsOpenTo(asked.reader)}
      where ${isOpenTo(asked.reader)} and ${isAsked(asked)}
    ),
    page as (select * from found order by changed_at desc, id desc limit ${limit} offset ${offset})
    select (select count(*) from found) as total,
      records.id, records.kind, records.notification_type, records.title, records.state, records.status_id,
      records.severity_tid, records.from_time, records.to_time, records.next_update, records.closed_on,
      records.publish_at, records.posted_on, records.edition, page.changed_at as updated_on,
      array(select cloud_id from record_clouds where record_id = records.id order by 1) as clouds,
      ${CLOUDS_TOUCHED} as clouds_touched,
      ${HAS_DRAFT} as has_draft, ${IS_WAITING} as is_waiting
    from (values (true)) as always
    left join page on true
    left join records on records.id = page.id
    left join record_drafts drafts on drafts.record_id = records.id and ${areDraftsOpenTo(asked.reader)}
    order by page.changed_at desc, page.id desc`.execute(db)
  // A page past the last one only has the total.
  return {
    rows: rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => row),
    total: rows[0]?.total ?? 0,
  }
}

export interface AdminRecordRow {
  id: number
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
  /** Of its last publication. */
  edition: number | null
  updated_on: Date
  clouds: number[]
  /** With those of its draft and of its services. */
  clouds_touched: number[]
  has_draft: boolean
  /** For a second person. */
  is_waiting: boolean
}

/** A published record with unpublished changes, or a scheduled one that was edited since. Needs its draft as `drafts`. */
export const HAS_DRAFT = sql`(
  (drafts.record_id is not null and records.edition is not null)
  or (records.state = 'scheduled' and exists (
    select from record_schedules
    where record_schedules.record_id = records.id and record_schedules.content <> drafts.content)))`

/** Waits for a second person, in exactly this version. */
export const IS_WAITING = sql<boolean>`exists (
  select from approvals
  where approvals.record_id = records.id and approvals.state = 'waiting' and approvals.version = records.version)`

/** Z-05: whether the reader may see drafts of a row of `records`. The same rule as `mayReadAs`. */
export function areDraftsOpenTo({ uid, isInsideEmbargoes, sorts, isEverySort, limit }: ReadableSorts) {
  const names = sorts.map(({ kind, notificationType }) => `${kind}/${notificationType ?? ''}`)
  const isOfOpenSort = isEverySort
    ? sql<boolean>`true`
    : sql<boolean>`records.kind || '/' || case when records.kind = 'notification'
        then coalesce(records.notification_type, 'advisories') else '' end = any (${names}::text[])`
  return sql<boolean>`(case when records.embargo is not null
    then ${isInsideEmbargoes ? sql`true` : sql`${uid} = any (records.embargo)`}
    else ${isOfOpenSort} end and ${isInsideLimitOf(limit)})`
}

export function isOpenTo(reader: ReadableSorts) {
  return sql<boolean>`(records.state = 'published' or ${areDraftsOpenTo(reader)})`
}

function isAsked(asked: RecordsAsked): RawBuilder<unknown> {
  const { search, isInBodies = false, kind, notificationType, state, cloud, statusId, severityTid } = asked
  const conditions = [
    ...searchConditions(search, isInBodies),
    ...(kind === undefined ? [] : [sql`records.kind = ${kind}`]),
    ...(notificationType === undefined ? [] : [sql`records.notification_type = ${notificationType}`]),
    ...(state === undefined ? [] : [stateCondition(state)]),
    ...(statusId === undefined ? [] : [sql`records.status_id = ${statusId}`]),
    ...(severityTid === undefined ? [] : [sql`records.severity_tid = ${severityTid}`]),
    ...(cloud === undefined
      ? []
      : [
          sql`exists (
            select from record_clouds join clouds on clouds.id = record_clouds.cloud_id
            where record_clouds.record_id = records.id and clouds.machine_name = ${cloud})`,
        ]),
  ]
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

function stateCondition(state: NonNullable<RecordsAsked['state']>) {
  switch (state) {
    case 'open':
      return sql`(records.state = 'published' and records.closed_on is null)`
    case 'approval':
      return IS_WAITING
    case 'changed':
      return sql`(records.state = 'published' and drafts.record_id is not null)`
    default:
      return sql`records.state = ${state}`
  }
}

const WORDS_AT_MOST = 10

/** A word may match the published version or the draft. */
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
