import { type Kysely, sql } from 'kysely'
import type { SlotTimes } from '../domain/telling/grant-slots.ts'
import type { DB } from './database.ts'
import { byDatabaseClock } from './database-clock.ts'

/**
 * Holds the limits of these names, gives them to whoever grants slots, and keeps what is left. In the order of their
 * names, so that two workers wait for each other in turn and not both at once. What is kept is by the database's clock,
 * what is granted by this process's: a worker whose clock is ahead takes no slots from the others.
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
    const kept = [...answer.next].map(([key, at]) => ({ key, at: at - aheadMs }))
    await sql`
      update send_slots set next_at = to_timestamp(at_ms / 1000.0)
      from unnest(${kept.map(({ key }) => key)}::text[], ${kept.map(({ at }) => at)}::float8[]) as kept (key, at_ms)
      where send_slots.key = kept.key
    `.execute(trx)
    return answer
  })
}

/** Limits that say nothing any more; domains are without number. */
export async function deleteOldSlots(db: Kysely<DB>, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('send_slots').where('next_at', '<', before).execute()
}
