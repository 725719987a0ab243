import type { Client } from 'pg'
import {
  type CopiedTable,
  copiedTables,
  migrationNames,
  quoted,
  type SequenceValue,
  sequenceValues,
  tableNames,
} from './catalog.ts'

export interface DatabaseState {
  server: string
  migrations: string[]
  tables: CopiedTable[]
  sequences: SequenceValue[]
  edition: { number: number; publishedAt: string; history: string | null }
  provider: string | null
}

export async function inSnapshot<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const names = await tableNames(client)
  await client.query('begin isolation level repeatable read read only')
  // LOCK takes no snapshot. It waits for a restore in progress, and the first query comes after it.
  if (names.length > 0) await client.query(`lock table ${names.map(ofSite).join(', ')} in access share mode`)
  const done = await work()
  await client.query('commit')
  return done
}

export async function readDatabaseState(client: Client): Promise<DatabaseState | undefined> {
  const migrations = await migrationNames(client)
  if (migrations === undefined || migrations.length === 0) return undefined
  const { rows: about } = await client.query<{ server: string; provider: string | null }>(`
    select current_setting('server_version') as server,
      (select value ->> 'name' from public.settings where key = 'provider') as provider`)
  // As JSON, because databases of older versions have no history.
  const { rows: editions } = await client.query<{
    row: { number: number; published_at: string; history?: string }
  }>('select to_jsonb(edition) as row from public.edition')
  const edition = editions[0]?.row
  if (edition === undefined) return undefined
  return {
    server: about[0]?.server ?? '',
    provider: about[0]?.provider ?? null,
    migrations,
    tables: await copiedTables(client),
    sequences: await sequenceValues(client),
    edition: {
      number: edition.number,
      publishedAt: new Date(edition.published_at).toISOString(),
      history: edition.history ?? null,
    },
  }
}

function ofSite(name: string): string {
  return `public.${quoted(name)}`
}
