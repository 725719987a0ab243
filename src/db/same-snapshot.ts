import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'
import { within } from './within.ts'

export interface SameSnapshot {
  connections: Kysely<DB>[]
  end(): Promise<void>
}

/** The server could not share the snapshot, for example on a full disk. That ends the transaction that has it. */
export class SnapshotNotShared extends Error {}

/** A pooler accepts a connection at once and lets its first statement wait for a free one. */
const BEGIN_WITHIN_MS = 1_000

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
    for (const transaction of transactions) await rollBack(transaction)
  }
  if (transactions.length === 0) return { connections: [], end }
  try {
    const id = await exportSnapshot(snapshot)
    for (const transaction of transactions)
      await sql`set transaction snapshot ${sql.lit(id)}`.execute(transaction)
    return { connections: transactions, end }
  } catch (error) {
    await end()
    if (error instanceof SnapshotNotShared) throw error
    return { connections: [], end: async () => {} }
  }
}

async function exportSnapshot(snapshot: Kysely<DB>): Promise<string> {
  try {
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(snapshot)
    return rows[0]?.id ?? ''
  } catch (cause) {
    throw new SnapshotNotShared('The snapshot was not exported', { cause })
  }
}

type Begun = Awaited<ReturnType<typeof begun>>

function begun(db: Kysely<DB>) {
  return db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
}

async function begin(db: Kysely<DB>): Promise<Begun> {
  const beginning = begun(db)
  try {
    return await within(BEGIN_WITHIN_MS, beginning)
  } catch (error) {
    void beginning.then(rollBack, () => {})
    throw error
  }
}

function rollBack(transaction: Begun): Promise<void> {
  return transaction
    .rollback()
    .execute()
    .catch(() => {})
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
