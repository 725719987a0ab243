import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backupName } from '../../backup/backup-names.ts'
import { BACKUP_HELP, backupRequest } from '../../backup/backup-request.ts'
import { explainTrouble } from '../../backup/explain-trouble.ts'
import { openBackup } from '../../backup/file/read-backup-file.ts'
import { backupInWords, madeInWords } from '../../backup/in-words.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { restoreEmbedded } from '../../backup/restore-embedded.ts'
import { RESTORE_HELP, type RestoreRequest, restoreRequest } from '../../backup/restore-request.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { makeVault } from '../../db/at-rest/vault.ts'
import { toPassphrase } from '../config/backup-config.ts'
import { type Config, readConfig } from '../config.ts'
import {
  borrowedDatabase,
  complain,
  FAILED,
  say,
  typedPath,
  untilInterrupted,
  WRONG_COMMAND,
} from './command-line.ts'
import { logCopyAt } from './log-copy.ts'

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
  const database = await borrowedDatabase(config)
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

const VERIFY_HELP = `Usage: candor verify <file> [--plain]

Restores a backup into a scratch database, compares every table with what the backup says, and drops it again.
Changes nothing of the site. DATA_DIR or DATABASE_URL says which server may make the scratch database.
With BACKUP_PASSPHRASE, a backup that is not encrypted is refused; --plain accepts it anyway.`

export async function verify(typed: readonly string[]): Promise<number> {
  const { positionals = [], values } = parse(typed) ?? {}
  const [file, ...more] = positionals
  if (typed.includes('--help')) return say(VERIFY_HELP)
  if (file === undefined || more.length > 0) return complain(WRONG_COMMAND, 'Name one backup: verify <file>.')
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return complain(FAILED, read.line)
  const database = await borrowedDatabase(read.config)
  if (database.kind === 'refused') return complain(FAILED, database.line)
  try {
    const path = typedPath(file)
    const { passphrase } = read.config.backups
    const mayBePlain = values?.plain === true
    const verdict = await untilInterrupted((signal) =>
      verifyBackup(path, { databaseUrl: database.url, passphrase, mayBePlain, signal }),
    )
    if (verdict.kind === 'not-verified') return complain(FAILED, `Not verified: ${verdict.why}`)
    return say('Verified: this backup can be restored, and every table is complete and unchanged.')
  } catch (error) {
    return complain(FAILED, explainTrouble(error))
  } finally {
    await database.close()
  }
}

function parse(typed: readonly string[]) {
  try {
    const options = { help: { type: 'boolean' }, plain: { type: 'boolean' } } as const
    return parseArgs({ args: [...typed], options, allowPositionals: true })
  } catch {
    return undefined
  }
}

export async function restore(typed: readonly string[]): Promise<number> {
  const request = restoreRequest(typed)
  switch (request.kind) {
    case 'help':
      console.log(RESTORE_HELP)
      return 0
    case 'wrong':
      return complain(WRONG_COMMAND, request.line)
    case 'restore':
      return putBack(request)
  }
}

async function putBack(request: RestoreRequest & { kind: 'restore' }): Promise<number> {
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return complain(FAILED, read.line)
  const { config } = read
  try {
    const { edition, givenUp } = await untilInterrupted((signal) => restoreTo(config, request, signal))
    console.log(`Restored ${typedPath(request.file)}. The site is at edition ${edition} now.`)
    if (givenUp > 0)
      console.log(
        `${givenUp} waiting messages were dropped, because they may have been sent already: see Deliveries in the admin area.`,
      )
    return 0
  } catch (error) {
    return complain(FAILED, explainTrouble(error, { folder: config.backups.folder }))
  }
}

function restoreTo(
  { databaseUrl, dataDir, backups, secretsKeys, editionFile }: Config,
  { file, mayReplace, isQuiet, isSafe, mayBePlain, log, isLogNewest }: RestoreRequest & { kind: 'restore' },
  signal: AbortSignal,
) {
  const wish = {
    file: typedPath(file),
    passphrase: backups.passphrase,
    mayBePlain,
    vault: makeVault(secretsKeys),
    mayReplace,
    isQuiet,
    safetyFolder: isSafe ? backups.folder : undefined,
    logCopy: logCopyAt(log, { target: editionFile.target, isNewest: isLogNewest, signal }),
    now: new Date(),
    report: (line: string) => console.log(line),
    signal,
  }
  return databaseUrl === undefined ? restoreEmbedded(dataDir, wish) : restoreBackup({ ...wish, databaseUrl })
}
