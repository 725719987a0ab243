import { type Kysely, sql } from 'kysely'
import { type Attempt, throttleKey } from '../../src/accounts/throttle/throttle.ts'
import type { DB } from '../../src/db/database.ts'

/**
 * Records these attempts as if they had been made this many times: making the requests would cost more than
 * the test itself.
 */
export async function spendAttempts(db: Kysely<DB>, attempts: readonly Attempt[], times: number) {
  for (const attempt of attempts) {
    const counter = { attempts: times, window_started_at: attempt.now }
    await db
      .insertInto('throttles')
      .values({ key: throttleKey(attempt), ...counter })
      .onConflict((other) => other.column('key').doUpdateSet(counter))
      .execute()
  }
}

/** Meanwhile no counted attempt can be given back or forgotten. */
export async function whileThrottlesAreStuck<T>(db: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  await sql`create function stuck() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`.execute(
    db,
  )
  await sql`create trigger refunds before update on throttles for each row
    when (new.attempts < old.attempts) execute function stuck()`.execute(db)
  await sql`create trigger clearing before delete on throttles execute function stuck()`.execute(db)
  try {
    return await work()
  } finally {
    await sql`drop function stuck cascade`.execute(db)
  }
}
