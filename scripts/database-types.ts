import { type Kysely, sql } from 'kysely'
import { type DatabaseMetadata, generate, PostgresDialect } from 'kysely-codegen'
import type { DB } from '../src/db/database.ts'

/** The text of `src/db/database.ts`: the types of a migrated database, as `connect` reads them. */
export function databaseTypes(db: Kysely<DB>): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'number' }),
    typeMapping: { int8: 'number' },
    typeOnlyImports: true,
    outFile: null,
    postprocess: ({ metadata }) => withKnownWords(db, metadata),
  })
}

/** A text column that a constraint limits to a list of words becomes the union of those words. */
async function withKnownWords(db: Kysely<DB>, metadata: DatabaseMetadata): Promise<DatabaseMetadata> {
  const { rows: checks } = await sql<{ table: string; column: string; definition: string }>`
    select t.relname as table, a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'c' and cardinality(c.conkey) = 1 and t.relnamespace = 'public'::regnamespace
  `.execute(db)
  for (const check of checks) {
    const list = check.definition.match(/^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/)?.[1]
    const words = list?.match(/(?<=')[^']+(?='::text)/g)
    const table = metadata.tables.find(({ name }) => name === check.table)
    const column = table?.columns.find(({ name }) => name === check.column)
    if (words && column) column.enumValues = words
  }
  return metadata
}
