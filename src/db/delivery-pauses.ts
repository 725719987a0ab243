import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'

export interface DeliveryPause {
  way: 'mail' | 'http'
  reason: string
  since: Date
}

/** Longer than the time between two probes. A pause that is older belongs to a crashed worker. */
const PROBED_WITHIN_S = 120

/** By the database's clock, because workers and web processes may run on different machines. */
export async function writePause(
  db: Kysely<DB>,
  { worker, way, reason, forMs }: Omit<DeliveryPause, 'since'> & { worker: string; forMs: number },
): Promise<void> {
  await sql`
    insert into delivery_pauses (worker, way, reason, since, until)
    values (${worker}, ${way}, ${reason}, now(), now() + ${forMs} * interval '1 ms')
    on conflict (worker, way) do update set reason = excluded.reason, until = excluded.until`.execute(db)
}

export async function endPause(
  db: Kysely<DB>,
  { worker, way }: { worker: string; way: DeliveryPause['way'] },
): Promise<void> {
  await db.deleteFrom('delivery_pauses').where('worker', '=', worker).where('way', '=', way).execute()
}

/** Also removes pauses of crashed workers. */
export async function endPausesOf(db: Kysely<DB>, { worker }: { worker: string }): Promise<void> {
  await sql`
    delete from delivery_pauses
    where worker = ${worker} or until < now() - ${PROBED_WITHIN_S} * interval '1 s'`.execute(db)
}

export async function currentPauses(db: Kysely<DB>): Promise<DeliveryPause[]> {
  const { rows } = await sql<DeliveryPause>`
    select distinct on (way) way, reason, since
    from delivery_pauses
    where until >= now() - ${PROBED_WITHIN_S} * interval '1 s'
    order by way, since`.execute(db)
  return rows
}
