import type { Restored } from '../db/backup/settle-restored.ts'
import { borrowEmbedded } from '../db/embedded/borrow-embedded.ts'
import { BackupRefused } from './backup-refused.ts'
import { explainTrouble, isDamage } from './explain-trouble.ts'
import { checkBackup, openBackup } from './file/read-backup-file.ts'
import { rebuildEmbedded } from './rebuild-embedded.ts'
import { type RestoreWish, restoreBackup } from './restore-backup.ts'

/** Into the database of a data folder: the one that runs, one that is started for the time, or a new one for a damaged one. */
export async function restoreEmbedded(
  dataDir: string,
  wish: Omit<RestoreWish, 'databaseUrl'>,
): Promise<Restored> {
  const { report } = wish
  // Before a folder is made for it.
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
      throw new BackupRefused(`${damage}. --yes makes a new one and moves this one aside.`)
    report(`${damage}.`)
    await database.close()
    return await rebuildEmbedded(dataDir, wish)
  } finally {
    await database.close()
  }
}
