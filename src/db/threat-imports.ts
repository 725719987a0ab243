import { type Kysely, sql, type Transaction } from 'kysely'
import type { ThreatCount, ThreatOrigin, ThreatPlaces, ThreatTable } from '../domain/imports/threat-table.ts'
import type { DB } from './database.ts'

export async function readThreatPlaces(db: Kysely<DB>): Promise<ThreatPlaces> {
  const [regions, dataCenters] = await Promise.all([
    db.selectFrom('regions').select(['tid', 'title as name']).execute(),
    db.selectFrom('data_centers').select(['tid', 'name']).execute(),
  ])
  return { regions, dataCenters }
}

/** Passes arrays, because a statement can't have that many parameters. */
export async function sumKnownThreats(db: Kysely<DB>, table: ThreatTable) {
  const { rows } =
    table.kind === 'counts'
      ? await sql<{ lines: number; blocked: number }>`
          select count(*) as lines, coalesce(sum(known.blocked), 0)::bigint as blocked from (${countsOf(table.rows)}) as given
          join threat_counts known using (day, category, family, region_tid)`.execute(db)
      : await sql<{ lines: number; blocked: number }>`
          select count(*) as lines, coalesce(sum(known.blocked), 0)::bigint as blocked from (${originsOf(table.rows)}) as given
          join threat_origins known using (day, country_code, data_center_tid, category, family)`.execute(db)
  return rows[0] ?? { lines: 0, blocked: 0 }
}

export async function writeThreatCounts(trx: Transaction<DB>, rows: readonly ThreatCount[]) {
  await sql`
    insert into threat_counts (day, category, family, region_tid, blocked)
    ${countsOf(rows)}
    on conflict (day, category, family, region_tid) do update set blocked = excluded.blocked`.execute(trx)
}

export async function writeThreatOrigins(trx: Transaction<DB>, rows: readonly ThreatOrigin[]) {
  await sql`
    insert into threat_origins (day, country_code, data_center_tid, category, family, blocked)
    ${originsOf(rows)}
    on conflict (day, country_code, data_center_tid, category, family)
    do update set blocked = excluded.blocked`.execute(trx)
}

function countsOf(rows: readonly ThreatCount[]) {
  return sql`
    select * from unnest(
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ category }) => category)}::text[],
      ${rows.map(({ family }) => family)}::text[], ${rows.map(({ regionTid }) => regionTid)}::int[],
      ${rows.map(({ blocked }) => blocked)}::bigint[]) as given (day, category, family, region_tid, blocked)`
}

function originsOf(rows: readonly ThreatOrigin[]) {
  return sql`
    select * from unnest(
      ${rows.map(({ day }) => day)}::date[], ${rows.map(({ countryCode }) => countryCode)}::text[],
      ${rows.map(({ dataCenterTid }) => dataCenterTid)}::int[], ${rows.map(({ category }) => category)}::text[],
      ${rows.map(({ family }) => family)}::text[], ${rows.map(({ blocked }) => blocked)}::bigint[])
      as given (day, country_code, data_center_tid, category, family, blocked)`
}
