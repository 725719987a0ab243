import { type Kysely, sql } from 'kysely'
import type { DB } from '../../src/db/database.ts'

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
