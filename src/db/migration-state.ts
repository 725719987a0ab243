import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'
import { migrations } from './migrations/migrations.ts'

export async function migrationState(db: Kysely<DB>): Promise<'behind' | 'ready' | 'newer'> {
  const { rows: tables } = await sql`select where to_regclass('kysely_migration') is not null`.execute(db)
  if (tables.length === 0) return 'behind'
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const known = Object.keys(migrations)
  if ([...applied].some((name) => !known.includes(name))) return 'newer'
  return known.every((name) => applied.has(name)) ? 'ready' : 'behind'
}
