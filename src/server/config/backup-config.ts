import { join, resolve } from 'node:path'
import { toCount } from './values.ts'

export interface BackupConfig {
  /** Absent: backups are made by hand alone. */
  everyHours: number | undefined
  folder: string
  /** So many of the newest are kept. */
  keep: number
}

const MOST_HOURS = 24 * 31
const MOST_KEPT = 1000
const USUALLY_KEPT = 7

export function toBackups(read: (name: string) => string | undefined, dataDir: string): BackupConfig {
  const every = read('BACKUP_EVERY_HOURS')
  return {
    everyHours:
      every === undefined
        ? undefined
        : toCount('BACKUP_EVERY_HOURS', every, { least: 1, most: MOST_HOURS, otherwise: 24 }),
    folder: resolve(read('BACKUP_DIR') ?? join(dataDir, 'backups')),
    keep: toCount('BACKUP_KEEP', read('BACKUP_KEEP'), { least: 1, most: MOST_KEPT, otherwise: USUALLY_KEPT }),
  }
}
