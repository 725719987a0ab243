import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/** Inside a caller's transaction, failing work only undoes its own changes. */
export function inTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? asPart(db as Transaction<DB>, work) : db.transaction().execute(work)
}

/** The same name for all: it refers to the innermost savepoint, and nested ones end in order. */
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
