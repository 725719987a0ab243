import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backupName } from '../../backup/backup-names.ts'
import { BACKUP_HELP, backupRequest } from '../../backup/backup-request.ts'
import { explainTrouble } from '../../backup/explain-trouble.ts'
import { openBackup } from '../../backup/file/read-backup-file.ts'
import { backupInWords, madeInWords } from '../../backup/in-words.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { borrowEmbedded } from '../../db/embedded/borrow-embedded.ts'
import { toPassphrase } from '../config/backup-config.ts'
import { type Config, readConfig } from '../config.ts'
import { typedPath, untilInterrupted } from './command-line.ts'

/** Shell conventions: 1 for a failure, 2 for wrong usage. */
const FAILED = 1
const WRONG_COMMAND = 2

export async function backup(typed: readonly string[]): Promise<number> {
  const request = backupRequest(typed)
  switch (request.kind) {
    case 'help':
      console.log(BACKUP_HELP)
      return 0
    case 'wrong':
      return complain(WRONG_COMMAND, request.line)
    case 'show':
      return show(typedPath(request.file))
    case 'make':
      return make(request)
  }
}

async function show(file: string): Promise<number> {
  try {
    const passphrase = toPassphrase(process.env.BACKUP_PASSPHRASE)
    const { manifest } = await openBackup(file, { passphrase, mayBePlain: true })
    const { size } = await stat(file)
    for (const line of backupInWords(manifest, size)) console.log(line)
    return 0
  } catch (error) {
    return complain(FAILED, explainTrouble(error))
  }
}

async function make({
  file,
  isVerified,
}: {
  file: string | undefined
  isVerified: boolean
}): Promise<number> {
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return complain(FAILED, read.line)
  const { config } = read
  const now = new Date()
  const to = file === undefined ? join(config.backups.folder, backupName(now)) : typedPath(file)
  const database = await openDatabase(config)
  if (database.kind === 'refused') return complain(FAILED, database.line)
  try {
    const made = await untilInterrupted((signal) =>
      makeBackup({
        databaseUrl: database.url,
        file: resolve(to),
        now,
        isVerified,
        passphrase: config.backups.passphrase,
        signal,
      }),
    )
    for (const line of madeInWords(made)) console.log(line)
    return 0
  } catch (error) {
    return complain(FAILED, explainTrouble(error))
  } finally {
    await database.close()
  }
}

async function openDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== undefined) return { kind: 'open' as const, url: databaseUrl, close: async () => {} }
  return borrowEmbedded({ dataDir, mayCreate: false, report: console.log })
}

function complain(code: number, line: string): number {
  console.error(line)
  return code
}
