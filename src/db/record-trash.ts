import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { SYSTEM } from '../domain/actor.ts'
import type { CloudLimit, ReadableSorts } from '../domain/newsroom/may-edit.ts'
import type { RecordContent } from '../domain/newsroom/record-content.ts'
import { TRASH_DAYS } from '../domain/newsroom/record-list.ts'
import type { NotificationType } from '../domain/notification-type.ts'
import type { RecordKind } from '../domain/record.ts'
import { DELETION_OF_CHANGES, insertAudit } from './audit.ts'
import { CLOUDS_TOUCHED } from './cloud-limits.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'
import { areDraftsOpenTo } from './readable-records.ts'

interface Discarded {
  recordId: number
  by: number | null
  at: Date
  embargo: number[] | null
}

/**
 * The record keeps all its rows. It becomes a plain draft, so that it can't be published automatically, and
 * its creation key is free again.
 */
export async function trashRecord(trx: Transaction<DB>, discarded: Discarded): Promise<void> {
  const { recordId, at } = discarded
  await trx
    .updateTable('records')
    .set((eb) => ({
      trashed_at: byDatabaseClock(at),
      state: 'draft',
      publish_at: null,
      creation_key: null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', recordId)
    .where('edition', 'is', null)
    .execute()
  await trx.deleteFrom('record_schedules').where('record_id', '=', recordId).execute()
  await insertTrash(trx, { ...discarded, content: null, fields: [] })
}

/** Fields with lists. Their changes are stored as additions and removals. */
type ListsOfRecord = Required<
  Pick<RecordContent, 'clouds' | 'services' | 'data_centers' | 'terms' | 'place_states'>
>

/** `was`: the lists as published at that time. Absent in rows of earlier releases. */
export type DiscardedContent = RecordContent & { was?: ListsOfRecord }

export function trashChanges(
  trx: Transaction<DB>,
  discarded: Discarded & { content: DiscardedContent; fields: readonly string[] },
) {
  return insertTrash(trx, discarded)
}

async function insertTrash(
  trx: Transaction<DB>,
  of: Discarded & { content: DiscardedContent | null; fields: readonly string[] },
) {
  await trx
    .insertInto('record_trash')
    .values({
      record_id: of.recordId,
      content: of.content === null ? null : JSON.stringify(of.content),
      fields: [...of.fields],
      embargo: of.embargo,
      trashed_at: byDatabaseClock(of.at),
      trashed_by: of.by,
    })
    .execute()
}

export interface TrashRow {
  id: number
  record_id: number
  /** Null: the record itself. */
  content: DiscardedContent | null
  fields: string[]
  embargo: number[] | null
  kind: RecordKind
  notification_type: NotificationType | null
  title: string
  version: number
  state: 'draft' | 'scheduled' | 'published' | 'unpublished'
  /** `clouds`: of the stored record and of these changes. */
  clouds: number[]
}

/**
 * Includes the clouds of services, as in `CLOUDS_TOUCHED`. Empty if these changes put a notification on all
 * clouds, which needs unlimited rights. Needs the rows `trash` and `records`.
 */
const CLOUDS_IN_TRASH = sql<number[]>`(case
  when records.kind = 'notification' and trash.content->'clouds' = '[]' then '{}'
  else ${CLOUDS_TOUCHED} || array(
    select value::int from jsonb_array_elements_text(coalesce(trash.content->'clouds', '[]'))
    union
    select cloud_id from jsonb_array_elements_text(coalesce(trash.content->'services', '[]')) as named
      join services on services.tid = named.value::int
      join service_categories on service_categories.tid = services.category_tid) end)`

/** Like `isInsideLimit`. */
function isTrashInside(limit: CloudLimit): RawBuilder<boolean> {
  if (limit === null) return sql<boolean>`true`
  return sql<boolean>`(${CLOUDS_IN_TRASH} <@ ${[...limit.clouds]}::int[]
    and (records.kind <> 'notification' or cardinality(${CLOUDS_IN_TRASH}) > 0))`
}

export async function lockTrash(
  trx: Transaction<DB>,
  which: { trashId: number } | { recordId: number },
): Promise<TrashRow | undefined> {
  const isMeant: RawBuilder<boolean> =
    'trashId' in which
      ? sql`trash.id = ${which.trashId}`
      : sql`trash.record_id = ${which.recordId} and trash.content is null`
  const { rows } = await sql<TrashRow>`
    select trash.id, trash.record_id, trash.content, trash.fields, trash.embargo, records.kind,
      records.notification_type, coalesce(trash.content->>'title', records.title) as title, records.version,
      records.state, ${CLOUDS_IN_TRASH} as clouds
    from record_trash trash join records on records.id = trash.record_id
    where ${isMeant}
    for update`.execute(trx)
  return rows[0]
}

export async function untrashRecord(trx: Transaction<DB>, { recordId, at }: { recordId: number; at: Date }) {
  await trx
    .updateTable('records')
    .set((eb) => ({ trashed_at: null, updated_on: at, version: eb('version', '+', 1) }))
    .where('id', '=', recordId)
    .execute()
}

export function removeFromTrash(trx: Transaction<DB>, id: number) {
  return trx.deleteFrom('record_trash').where('id', '=', id).execute()
}

export interface ListedTrash {
  id: number
  record_id: number
  is_whole: boolean
  kind: RecordKind
  notification_type: NotificationType | null
  embargo: number[] | null
  title: string
  trashed_at: Date
  deleted_at: Date
  trashed_by: string | null
  clouds: number[]
}

export async function pageOfTrash(
  db: Kysely<DB>,
  { reader, limit, offset }: { reader: ReadableSorts; limit: number; offset: number },
): Promise<{ rows: ListedTrash[]; total: number }> {
  const open = sql`
    from record_trash trash join records on records.id = trash.record_id
    where ${areDraftsOpenTo(reader, sql`trash.embargo`)} and ${isTrashInside(reader.limit)}`
  const { rows } = await sql<ListedTrash>`
    select trash.id, trash.record_id, trash.content is null as is_whole, records.kind, records.notification_type,
      trash.embargo, coalesce(trash.content->>'title', records.title) as title, trash.trashed_at,
      trash.trashed_at + ${TRASH_DAYS} * interval '1 day' as deleted_at,
      (select coalesce(display_name, regexp_replace(email, '@.*$', '')) from users where id = trash.trashed_by)
        as trashed_by, ${CLOUDS_IN_TRASH} as clouds
    ${open}
    order by trash.trashed_at desc, trash.id desc
    limit ${limit} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${open}`.execute(db)
  return { rows, total: Number(counted[0]?.total ?? 0) }
}

const EXPIRED_AT_MOST = 200

/** Images that only these texts contained are deleted by the next image check. */
export async function deleteOldTrash(db: Kysely<DB>, now: Date): Promise<void> {
  for (;;) {
    const deleted = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: number; record_id: number; is_whole: boolean }>`
        select trash.id, trash.record_id, trash.content is null as is_whole
        from record_trash trash
        where trash.trashed_at < ${byDatabaseClock(now)} - ${TRASH_DAYS} * interval '1 day'
        order by trash.trashed_at, trash.id
        limit ${EXPIRED_AT_MOST}
        for update skip locked`.execute(trx)
      for (const { id, record_id, is_whole } of rows) {
        if (!is_whole) await removeFromTrash(trx, id)
        else await deleteTrashed(trx, record_id)
        await insertAudit(trx, {
          at: now,
          actor: SYSTEM,
          action: is_whole ? 'delete' : DELETION_OF_CHANGES,
          entity: 'record',
          entityId: record_id,
          before: null,
          after: null,
        })
      }
      return rows.length
    })
    if (deleted < EXPIRED_AT_MOST) return
  }
}

export function deleteTrashed(trx: Transaction<DB>, recordId: number) {
  return trx
    .deleteFrom('records')
    .where('id', '=', recordId)
    .where('edition', 'is', null)
    .where('trashed_at', 'is not', null)
    .execute()
}
