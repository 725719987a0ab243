import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/**
 * One transaction for the work, or a part of the one that the caller is in already: then theirs decides what stays, and
 * work that throws undoes what it did itself, so that the caller may go on without it.
 */
export function inTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? asPart(db as Transaction<DB>, work) : db.transaction().execute(work)
}

/** One name for all: the innermost is meant, and parts of parts end in order. */
async function asPart<T>(trx: Transaction<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(trx)
  let done: T
  try {
    done = await work(trx)
  } catch (error) {
    await sql`rollback to savepoint part`.execute(trx)
    await sql`release savepoint part`.execute(trx)
    throw error
  }
  await sql`release savepoint part`.execute(trx)
  return done
}
