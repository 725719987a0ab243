import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/**
 * Shifts a time of this process to the database's clock, so that only one clock decides what is due. Tests
 * that pass a future time keep their distance.
 */
export function byDatabaseClock(at: Date): RawBuilder<Date> {
  return sql`(statement_timestamp() + ${at.getTime() - Date.now()} * interval '1 ms')`
}

export async function databaseTimeOf(db: Kysely<DB> | Transaction<DB>, at: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${byDatabaseClock(at)} as at`.execute(db)
  return rows[0]?.at ?? at
}

/** Positive if this process's clock is ahead. */
export async function clockSkewMs(db: Kysely<DB>): Promise<number> {
  const askedAt = Date.now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const answeredAt = Date.now()
  const at = rows[0]?.at.getTime() ?? askedAt
  // A difference within the round trip can't be measured, however slow the machine is.
  if (at < askedAt) return askedAt - at
  return at > answeredAt ? answeredAt - at : 0
}
