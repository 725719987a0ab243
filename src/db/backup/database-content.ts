import type { Client } from 'pg'
import { migrationNames, tableNames } from './catalog.ts'

export type DatabaseContent =
  | { kind: 'nothing' }
  | {
      kind: 'site'
      provider: string | null
      records: number
      accounts: number
      newestPublication: Date | null
    }
  | { kind: 'others'; tables: string[] }

export async function databaseContent(client: Client): Promise<DatabaseContent> {
  const migrations = await migrationNames(client)
  if (migrations === undefined || migrations.length === 0) {
    const tables = (await tableNames(client)).filter((name) => !name.startsWith('kysely_'))
    return tables.length === 0 ? { kind: 'nothing' } : { kind: 'others', tables }
  }
  const { rows } = await client.query<{
    provider: string | null
    clouds: number
    records: number
    accounts: number
    newest: Date | null
  }>(`
    select (select value ->> 'name' from public.settings where key = 'provider') as provider,
      (select count(*) from public.clouds)::int as clouds,
      (select count(*) from public.records)::int as records,
      (select count(*) from public.users)::int as accounts,
      (select max(created_at) from public.publications) as newest`)
  const [row] = rows
  if (row === undefined) return { kind: 'nothing' }
  const isEmpty = row.clouds === 0 && row.records === 0 && row.accounts === 0
  if (isEmpty) return { kind: 'nothing' }
  const { provider, records, accounts, newest } = row
  return { kind: 'site', provider, records, accounts, newestPublication: newest }
}
