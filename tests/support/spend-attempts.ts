import type { Kysely } from 'kysely'
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
