import type { Kysely } from 'kysely'
import { fieldNames, INTERNAL_FIELDS } from '../domain/record-fields.ts'
import { CLOUDS_TOUCHED } from './cloud-limits.ts'
import type { DB } from './database.ts'

/** L-09. Callers must check permissions first. */
export function internalFieldsOf(db: Kysely<DB>, recordIds: readonly number[]) {
  if (recordIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('record_internals')
    .innerJoin('records', 'records.id', 'record_internals.record_id')
    .where('record_id', 'in', recordIds)
    .select(['record_id', 'records.embargo', ...fieldNames(INTERNAL_FIELDS)])
    .select(CLOUDS_TOUCHED.as('clouds'))
    .execute()
}

export type InternalFieldsRow = Awaited<ReturnType<typeof internalFieldsOf>>[number]
