import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'

export interface SameSnapshot {
  connections: Kysely<DB>[]
  end(): Promise<void>
}

/**
 * More connections that see exactly what this transaction sees, so that the server can read for us on several cores.
 * None if it refuses, for example at its limit of connections.
 */
export async function openSameSnapshot(
  db: Kysely<DB>,
  snapshot: Kysely<DB>,
  count: number,
): Promise<SameSnapshot> {
  const opened = await Promise.allSettled(Array.from({ length: count }, () => begin(db)))
  const transactions = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const end = async () => {
    for (const transaction of transactions)
      await transaction
        .rollback()
        .execute()
        .catch(() => {})
  }
  try {
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(snapshot)
    for (const transaction of transactions)
      await sql`set transaction snapshot ${sql.lit(rows[0]?.id ?? '')}`.execute(transaction)
    return { connections: transactions, end }
  } catch {
    await end()
    return { connections: [], end: async () => {} }
  }
}

function begin(db: Kysely<DB>) {
  return db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
}

export async function hasRecords(db: Kysely<DB>, atLeast: number): Promise<boolean> {
  const row = await db
    .selectFrom('records')
    .select('id')
    .offset(atLeast - 1)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
