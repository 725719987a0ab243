import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/** Reads the database as it is at one moment, whatever is committed meanwhile. */
export function inSnapshot<T>(db: Kysely<DB>, read: (snapshot: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/**
 * Reads the same moment on a second connection as well. A long history then comes sooner: the server works on two
 * statements while this process reads their rows.
 */
export async function besideSnapshot<T>(
  db: Kysely<DB>,
  snapshot: Transaction<DB>,
  read: (second: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(snapshot)
  const [exported] = rows
  if (exported === undefined) throw new Error('The server exported no snapshot')
  return inSnapshot(db, async (second) => {
    await sql`set transaction snapshot ${sql.lit(exported.id)}`.execute(second)
    return read(second)
  })
}
