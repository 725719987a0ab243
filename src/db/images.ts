import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

export function insertImage(
  trx: Transaction<DB>,
  { name, bytes, at, by }: { name: string; bytes: Buffer; at: Date; by: number | null },
) {
  return trx
    .insertInto('images')
    .values({ name, bytes, created_at: at, created_by: by, used_at: at, checked_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ used_at: at }))
    .execute()
}

export async function findImage(db: Kysely<DB>, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('images').where('name', '=', name).select('bytes').executeTakeFirst()
  return row?.bytes
}

export async function storedImages(db: Kysely<DB>, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('images').where('name', 'in', names).select('name').execute()
  return new Set(rows.map(({ name }) => name))
}

/** Logs of what was done and sent. Their images are never shown. */
const NOT_TEXTS = ['audit_log', 'api_requests', 'deliveries', 'images', 'log_entries', 'log_faces']
/** Texts may be in any JSON, and in columns with these names. New tables are found automatically. */
const NAMES_OF_TEXTS = '(body|text|html|description|page_top|note|summary|words|message)'

/** Runs once a day, because it reads every text. */
export async function deleteUnusedImages(
  db: Kysely<DB>,
  { now, unusedSince, checkedBefore }: { now: Date; unusedSince: Date; checkedBefore: Date },
): Promise<void> {
  // Marks them first, so that one process checks them, and a check that fails isn't repeated all day.
  const due = await db
    .updateTable('images')
    .set({ checked_at: now })
    .where('checked_at', '<', checkedBefore)
    .executeTakeFirst()
  if (due.numUpdatedRows === 0n) return
  await db.updateTable('images').set({ checked_at: now }).where('checked_at', '<', now).execute()
  const used = await namesInTexts(db)
  for (let at = 0; at < used.length; at += NAMES_AT_ONCE) {
    const slice = used.slice(at, at + NAMES_AT_ONCE)
    await db.updateTable('images').where('name', 'in', slice).set({ used_at: now }).execute()
  }
  await db.deleteFrom('images').where('used_at', '<', unusedSince).execute()
}

const NOT_WITHDRAWN = sql` and publications.withdrawn_at is null`

/** PostgreSQL accepts 65,535 parameters. */
const NAMES_AT_ONCE = 10_000

async function namesInTexts(db: Kysely<DB>): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
      and c.table_name <> all (${NOT_TEXTS})
      and (c.data_type = 'jsonb' or (c.data_type = 'text' and c.column_name ~ ${NAMES_OF_TEXTS}))`.execute(db)
  const names = new Set<string>()
  for (const { table, column } of columns) {
    const { rows } = await sql<{ name: string }>`
      select distinct found[1] as name
      from ${sql.table(table)},
        regexp_matches(${sql.ref(column)}::text, '/(?:images|attachments)/([0-9a-f]{32}-[0-9a-z-]+\.[a-z]+)', 'g') found
      where ${sql.ref(column)}::text ~ '/(images|attachments)/[0-9a-f]{32}-'${table === 'publications' ? NOT_WITHDRAWN : sql``}`.execute(
      db,
    )
    for (const { name } of rows) names.add(name)
  }
  return [...names]
}
