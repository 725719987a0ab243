import { type Kysely, sql, type Transaction } from 'kysely'
import type { RecordContent } from '../domain/newsroom/record-content.ts'
import { IS_BY_STAFF } from './audit.ts'
import type { DB } from './database.ts'

export interface DraftRow {
  content: RecordContent
  saved_at: Date
  saved_by: number | null
}

export function findDraft(db: Kysely<DB>, recordId: number): Promise<DraftRow | undefined> {
  return db
    .selectFrom('record_drafts')
    .where('record_id', '=', recordId)
    .select((eb) => [eb.ref('content').$castTo<RecordContent>().as('content'), 'saved_at', 'saved_by'])
    .executeTakeFirst()
}

export function writeDraft(
  trx: Transaction<DB>,
  {
    recordId,
    content,
    savedBy,
    at,
  }: { recordId: number; content: RecordContent; savedBy: number | null; at: Date },
) {
  const fields = { content: JSON.stringify(content), saved_at: at, saved_by: savedBy }
  return trx
    .insertInto('record_drafts')
    .values({ record_id: recordId, ...fields })
    .onConflict((conflict) => conflict.column('record_id').doUpdateSet(fields))
    .execute()
}

/** Reads the audit log, because the draft only has the last editor. */
export async function haveStaffTyped(db: Kysely<DB>, recordId: number): Promise<boolean> {
  const { rows } = await sql<{ typed: boolean }>`
    select exists (
      select from audit_log
      where entity = 'record' and entity_id = ${String(recordId)} and action in ('create', 'save-draft', 'retag')
        and ${IS_BY_STAFF}
        and id > coalesce((
          select max(id) from audit_log
          where entity = 'record' and entity_id = ${String(recordId)} and action in ('publish', 'discard-draft')), 0)
    ) as typed`.execute(db)
  return rows[0]?.typed ?? false
}

export async function lastStaffEditor(
  db: Kysely<DB>,
  { recordId, saves, ends }: { recordId: number; saves: readonly string[]; ends: readonly string[] },
): Promise<number | null> {
  const { rows } = await sql<{ uid: number }>`
    select actor_user_id as uid from audit_log
    where entity = 'record' and entity_id = ${String(recordId)} and action = any (${[...saves]}::text[])
      and actor_user_id is not null
      and id > coalesce((
        select max(id) from audit_log
        where entity = 'record' and entity_id = ${String(recordId)} and action = any (${[...ends]}::text[])), 0)
    order by id desc
    limit 1`.execute(db)
  return rows[0]?.uid ?? null
}

export function deleteDraft(trx: Transaction<DB>, recordId: number) {
  return trx.deleteFrom('record_drafts').where('record_id', '=', recordId).execute()
}

/**
 * A step of a published record also changes these fields of its draft. Otherwise publishing the draft later would undo
 * the step.
 */
export function changeDraft(
  trx: Transaction<DB>,
  { recordId, fields }: { recordId: number; fields: Partial<Omit<RecordContent, 'internal'>> },
) {
  return trx
    .updateTable('record_drafts')
    .set({ content: sql`content || ${JSON.stringify(fields)}::jsonb` })
    .where('record_id', '=', recordId)
    .execute()
}

export interface ScheduledRow {
  content: RecordContent
  confirmed_at: Date
  confirmed_by: number | null
}

/** The version that will be published. Undefined if an earlier release scheduled the record. */
export function findScheduled(db: Kysely<DB>, recordId: number): Promise<ScheduledRow | undefined> {
  return db
    .selectFrom('record_schedules')
    .where('record_id', '=', recordId)
    .select((eb) => [
      eb.ref('content').$castTo<RecordContent>().as('content'),
      'confirmed_at',
      'confirmed_by',
    ])
    .executeTakeFirst()
}

export function writeScheduled(
  trx: Transaction<DB>,
  { recordId, content, by, at }: { recordId: number; content: RecordContent; by: number | null; at: Date },
) {
  const fields = { content: JSON.stringify(content), confirmed_at: at, confirmed_by: by }
  return trx
    .insertInto('record_schedules')
    .values({ record_id: recordId, ...fields })
    .onConflict((conflict) => conflict.column('record_id').doUpdateSet(fields))
    .execute()
}

export function deleteScheduled(trx: Transaction<DB>, recordId: number) {
  return trx.deleteFrom('record_schedules').where('record_id', '=', recordId).execute()
}
