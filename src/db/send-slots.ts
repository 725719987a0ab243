import { type Kysely, sql } from 'kysely'
import type { SlotTimes } from '../domain/notifying/grant-slots.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'

/**
 * Sorted by name, to prevent deadlocks. Stored times use the database's clock, granted times use this
 * process's, so that a worker with a fast clock takes no slots from others.
 */
export function takeSlots<Answer extends { next: SlotTimes }>(
  db: Kysely<DB>,
  { keys, now, grant }: { keys: readonly string[]; now: Date; grant: (times: SlotTimes) => Answer },
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .insertInto('send_slots')
      .columns(['key', 'next_at'])
      .expression(
        sql`select key, ${byDatabaseClock(now)} from unnest(${[...keys].sort()}::text[]) as keys (key) order by key`,
      )
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ next_at: sql`send_slots.next_at` }))
      .returning(['key', 'next_at', byDatabaseClock(now).as('now')])
      .execute()
    const aheadMs = now.getTime() - (held[0]?.now ?? now).getTime()
    const answer = grant(new Map(held.map(({ key, next_at }) => [key, next_at.getTime() + aheadMs])))
    const updated = [...answer.next].map(([key, at]) => ({ key, at: at - aheadMs }))
    await sql`
      update send_slots set next_at = to_timestamp(at_ms / 1000.0)
      from unnest(${updated.map(({ key }) => key)}::text[], ${updated.map(({ at }) => at)}::float8[]) as updated (key, at_ms)
      where send_slots.key = updated.key
    `.execute(trx)
    return answer
  })
}

/** Deletes expired limits, because the number of domains is unbounded. */
export async function deleteOldSlots(db: Kysely<DB>, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('send_slots').where('next_at', '<', before).execute()
}
