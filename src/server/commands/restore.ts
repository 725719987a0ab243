import { explainTrouble } from '../../backup/explain-trouble.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { restoreEmbedded } from '../../backup/restore-embedded.ts'
import { RESTORE_HELP, type RestoreRequest, restoreRequest } from '../../backup/restore-request.ts'
import { makeVault } from '../../db/at-rest/vault.ts'
import { type Config, readConfig } from '../config.ts'
import { typedPath, untilInterrupted } from './command-line.ts'
import { logCopyAt } from './log-copy.ts'

/** Shell conventions: 1 for a failure, 2 for wrong usage. */
const FAILED = 1
const WRONG_COMMAND = 2

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
    console.log(`Restored ${typedPath(request.file)}: it is edition ${edition} now.`)
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

function complain(code: number, line: string): number {
  console.error(line)
  return code
}
