import type { Transaction } from 'kysely'
import type { DB } from './database.ts'

export interface NewUpdate {
  record_id: number
  posted_on: Date
  status_id: number
  /** Null: same severity as before. */
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
    .select(['id', 'body'])
    .forUpdate()
    .executeTakeFirst()
}
