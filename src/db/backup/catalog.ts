import type { Client } from 'pg'
import { LEFT_OUT } from './left-out.ts'

export interface CopiedTable {
  name: string
  columns: string[]
  /** By primary key, byte by byte, so that the same rows have the same digest on every server. */
  orderBy: string
}

/** Null if it was never used. */
export interface SequenceValue {
  name: string
  value: string | null
}

/** Tables of the site, not of an extension or another owner. */
const OURS = `
  c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'usage')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

export async function tableNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where ${OURS} order by c.relname collate "C"`,
  )
  return rows.map(({ name }) => name)
}

export async function copiedTables(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `
    select c.relname as name, columns.names as columns, coalesce(key.words, columns.words) as "orderBy"
    from pg_class c
    cross join lateral (
      select coalesce(array_agg(attname::text order by attnum) filter (where attgenerated = ''), '{}') as names,
        string_agg(quote_ident(attname) || '::text collate "C"', ', ' order by attnum) as words
      from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
    ) as columns
    left join lateral (
      select string_agg(
          quote_ident(attname) || case when attcollation <> 0 then ' collate "C"' else '' end, ', '
          order by place) as words
      from pg_index, unnest(indkey) with ordinality as part (number, place)
      join pg_attribute on attnum = part.number
      where indrelid = c.oid and indisprimary and attrelid = c.oid
    ) as key on true
    where ${OURS} and c.relname <> all ($1)
    order by c.relname collate "C"`,
    [Object.keys(LEFT_OUT)],
  )
  return rows
}

export async function sequenceValues(client: Client): Promise<SequenceValue[]> {
  const { rows } = await client.query<SequenceValue>(
    `
    select c.relname as name, pg_sequence_last_value(c.oid)::text as value
    from pg_class c
    where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'usage')
      and not exists (
        select from pg_depend d
        join pg_class of_table on of_table.oid = d.refobjid
        where d.objid = c.oid and d.deptype in ('a', 'i') and of_table.relname = any ($1)
      )
    order by c.relname collate "C"`,
    [Object.keys(LEFT_OUT)],
  )
  return rows
}

/** Undefined if Candor never used this database. */
export async function migrationNames(client: Client): Promise<string[] | undefined> {
  const { rowCount } = await client.query(`select where to_regclass('public.kysely_migration') is not null`)
  if (rowCount === 0) return undefined
  const { rows } = await client.query<{ name: string }>(
    'select name from public.kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
