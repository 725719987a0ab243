import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { RecordContent } from '../domain/newsroom/record-content.ts'
import type { DB } from './database.ts'

export function lockForEditing(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('records')
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .select(['id', 'kind', 'notification_type', 'state', 'title', 'version', 'edition', 'publish_at'])
    .select(['publish_notifies', 'series_id', 'embargo'])
    .forUpdate()
    .executeTakeFirst()
}

export type EditedRecord = NonNullable<Awaited<ReturnType<typeof lockForEditing>>>

export async function insertRecord(
  trx: Transaction<DB>,
  { content, now, creationKey, seriesId }: NewRecord,
): Promise<number> {
  const { id } = await trx
    .insertInto('records')
    .values({
      kind: content.kind,
      notification_type: content.notification_type,
      event_type: 'informational',
      title: content.title,
      alias: randomUUID(),
      status_id: content.status_id,
      severity_tid: content.severity_tid,
      created_at: now,
      updated_on: now,
      creation_key: creationKey ?? null,
      series_id: seriesId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewRecord {
  content: RecordContent
  now: Date
  creationKey?: string | undefined
  seriesId?: number | undefined
}

export async function findRecordByKey(
  trx: Transaction<DB>,
  creationKey: string,
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${creationKey}, 7))`.execute(trx)
  const row = await trx
    .selectFrom('records')
    .where('creation_key', '=', creationKey)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** Takes effect immediately, even in a draft, because it decides who can read the record. */
export function writeEmbargo(
  trx: Transaction<DB>,
  { id, embargo }: { id: number; embargo: number[] | null },
) {
  return trx.updateTable('records').set({ embargo }).where('id', '=', id).execute()
}

export function writeAlias(trx: Transaction<DB>, { id, alias }: { id: number; alias: string }) {
  return trx.updateTable('records').set({ alias }).where('id', '=', id).execute()
}

export async function raiseVersion(trx: Transaction<DB>, id: number): Promise<number> {
  const { version } = await trx
    .updateTable('records')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/**
 * For unpublished records, `updated_on` is when staff last changed them. For others, it is when their
 * public content changed.
 */
export function markChanged(trx: Transaction<DB>, { id, at }: { id: number; at: Date }) {
  return trx.updateTable('records').set({ updated_on: at }).where('id', '=', id).execute()
}

export function writeSchedule(
  trx: Transaction<DB>,
  of: { id: number; state: 'draft' | 'scheduled'; publishAt: Date | null; notifies: boolean },
) {
  return trx
    .updateTable('records')
    .set({ state: of.state, publish_at: of.publishAt, publish_notifies: of.notifies })
    .where('id', '=', of.id)
    .execute()
}

/** For a record that was published early. */
export function forgetPlannedTime(trx: Transaction<DB>, { id, after }: { id: number; after: Date }) {
  return trx
    .updateTable('records')
    .set({ publish_at: null })
    .where('id', '=', id)
    .where('publish_at', '>', after)
    .execute()
}

export async function statusTraits(db: Kysely<DB>, id: number) {
  return db.selectFrom('statuses').where('id', '=', id).select(['class', 'is_closed']).executeTakeFirst()
}
