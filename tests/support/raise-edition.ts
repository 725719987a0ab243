import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'
import { nothingMore, raiseEdition } from '../../src/db/edition.ts'

/** Raises the edition like a staff action at the end of its transaction, for rows that a test wrote itself. */
export function raiseSite(db: Kysely<DB>): Promise<number> {
  return db
    .transaction()
    .execute((trx) => raiseEdition(trx, { at: new Date(), changes: 'site' }, nothingMore))
}

/** O-02: staff close the site, or open it again. */
export async function setMaintenance(
  db: Kysely<DB>,
  setting: { is_on: boolean; message?: string; ends_at?: string },
): Promise<void> {
  const value = JSON.stringify(setting)
  await db
    .insertInto('settings')
    .values({ key: 'maintenance', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  await raiseSite(db)
}
