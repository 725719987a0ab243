import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'

export interface CountedReads {
  /** `2026-11-15` in UTC. */
  day: string
  page: string
  reads: number
}

/** Sorted, to prevent deadlocks with other processes. */
export async function addReads(db: Kysely<DB>, counted: readonly CountedReads[]): Promise<void> {
  if (counted.length === 0) return
  await sql`
    insert into read_counts (day, page, reads)
    select * from unnest(
      ${counted.map(({ day }) => day)}::date[],
      ${counted.map(({ page }) => page)}::text[],
      ${counted.map(({ reads }) => reads)}::bigint[]
    ) as counted (day, page, reads)
    order by day, page
    on conflict (day, page) do update set reads = read_counts.reads + excluded.reads
  `.execute(db)
}

export async function readsBetween(
  db: Kysely<DB>,
  { from, to }: { from: string; to: string },
): Promise<CountedReads[]> {
  const { rows } = await sql<CountedReads>`
    select to_char(day, 'YYYY-MM-DD') as day, page, reads
    from read_counts
    where day between ${from}::date and ${to}::date
    order by day, page
  `.execute(db)
  return rows
}
