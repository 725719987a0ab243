import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

/** L-09: the confidential fields of records. Callers must check permissions first. */
export function internalFieldsOf(db: Kysely<DB>, recordIds: readonly number[]) {
  if (recordIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('record_internals')
    .where('record_id', 'in', recordIds)
    .select(['record_id', 'internal_note', 'slack_link', 'jira_link', 'sfdc_link', 'severity_link'])
    .execute()
}

export type InternalFieldsRow = Awaited<ReturnType<typeof internalFieldsOf>>[number]
