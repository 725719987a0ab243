import { copiedTables } from '../db/backup/catalog.ts'
import { digestTable } from '../db/backup/copy-table.ts'
import { buildSchema } from '../db/backup/replace-schema.ts'
import { withSteadyClient } from '../db/backup/steady-client.ts'
import { isDatabaseLost } from '../db/is-database-lost.ts'
import { BackupRefused } from './backup-refused.ts'
import { explainTrouble } from './explain-trouble.ts'
import { checkBackup, type OpenBackup, openBackup } from './file/read-backup-file.ts'
import { loadBackup } from './load-backup.ts'
import { openScratch, type Scratch } from './scratch.ts'

/** A backup that doesn't restore is refused instead. */
export type BackupVerdict = { kind: 'verified' } | { kind: 'not-verified'; why: string }

export async function verifyBackup(
  path: string,
  {
    databaseUrl,
    passphrase,
    mayBePlain,
    open = openScratch,
    signal,
  }: {
    databaseUrl: string
    passphrase?: string | undefined
    mayBePlain?: boolean | undefined
    open?: ((url: string) => Promise<Scratch>) | undefined
    signal?: AbortSignal | undefined
  },
): Promise<BackupVerdict> {
  const scratch = await open(databaseUrl)
  if (scratch.kind === 'refused') return { kind: 'not-verified', why: scratch.line }
  try {
    await tryRestore(await openBackup(path, { passphrase, mayBePlain }), scratch.url, signal)
    return { kind: 'verified' }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof BackupRefused) throw error
    const why = explainTrouble(error, { folder: 'the scratch database' })
    // The trial failed, not the backup.
    if (isDatabaseLost(error)) return { kind: 'not-verified', why }
    throw new BackupRefused(`A trial restore of the backup failed: ${why}`)
  } finally {
    await scratch.close()
  }
}

async function tryRestore(backup: OpenBackup, url: string, signal: AbortSignal | undefined): Promise<void> {
  await checkBackup(backup)
  await withSteadyClient(
    url,
    async (client) => {
      await client.query('begin')
      await loadBackup(client, backup)
      for (const table of await copiedTables(client)) {
        const { rows, sha256 } = await digestTable(client, table)
        const written = backup.manifest.tables.find(({ name }) => name === table.name)
        const isSame = written?.rows === rows && written.sha256 === sha256
        if (!isSame)
          throw new BackupRefused(`The backup did not restore to what was read (table ${table.name}).`)
      }
      // It must also migrate to this version.
      await buildSchema(client)
    },
    { signal },
  )
}
