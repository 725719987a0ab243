import { Migrator } from 'kysely'
import type { Client } from 'pg'
import { againOnDeadlock } from '../again-on-deadlock.ts'
import { migrations } from '../migrations/migrations.ts'
import { quoted, tableNames } from './catalog.ts'
import { kyselyOn } from './steady-client.ts'

/** After this time, the site has to be stopped first. */
const LOCK_WITHIN_S = 60
const RESTORE_LOCK_KEY = 0x52657374 // "Rest"

export async function takeOver(client: Client): Promise<void> {
  await againOnDeadlock(async () => {
    await client.query('rollback')
    await client.query('begin')
    await client.query(`set local lock_timeout = '${LOCK_WITHIN_S}s'`)
    await client.query('select pg_advisory_xact_lock($1)', [RESTORE_LOCK_KEY])
    const names = await tableNames(client)
    if (names.length > 0) {
      await client.query(`lock table ${names.map(ofSite).join(', ')} in access exclusive mode`)
    }
  })
}

/** Without CASCADE: we must not drop what others have built on our tables, so it fails and reports them. */
export async function dropSchema(client: Client): Promise<void> {
  const tables = await tableNames(client)
  if (tables.length > 0) await client.query(`drop table ${tables.map(ofSite).join(', ')}`)
  for (const name of await routineNames(client)) await client.query(`drop ${name}`)
}

export async function routineNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select 'function ' || p.oid::regprocedure as name
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and pg_has_role(p.proowner, 'usage')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select 'sequence ' || c.oid::regclass
    from pg_class c
    where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'usage')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'i', 'a'))`)
  return rows.map(({ name }) => name)
}

export async function buildSchema(
  client: Client,
  names: readonly string[] = Object.keys(migrations),
): Promise<void> {
  const chosen = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
  const migrator = new Migrator({
    db: kyselyOn(client),
    provider: { getMigrations: async () => chosen },
    disableTransactions: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

export function unknownMigrations(names: readonly string[]): string[] {
  return names.filter((name) => !Object.hasOwn(migrations, name))
}

function ofSite(name: string): string {
  return `public.${quoted(name)}`
}
