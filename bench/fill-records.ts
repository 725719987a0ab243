import { type Kysely, sql } from 'kysely'
import type { DB } from '../src/db/database.ts'

const TABLES_OF_A_RECORD = [
  'records',
  'record_internals',
  'record_clouds',
  'record_services',
  'record_data_centers',
  'record_terms',
  'record_updates',
]
/** Copies are older than anything a page shows, so that pages stay the same and only the history grows. */
const COPIES_BEGIN_DAYS_AGO = 90

/** Copies closed records into the past, with their links and updates, until `wanted` are published. */
export async function fillRecords(db: Kysely<DB>, wanted: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`
      create temporary table copies on commit drop as
      with closed as (
        select id, row_number() over (order by id) as at, count(*) over () as total, max(id) over () as highest
        from records
        where state = 'published' and closed_on is not null and redirect is null
      ), missing as (
        select ${wanted}::int - count(*) as count from records where state = 'published'
      )
      select
        id as from_id,
        id + round * (select max(id) from records) as to_id,
        round
      from closed, missing, generate_series(1, missing.count / closed.total + 1) as round
      where (round - 1) * total + at <= missing.count`.execute(trx)
    for (const table of TABLES_OF_A_RECORD) await copyRows(trx, table)
    await sql`select setval(pg_get_serial_sequence('records', 'id'), (select max(id) from records))`.execute(
      trx,
    )
  })
  await vacuum(db)
}

/** Autovacuum would do this a moment later. It takes longer than a statement may, if the machine is busy. */
export async function vacuum(db: Kysely<DB>): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    try {
      await sql`vacuum analyze`.execute(one)
    } finally {
      await sql`reset statement_timeout`.execute(one)
    }
  })
}

async function copyRows(db: Kysely<DB>, table: string) {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type
    from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}
      and not (table_name <> 'records' and column_name = 'id')
    order by ordinal_position`.execute(db)
  const key = table === 'records' ? 'id' : 'record_id'
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.id(name)))})
    select ${sql.join(columns.map((column) => copied(column, key)))}
    from ${sql.table(table)} original
    join copies on copies.from_id = original.${sql.id(key)}`.execute(db)
}

function copied({ name, type }: { name: string; type: string }, key: string) {
  const original = sql.ref(`original.${name}`)
  if (name === key) return sql`copies.to_id`
  if (name === 'alias') return sql`${original} || '-' || copies.round`
  if (type.startsWith('timestamp')) {
    return sql`${original} - make_interval(days => ${sql.lit(COPIES_BEGIN_DAYS_AGO)} + copies.round::int)`
  }
  return original
}
