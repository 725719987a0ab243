import { join, resolve } from 'node:path'
import { toCount, WrongValue } from './values.ts'

export interface BackupConfig {
  /** Absent: backups are made only on request. */
  everyHours: number | undefined
  folder: string
  keep: number
  /** Absent: backups are not encrypted. */
  passphrase: string | undefined
}

const MOST_HOURS = 24 * 31
const MOST_KEPT = 1000
const USUALLY_KEPT = 7
const SHORTEST_PASSPHRASE = 16

export function toBackups(read: (name: string) => string | undefined, dataDir: string): BackupConfig {
  const every = read('BACKUP_EVERY_HOURS')
  return {
    everyHours:
      every === undefined
        ? undefined
        : toCount('BACKUP_EVERY_HOURS', every, { least: 1, most: MOST_HOURS, otherwise: 24 }),
    folder: resolve(read('BACKUP_DIR') ?? join(dataDir, 'backups')),
    keep: toCount('BACKUP_KEEP', read('BACKUP_KEEP'), { least: 1, most: MOST_KEPT, otherwise: USUALLY_KEPT }),
    passphrase: toPassphrase(read('BACKUP_PASSPHRASE')),
  }
}

export function toPassphrase(value: string | undefined): string | undefined {
  const passphrase = value?.trim() || undefined
  if (passphrase !== undefined && passphrase.length < SHORTEST_PASSPHRASE)
    throw new WrongValue(`BACKUP_PASSPHRASE must be at least ${SHORTEST_PASSPHRASE} characters long.`)
  return passphrase
}
