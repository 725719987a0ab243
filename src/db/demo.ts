import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/** In insertion order. */
const TABLES = [
  'settings',
  'products',
  'clouds',
  'cloud_banners',
  'site_banners',
  'menu_items',
  'menu_item_cloud_routes',
  'menu_item_hidden_clouds',
  'service_categories',
  'services',
  'regions',
  'data_centers',
  'availability_goals',
  'cloud_data_centers',
  'ip_ranges',
  'threat_counts',
  'threat_origins',
  'notification_terms',
  'pages',
  'compliance_rows',
  'schedule_regions',
  'schedule_cells',
  'records',
  'record_internals',
  'record_clouds',
  'record_services',
  'record_data_centers',
  'record_terms',
  'record_updates',
  'record_changes',
  'post_mortems',
  'post_mortem_drafts',
  'record_templates',
] as const satisfies readonly (keyof DB)[]

type DemoTable = (typeof TABLES)[number]

/** All rows of a table have the same columns. */
export type DemoRows = { readonly [Table in DemoTable]: readonly Insertable<DB[Table]>[] }

export interface DemoMark {
  /** The day (UTC) that the demo's times are based on. */
  day: string
  /** Records up to this ID came with the demo. */
  lastRecordId: number
  /** Parts added by later versions of the demo, by name. */
  parts: readonly string[]
}

const TABLES_WITH_IDENTITY = [
  'products',
  'clouds',
  'site_banners',
  'menu_items',
  'pages',
  'compliance_rows',
  'schedule_regions',
  'records',
  'record_updates',
  'record_changes',
  'record_templates',
  'ip_ranges',
  'availability_goals',
] as const satisfies readonly DemoTable[]

export type TableWithIdentity = (typeof TABLES_WITH_IDENTITY)[number]

const DEMO_LOCK = 7_204_211

export async function lockDemo(trx: Transaction<DB>): Promise<void> {
  // On a slow machine, loading takes longer than the statement timeout of a running site, and others wait
  // all that time.
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(${DEMO_LOCK})`.execute(trx)
}

export async function isEmpty(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from clouds)
      and not exists (select from records)
      and not exists (select from settings where key = 'provider') as is_empty`.execute(db)
  return rows[0]?.is_empty ?? false
}

export async function findDemoMark(db: Kysely<DB>): Promise<DemoMark | undefined> {
  const { rows } = await sql<{ day: string; last_record_id: number; parts: string[] }>`
    select value ->> 'day' as day, (value -> 'last_record_id')::integer as last_record_id,
      coalesce(value -> 'parts', '[]') as parts
    from settings
    where key = 'demo'`.execute(db)
  const [row] = rows
  return row && { day: row.day, lastRecordId: row.last_record_id, parts: row.parts }
}

export async function forgetDemoMark(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('settings').where('key', 'in', ['demo', DEMO_WAS_OPEN]).execute()
}

const DEMO_WAS_OPEN = 'demo_was_open'

/** Returns whether it was open to anyone before. */
export async function turnDemoOpenness(
  db: Kysely<DB>,
  { isOpen, at }: { isOpen: boolean; at: Date },
): Promise<boolean> {
  if (!isOpen) {
    const [found] = await db
      .deleteFrom('settings')
      .where('key', '=', DEMO_WAS_OPEN)
      .returning('key')
      .execute()
    return found !== undefined
  }
  await db
    .insertInto('settings')
    .values({ key: DEMO_WAS_OPEN, value: 'true', updated_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  return true
}

export async function saveDemoMark(trx: Transaction<DB>, { day, lastRecordId, parts }: DemoMark, at: Date) {
  const value = JSON.stringify({ day, last_record_id: lastRecordId, parts })
  await trx
    .insertInto('settings')
    .values({ key: 'demo', value, updated_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: at }))
    .execute()
}

export async function insertDemo(trx: Transaction<DB>, rows: DemoRows): Promise<void> {
  for (const table of TABLES) await insertRows(trx, table, rows[table])
  for (const table of TABLES_WITH_IDENTITY) await restartIdentity(trx, table)
  await restartTermTid(trx)
}

export async function correctDemoRecord(
  trx: Transaction<DB>,
  {
    id,
    edition,
    texts,
  }: { id: number; edition: number; texts: { summary: string; how_found: string | null } },
): Promise<void> {
  await trx
    .updateTable('records')
    .set({ ...texts, edition })
    .where('id', '=', id)
    .where('version', '=', 1)
    .execute()
}

export async function promiseDemoUpdates(
  trx: Transaction<DB>,
  { lastRecordId, edition, dueAt }: { lastRecordId: number; edition: number; dueAt: readonly Date[] },
): Promise<void> {
  await sql`
    update records set next_update = promised.due_at, edition = ${edition}
    from (
      select id, (${dueAt.map((at) => at.toISOString())}::timestamptz[])[row_number() over (order by from_time, id)::int] as due_at
      from records
      where id <= ${lastRecordId} and version = 1 and kind = 'incident' and state = 'published'
        and closed_on is null and next_update is not null
    ) as promised
    where records.id = promised.id and promised.due_at is not null`.execute(trx)
}

/**
 * One statement per table: one parameter per value would be slower and limited to 65,535. On a busy
 * machine, the 55,000 threat counts took 0.9 s, mostly for their keys; the 17,000 other rows took 0.5 s.
 */
export async function insertRows(
  trx: Transaction<DB>,
  table: DemoTable,
  rows: readonly object[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(trx)
}

export async function restartIdentity(trx: Transaction<DB>, table: TableWithIdentity) {
  await sql`
    select setval(pg_get_serial_sequence(${table}, 'id'), coalesce(max(id), 1), max(id) is not null)
    from ${sql.table(table)}`.execute(trx)
}

async function restartTermTid(trx: Transaction<DB>) {
  await sql`
    select setval('term_tid', max(tid))
    from (
      select tid from regions
      union all select tid from data_centers
      union all select tid from service_categories
      union all select tid from services
      union all select tid from notification_terms
      union all select maintenance_tid from clouds
      union all select advisory_tid from clouds
    ) as terms`.execute(trx)
}
