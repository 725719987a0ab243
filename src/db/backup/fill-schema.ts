import type { Readable } from 'node:stream'
import type { Client } from 'pg'
import { type CopiedTable, quoted, type SequenceValue } from './catalog.ts'
import { fillTable } from './copy-table.ts'

interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Triggers are off, because their results are among the rows. Foreign keys are dropped and added again, which
 * checks every row and needs no order.
 */
export async function fillSchema(
  client: Client,
  tables: readonly Pick<CopiedTable, 'name' | 'columns'>[],
  rowsOf: (name: string) => Readable,
): Promise<void> {
  const names = tables.map(({ name }) => `public.${quoted(name)}`)
  const foreignKeys = await readForeignKeys(client)
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of tables) await fillTable(client, table, rowsOf(table.name))
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

/** In the order of creation, so that the schema is the same afterward. */
async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace order by oid`)
  return rows
}

export async function setSequences(client: Client, values: readonly SequenceValue[]): Promise<void> {
  for (const { name, value } of values) {
    if (value !== null)
      await client.query('select setval($1::regclass, $2)', [`public.${quoted(name)}`, value])
  }
}
