import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { DB } from '../database.ts'

export type SiteTableName =
  | 'products'
  | 'clouds'
  | 'cloud_banners'
  | 'site_banners'
  | 'menu_items'
  | 'severities'
  | 'statuses'
  | 'service_categories'
  | 'services'
  | 'regions'
  | 'data_centers'
  | 'notification_terms'
  | 'pages'
  | 'compliance_rows'

export interface SiteTable<Name extends SiteTableName = SiteTableName> {
  name: Name
  key: 'id' | 'tid' | 'cloud_id'
  order: readonly string[]
}

export type Columns = Record<string, unknown>

export async function readRows<Name extends SiteTableName>(
  db: Kysely<DB>,
  { name, key, order }: SiteTable<Name>,
): Promise<Selectable<DB[Name]>[]> {
  const by = [...order, key].map((column) => sql.ref(column))
  const { rows } = await sql<Selectable<DB[Name]>>`
    select * from ${sql.table(name)} order by ${sql.join(by)}`.execute(db)
  return rows
}

export async function takeTurn(trx: Transaction<DB>) {
  await sql`select pg_advisory_xact_lock(hashtext('candor-site-editing'))`.execute(trx)
}

/**
 * Locks a row until the transaction ends. New references to it wait, too, so that it can't become used
 * meanwhile.
 */
export async function lockRow(trx: Transaction<DB>, { name, key }: SiteTable, id: number) {
  await sql`select from ${sql.table(name)} where ${sql.ref(key)} = ${id} for update`.execute(trx)
}

export async function insertRow(trx: Transaction<DB>, { name, key }: SiteTable, columns: Columns) {
  const names = Object.keys(columns).map((column) => sql.ref(column))
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(name)} (${sql.join(names)})
    values (${sql.join(Object.values(columns))})
    returning ${sql.ref(key)} as id`.execute(trx)
  const [row] = rows
  if (row === undefined) throw new Error(`Nothing was added to ${name}.`)
  return row.id
}

export async function updateRow(
  trx: Transaction<DB>,
  { name, key }: SiteTable,
  { id, columns }: { id: number; columns: Columns },
) {
  const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`
    update ${sql.table(name)} set ${sql.join([...set, sql`version = version + 1`])}
    where ${sql.ref(key)} = ${id}`.execute(trx)
}

export async function deleteRow(trx: Transaction<DB>, { name, key }: SiteTable, id: number) {
  await sql`delete from ${sql.table(name)} where ${sql.ref(key)} = ${id}`.execute(trx)
}

/** Doesn't raise the version: moving a row must not conflict with an edit. */
export async function writePositions(trx: Transaction<DB>, { name, key }: SiteTable, ids: readonly number[]) {
  await sql`
    update ${sql.table(name)} as moved set position = placed.position - 1
    from unnest(${ids}::integer[]) with ordinality as placed (id, position)
    where moved.${sql.ref(key)} = placed.id`.execute(trx)
}

/** Whether an ID can be used again: it was assigned once and is free now. */
export async function isNumberFree(trx: Transaction<DB>, { name, key }: SiteTable, id: number) {
  const { rows } = await sql<{ is_free: boolean }>`
    select ${key === 'id' && name !== 'statuses' ? isFreeId(name, id) : isFreeTid(id)} as is_free`.execute(
    trx,
  )
  return rows[0]?.is_free === true
}

export async function findRemoved(
  trx: Transaction<DB>,
  { entity, id }: { entity: string; id: number },
): Promise<Record<string, unknown> | undefined> {
  const row = await trx
    .selectFrom('audit_log')
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .where('action', '=', 'remove')
    .select((eb) => eb.ref('before').$castTo<Record<string, unknown> | null>().as('before'))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.before ?? undefined
}

function isFreeId(name: string, id: number): RawBuilder<boolean> {
  return sql`${id} <= coalesce(pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')), 0)
    and not exists (select from ${sql.table(name)} where id = ${id})`
}

/** Everything that can be subscribed to shares one sequence. */
function isFreeTid(tid: number): RawBuilder<boolean> {
  return sql`${tid} <= coalesce(pg_sequence_last_value('term_tid'), 0) and ${tid} not in (
    select tid from severities union all select id from statuses union all select tid from service_categories
    union all select tid from services union all select tid from regions union all select tid from data_centers
    union all select tid from notification_terms
    union all select maintenance_tid from clouds union all select advisory_tid from clouds)`
}
