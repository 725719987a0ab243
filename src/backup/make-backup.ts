import { dirname } from 'node:path'
import { inSnapshot } from '../db/backup/snapshot.ts'
import { withSteadyClient } from '../db/backup/steady-client.ts'
import { BackupRefused } from './backup-refused.ts'
import { explainTrouble } from './explain-trouble.ts'
import type { Manifest } from './file/manifest.ts'
import { writeBackupFile } from './file/write-backup-file.ts'
import { intoPlace } from './into-place.ts'
import type { openScratch } from './scratch.ts'
import { type BackupVerdict, verifyBackup } from './verify-backup.ts'

export interface BackupWish {
  databaseUrl: string
  file: string
  now: Date
  isVerified: boolean
  passphrase?: string | undefined
  open?: typeof openScratch | undefined
  signal?: AbortSignal | undefined
}

export interface MadeBackup {
  file: string
  bytes: number
  manifest: Manifest
  verdict: BackupVerdict
}

export async function makeBackup({
  databaseUrl,
  file,
  now,
  isVerified,
  passphrase,
  open,
  signal,
}: BackupWish): Promise<MadeBackup> {
  try {
    return await intoPlace(file, async (part) => {
      const written = await withSteadyClient(
        databaseUrl,
        (client) =>
          inSnapshot(client, () => writeBackupFile(client, { path: part, now, passphrase, signal })),
        { signal },
      )
      if (written === undefined) throw new BackupRefused('This database has no Candor tables yet.')
      const verdict: BackupVerdict = isVerified
        ? await verifyBackup(part, { databaseUrl, passphrase, open, signal })
        : { kind: 'not-verified', why: 'verification was not requested' }
      return { file, ...written, verdict }
    })
  } catch (error) {
    if (signal?.aborted) throw new BackupRefused('The backup was interrupted; nothing was written.')
    throw new BackupRefused(explainTrouble(error, { folder: dirname(file) }), { cause: error })
  }
}
