import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBackup } from '../../src/backup/make-backup.ts'
import { type RestoreWish, restoreBackup } from '../../src/backup/restore-backup.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { copiedTables } from '../../src/db/backup/catalog.ts'
import { digestTable, type TableDigest } from '../../src/db/backup/copy-table.ts'
import { inSnapshot } from '../../src/db/backup/snapshot.ts'
import { withSteadyClient } from '../../src/db/backup/steady-client.ts'

export const SETTLED_TABLES = ['edition', 'restores', 'audit_log', 'log_head']

export interface BackupFolder {
  path: string
  file(name: string): string
  remove(): Promise<void>
}

export async function backupFolder(): Promise<BackupFolder> {
  const path = await mkdtemp(join(tmpdir(), 'candor-backups-'))
  return {
    path,
    file: (name) => join(path, name),
    remove: () => rm(path, { recursive: true, force: true }),
  }
}

export function backUp(databaseUrl: string, file: string, now = new Date()) {
  return makeBackup({ databaseUrl, file, now, isVerified: false })
}

export function putBack(databaseUrl: string, file: string, wish: Partial<RestoreWish> = {}) {
  return restoreBackup({
    databaseUrl,
    file,
    vault: OPEN_VAULT,
    mayReplace: false,
    safetyFolder: undefined,
    isQuiet: true,
    now: new Date(),
    report: () => {},
    ...wish,
  })
}

export function digestsOf(url: string): Promise<Record<string, TableDigest>> {
  return withSteadyClient(url, (client) =>
    inSnapshot(client, async () => {
      const digests: Record<string, TableDigest> = {}
      for (const table of await copiedTables(client)) digests[table.name] = await digestTable(client, table)
      return digests
    }),
  )
}

export function without<T>(values: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}
