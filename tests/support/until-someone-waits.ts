import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'
import type { DB } from '../../src/db/database.ts'
import { eventually } from './eventually.ts'

export function untilSomeoneWaits(db: Kysely<DB>): Promise<void> {
  return eventually(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
    expect(rows).not.toEqual([])
  })
}
