import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Restored } from '../db/backup/settle-restored.ts'
import { moveClusterIn } from '../db/embedded/move-cluster-in.ts'
import { removeEmbedded } from '../db/embedded/remove-embedded.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { asideName } from './backup-names.ts'
import { BackupRefused } from './backup-refused.ts'
import { dropTag, isMakerGone, makeTag } from './maker-tag.ts'
import { type RestoreWish, restoreBackup } from './restore-backup.ts'

const PREFIX = 'restoring-'

/**
 * For a data folder whose database cannot be opened: makes another from the backup, beside it, and puts that in its place
 * when it is complete. The damaged one is moved aside, never removed.
 */
export async function rebuildEmbedded(
  dataDir: string,
  wish: Omit<RestoreWish, 'databaseUrl' | 'safetyFolder' | 'mayReplace'>,
): Promise<Restored> {
  await sweepRebuilds(dataDir)
  const tag = makeTag()
  const folder = join(dataDir, `${PREFIX}${tag}`)
  try {
    const restored = await restoreInto(folder, wish)
    const aside = join(dataDir, asideName(wish.now))
    await moveClusterIn({ from: folder, dataDir, aside })
    wish.report(`The database that could not be opened is now ${aside}; remove it when you need it no more.`)
    return restored
  } finally {
    await removeEmbedded(folder).catch(() => {})
    dropTag(tag)
  }
}

async function restoreInto(folder: string, wish: Parameters<typeof rebuildEmbedded>[1]): Promise<Restored> {
  await mkdir(folder, { mode: 0o700 })
  const server = await startEmbedded({ dataDir: folder, report: () => {} })
  if (server.kind === 'refused') throw new BackupRefused(server.line)
  try {
    const { url: databaseUrl } = server
    return await restoreBackup({ ...wish, databaseUrl, mayReplace: false, safetyFolder: undefined })
  } finally {
    await server.stop()
  }
}

async function sweepRebuilds(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const isLeft = name.startsWith(PREFIX) && isMakerGone(name)
    if (isLeft) await removeEmbedded(join(dataDir, name)).catch(() => {})
  }
}
