import { type Kysely, sql } from 'kysely'
import type { DB } from '../../src/db/database.ts'

/** Stays within the statement timeout, even on a busy machine. */
const AT_ONCE = 10_000

/** A kilobyte each, besides the default channel of every account. */
export async function addManySubscribers(db: Kysely<DB>, count: number): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) {
    await sql`
      insert into users (email, display_name, email_verified_at)
      select 'subscriber' || n || '@example.com', repeat(md5(n::text), 32), now()
      from generate_series(${done + 1}::int, ${Math.min(done + AT_ONCE, count)}::int) as n`.execute(db)
  }
}
