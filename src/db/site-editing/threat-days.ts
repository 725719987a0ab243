import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../database.ts'

export interface ThreatDayRow {
  day: string
  blocked: number
  count_rows: number
  origin_blocked: number
  origin_rows: number
}

export async function countThreatDays(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select day from threat_counts union select day from threat_origins) as days`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export async function readThreatDays(
  db: Kysely<DB>,
  { skip, take }: { skip: number; take: number },
): Promise<ThreatDayRow[]> {
  const { rows } = await sql<{ day: string }>`
    select day from threat_counts union select day from threat_origins
    order by day desc offset ${skip} limit ${take}`.execute(db)
  return sumDays(
    db,
    rows.map(({ day }) => day),
  )
}

export async function findThreatDay(db: Kysely<DB>, day: string): Promise<ThreatDayRow | undefined> {
  const [found] = await sumDays(db, [day])
  return found === undefined || found.count_rows + found.origin_rows === 0 ? undefined : found
}

async function sumDays(db: Kysely<DB>, days: readonly string[]): Promise<ThreatDayRow[]> {
  const { rows } = await sql<ThreatDayRow>`
    select days.day, counts.blocked, counts.rows as count_rows, origins.blocked as origin_blocked,
      origins.rows as origin_rows
    from unnest(${days}::date[]) as days (day)
    cross join lateral (
      select coalesce(sum(blocked), 0) as blocked, count(*) as rows from threat_counts where day = days.day) as counts
    cross join lateral (
      select coalesce(sum(blocked), 0) as blocked, count(*) as rows from threat_origins where day = days.day) as origins
    order by days.day desc`.execute(db)
  return rows
}

export async function deleteThreatDay(trx: Transaction<DB>, day: string) {
  await trx.deleteFrom('threat_counts').where('day', '=', day).execute()
  await trx.deleteFrom('threat_origins').where('day', '=', day).execute()
}
