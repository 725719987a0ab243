import { parseArgs } from 'node:util'

export type RestoreRequest =
  | {
      kind: 'restore'
      file: string
      mayReplace: boolean
      isQuiet: boolean
      isSafe: boolean
      mayBePlain: boolean
      /** Undefined: the log is next to the edition files. */
      log: string | undefined
      isLogNewest: boolean
    }
  | { kind: 'help' }
  | { kind: 'wrong'; line: string }

export const RESTORE_HELP = `Usage: npm run restore -- <file> [--yes] [--deliver] [--no-safety] [--plain]
         [--log <where>] [--log-is-newest]

Restores a backup completely or not at all. A running site continues and shows what was restored.
Run it where Candor runs and with the same settings: DATA_DIR or DATABASE_URL says where the database is.
A data folder that cannot be opened is moved aside and made anew from the backup.

  file          a backup that npm run backup made
  --yes         replace existing content, after backing it up to BACKUP_DIR
  --deliver     send messages that were waiting when the backup was made, even though they may have been sent since
  --no-safety   do not back up what is replaced
  --plain       accept an unencrypted backup although BACKUP_PASSPHRASE is set
  --log <where> a copy of the public log, if the database that is replaced has none: the address of a recovery site
                or of a static export, its folder, or "none"; otherwise the one beside the edition files (EDITION_TARGET)
  --log-is-newest
                the copy has the last published entry, so continue that log instead of starting a new one
  --help        this text`

export function restoreRequest(typed: readonly string[]): RestoreRequest {
  const parsed = parse(typed)
  if (parsed === undefined) return wrong('Invalid arguments. Try --help.')
  const { values, positionals } = parsed
  if (values.help === true) return { kind: 'help' }
  const [file, ...more] = positionals
  if (file === undefined) return wrong('The name of a backup is missing. Try --help.')
  if (more.length > 0) return wrong('One file at a time. Try --help.')
  return {
    kind: 'restore',
    file,
    mayReplace: values.yes === true,
    isQuiet: values.deliver !== true,
    isSafe: values['no-safety'] !== true,
    mayBePlain: values.plain === true,
    log: values.log,
    isLogNewest: values['log-is-newest'] === true,
  }
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({
      args: [...typed],
      allowPositionals: true,
      options: {
        yes: { type: 'boolean', short: 'y' },
        deliver: { type: 'boolean' },
        'no-safety': { type: 'boolean' },
        plain: { type: 'boolean' },
        log: { type: 'string' },
        'log-is-newest': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch {
    return undefined
  }
}

function wrong(line: string): RestoreRequest {
  return { kind: 'wrong', line }
}
