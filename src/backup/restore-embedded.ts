import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Restored } from '../db/backup/settle-restored.ts'
import { borrowEmbedded } from '../db/embedded/borrow-embedded.ts'
import { moveClusterIn } from '../db/embedded/move-cluster-in.ts'
import { removeEmbedded } from '../db/embedded/remove-embedded.ts'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { asideName } from './backup-names.ts'
import { BackupRefused } from './backup-refused.ts'
import { explainTrouble, isDamage } from './explain-trouble.ts'
import { checkBackup, openBackup } from './file/read-backup-file.ts'
import { dropTag, isMakerGone, makeTag } from './maker-tag.ts'
import { type RestoreWish, restoreBackup } from './restore-backup.ts'

export async function restoreEmbedded(
  dataDir: string,
  wish: Omit<RestoreWish, 'databaseUrl'>,
): Promise<Restored> {
  const { report } = wish
  // Before creating a folder for the new database.
  await checkBackup(await openBackup(wish.file, wish))
  const database = await borrowEmbedded({ dataDir, mayCreate: true, report })
  if (database.kind === 'refused') {
    const mayRebuild = database.isDamaged === true && wish.mayReplace
    if (!mayRebuild) throw new BackupRefused(database.line)
    return rebuildEmbedded(dataDir, wish)
  }
  try {
    return await restoreBackup({ ...wish, databaseUrl: database.url })
  } catch (error) {
    if (!isDamage(error)) throw error
    const damage = `The database in ${dataDir} is damaged (${explainTrouble(error)})`
    if (!database.isOurs) throw new BackupRefused(`${damage}. Stop the site, then restore again.`)
    if (!wish.mayReplace)
      throw new BackupRefused(`${damage}. --yes moves this one aside and creates a new one.`)
    report(`${damage}.`)
    await database.close()
    return await rebuildEmbedded(dataDir, wish)
  } finally {
    await database.close()
  }
}

const PREFIX = 'restoring-'

/**
 * Builds a new database next to the damaged one and swaps it in when complete. The damaged one is moved
 * aside, never deleted.
 */
async function rebuildEmbedded(
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
    wish.report(
      `The database that could not be opened is now ${aside}; remove it when you no longer need it.`,
    )
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
