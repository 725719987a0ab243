import type { Client } from 'pg'
import { copiedTables, sequenceValues } from '../db/backup/catalog.ts'
import { fillSchema, setSequences } from '../db/backup/fill-schema.ts'
import { laterValues } from '../db/backup/later-values.ts'
import { buildSchema, unknownMigrations } from '../db/backup/replace-schema.ts'
import { BackupRefused } from './backup-refused.ts'
import type { OpenBackup } from './file/read-backup-file.ts'
import { tablesThatFit } from './tables-that-fit.ts'

/** Builds the tables as of the backup and fills them, in the client's transaction. */
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
