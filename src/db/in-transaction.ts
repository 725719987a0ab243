import type { Kysely, Transaction } from 'kysely'
import type { DB } from './database.ts'

/** One transaction for the work, or the one that the caller is in already: then theirs decides what stays. */
export function inTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work)
}
