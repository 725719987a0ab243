import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'

/** What two demos loaded on the same day have in common: IDs and editions may differ. */
export function demoHistory(db: Kysely<DB>) {
  return db
    .selectFrom('publications')
    .select(['record_id', 'update_id', 'step', 'gravest_rank', 'cloud_ids', 'created_at', 'content'])
    .orderBy('created_at')
    .orderBy('record_id')
    .orderBy((eb) => eb.fn.coalesce('update_id', eb.val(0)))
    .execute()
}
