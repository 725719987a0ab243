import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/**
 * A time of this process, as far from the database's present as it is from this process's own: only one clock decides what
 * is due, also when the processes run on machines whose clocks differ. Tests that pass a time ahead keep their distance.
 */
export function byDatabaseClock(at: Date): RawBuilder<Date> {
  return sql`(statement_timestamp() + ${at.getTime() - Date.now()} * interval '1 ms')`
}

/** The same for a time that has to be known here. Never earlier than asked for. */
export async function databaseTimeOf(db: Kysely<DB> | Transaction<DB>, at: Date): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${byDatabaseClock(at)} as at`.execute(db)
  return rows[0]?.at ?? at
}

/** How far this process’s clock is ahead of the database’s, give or take half the time of asking. */
export async function clockSkewMs(db: Kysely<DB>): Promise<number> {
  const askedAt = Date.now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const answeredAt = Date.now()
  const at = rows[0]?.at.getTime() ?? askedAt
  // Within the time of asking nothing can be told, however slow the machine is.
  if (at < askedAt) return askedAt - at
  return at > answeredAt ? answeredAt - at : 0
}
