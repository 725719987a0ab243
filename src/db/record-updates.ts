import { type Kysely, sql, type Transaction } from 'kysely'
import type { RecordChange } from '../domain/record-changes.ts'
import type { DB } from './database.ts'

export interface NewUpdate {
  record_id: number
  posted_on: Date
  status_id: number
  /** Null: unchanged. */
  severity_tid: number | null
  body: string
  created_by: string | null
}

export async function insertUpdate(trx: Transaction<DB>, update: NewUpdate): Promise<number> {
  const { id } = await trx
    .insertInto('record_updates')
    .values(update)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function lockUpdate(trx: Transaction<DB>, { id, recordId }: { id: number; recordId: number }) {
  return trx
    .selectFrom('record_updates')
    .where('id', '=', id)
    .where('record_id', '=', recordId)
    .where('removed_on', 'is', null)
    .select(['id', 'body', 'posted_on', 'status_id'])
    .forUpdate()
    .executeTakeFirst()
}

export function timesOfUpdates(trx: Kysely<DB>, recordId: number) {
  return trx
    .selectFrom('record_updates')
    .where('record_id', '=', recordId)
    .where('removed_on', 'is', null)
    .select(['id', 'posted_on', 'status_id'])
    .orderBy('posted_on')
    .orderBy('id')
    .execute()
}

export function timesOfChanges(trx: Transaction<DB>, recordId: number) {
  return trx
    .selectFrom('record_changes')
    .where('record_id', '=', recordId)
    .select(['id', 'update_id', 'made_on'])
    .orderBy('made_on')
    .orderBy('id')
    .execute()
}

export async function writeUpdate(
  trx: Transaction<DB>,
  { id, body, postedOn }: { id: number; body: string; postedOn: Date },
): Promise<void> {
  await trx.updateTable('record_updates').set({ body, posted_on: postedOn }).where('id', '=', id).execute()
  await trx.updateTable('record_changes').set({ made_on: postedOn }).where('update_id', '=', id).execute()
}

/**
 * Replaces the text of a removed update. Processes of the previous release show this, because they can't
 * know that it was removed.
 */
const REMOVED_BODY = '<p>This update was removed.</p>'

/** Its text stays in the audit log. */
export function markUpdateRemoved(trx: Transaction<DB>, { id, at }: { id: number; at: Date }) {
  return trx
    .updateTable('record_updates')
    .set({ removed_on: at, body: REMOVED_BODY })
    .where('id', '=', id)
    .execute()
}

export async function endExpansionOfUpdate(
  trx: Transaction<DB>,
  { updateId, at }: { updateId: number; at: Date },
): Promise<number[]> {
  const rows = await trx
    .updateTable('publications')
    .set((eb) => ({ withdrawn_at: at, expanded_at: eb.fn.coalesce('expanded_at', eb.val(at)) }))
    .where('update_id', '=', updateId)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export interface NewChange extends RecordChange {
  record_id: number
  update_id: number | null
  made_on: Date
}

export function insertChange(trx: Transaction<DB>, change: NewChange) {
  return trx
    .insertInto('record_changes')
    .values({ ...change, place_states: JSON.stringify(change.place_states) })
    .execute()
}

export async function writePlaces(
  trx: Transaction<DB>,
  { recordId, services, dataCenters }: { recordId: number; services: number[]; dataCenters: number[] },
): Promise<void> {
  await sql`
    with gone as (
      delete from record_services where record_id = ${recordId} and service_tid <> all(${services}::integer[])
    )
    insert into record_services (record_id, service_tid)
    select ${recordId}, unnest(${services}::integer[]) on conflict do nothing`.execute(trx)
  await sql`
    with gone as (
      delete from record_data_centers
      where record_id = ${recordId} and data_center_tid <> all(${dataCenters}::integer[])
    )
    insert into record_data_centers (record_id, data_center_tid)
    select ${recordId}, unnest(${dataCenters}::integer[]) on conflict do nothing`.execute(trx)
}
