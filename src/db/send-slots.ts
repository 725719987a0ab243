import { type Kysely, sql } from 'kysely'
import type { SlotTimes } from '../domain/telling/grant-slots.ts'
import type { DB } from './database.ts'

/**
 * Holds the limits of these names, gives them to whoever grants slots, and keeps what is left. In the order of their
 * names, so that two workers wait for each other in turn and not both at once.
 */
export function takeSlots<Answer extends { next: SlotTimes }>(
  db: Kysely<DB>,
  { keys, now, grant }: { keys: readonly string[]; now: Date; grant: (times: SlotTimes) => Answer },
): Promise<Answer> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .insertInto('send_slots')
      .columns(['key', 'next_at'])
      .expression(sql`select key, ${now} from unnest(${[...keys].sort()}::text[]) as keys (key) order by key`)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ next_at: sql`send_slots.next_at` }))
      .returning(['key', 'next_at'])
      .execute()
    const answer = grant(new Map(held.map(({ key, next_at }) => [key, next_at.getTime()])))
    await sql`
      update send_slots set next_at = to_timestamp(at_ms / 1000.0)
      from unnest(${[...answer.next.keys()]}::text[], ${[...answer.next.values()]}::float8[]) as kept (key, at_ms)
      where send_slots.key = kept.key
    `.execute(trx)
    return answer
  })
}

/** Limits that say nothing any more; domains are without number. */
export async function deleteOldSlots(db: Kysely<DB>, { before }: { before: Date }): Promise<void> {
  await db.deleteFrom('send_slots').where('next_at', '<', before).execute()
}
