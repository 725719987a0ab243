import type { Client } from 'pg'
import { copiedTables, sequenceValues } from '../db/backup/catalog.ts'
import { fillSchema, setSequences } from '../db/backup/fill-schema.ts'
import { laterValues } from '../db/backup/later-values.ts'
import { buildSchema, unknownMigrations } from '../db/backup/replace-schema.ts'
import { BackupRefused } from './backup-refused.ts'
import type { OpenBackup } from './file/read-backup-file.ts'

export async function loadBackup(
  client: Client,
  { path, manifest, rowsOf }: OpenBackup,
): Promise<{ unknown: string[] }> {
  refuseNewer(path, manifest.migrations)
  await buildSchema(client, manifest.migrations)
  const tables = await copiedTables(client)
  const fit = tablesThatFit(tables, manifest.tables)
  if (fit.kind === 'misfit') throw new BackupRefused(`${path} does not fit its own migrations: ${fit.what}.`)
  await fillSchema(client, tables, rowsOf)
  await setSequences(client, laterValues(await sequenceValues(client), manifest.sequences))
  return { unknown: fit.unknown }
}

export function refuseNewer(path: string, migrations: readonly string[]): void {
  const unknown = unknownMigrations(migrations)
  if (unknown.length === 0) return
  throw new BackupRefused(
    `${path} was made by a newer version of Candor (it knows ${unknown.join(', ')}): restore it with that version.`,
  )
}

interface NamedTable {
  name: string
  columns: readonly string[]
}

type Fit =
  /** The rows of unknown tables in the backup are not restored. */
  { kind: 'fit'; unknown: string[] } | { kind: 'misfit'; what: string }

export function tablesThatFit(built: readonly NamedTable[], inBackup: readonly NamedTable[]): Fit {
  const found = new Map(inBackup.map((table) => [table.name, table]))
  for (const { name, columns } of built) {
    const table = found.get(name)
    if (table === undefined) return { kind: 'misfit', what: `it has no table ${name}` }
    const isSame = columns.join() === table.columns.join()
    if (!isSame) return { kind: 'misfit', what: `its table ${name} has other columns` }
    found.delete(name)
  }
  return { kind: 'fit', unknown: [...found.keys()] }
}
