import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

export interface RangeRow {
  id: number
  data_center_tid: number
  range: string
  note: string
  added_on: Date
}

export function readRangesInUse(db: Kysely<DB>): Promise<RangeRow[]> {
  return db
    .selectFrom('ip_ranges')
    .where('removed_on', 'is', null)
    .select(['id', 'data_center_tid', 'range', 'note', 'added_on'])
    .orderBy('range')
    .orderBy('data_center_tid')
    .execute()
}

export interface NewRange {
  data_center_tid: number
  range: string
  note: string
}

export async function insertRanges(
  trx: Transaction<DB>,
  { ranges, at }: { ranges: readonly NewRange[]; at: Date },
): Promise<void> {
  await sql`
    insert into ip_ranges (data_center_tid, range, note, added_on)
    select data_center_tid, range, note, ${at}
    from json_populate_recordset(null::ip_ranges, ${JSON.stringify(ranges)}::json)`.execute(trx)
}

export async function markRangesRemoved(
  trx: Transaction<DB>,
  { ids, at }: { ids: readonly number[]; at: Date },
): Promise<void> {
  await sql`
    update ip_ranges set removed_on = greatest(${at}, added_on)
    where id = any(${ids}::integer[]) and removed_on is null`.execute(trx)
}

export async function writeRangeNote(
  trx: Transaction<DB>,
  { id, note }: { id: number; note: string },
): Promise<void> {
  await trx.updateTable('ip_ranges').set({ note }).where('id', '=', id).execute()
}
