import { parseArgs } from 'node:util'

export type BackupRequest =
  | { kind: 'make'; file: string | undefined; isVerified: boolean }
  | { kind: 'show'; file: string }
  | { kind: 'help' }
  | { kind: 'wrong'; line: string }

export const BACKUP_HELP = `Usage: npm run backup -- [file] [--no-verify]
       npm run backup -- --show <file>

Writes one file with everything the site stores, as of one moment; the site can keep running.
Run it where Candor runs and with the same settings: DATA_DIR or DATABASE_URL says where the database is.
Before it gets its final name, the backup is verified by restoring it into a scratch database. It contains
accounts, password hashes and keys: keep it where only you can read it. With BACKUP_PASSPHRASE it is encrypted.

  file          path of the new file; default: in BACKUP_DIR, named after the time
  --no-verify   skip the trial restore
  --show        list what is in a backup
  --help        this text`

export function backupRequest(typed: readonly string[]): BackupRequest {
  const parsed = parse(typed)
  if (parsed === undefined) return wrong('Invalid arguments. Try --help.')
  const { values, positionals } = parsed
  if (values.help === true) return { kind: 'help' }
  if (positionals.length > 1) return wrong('One file at a time. Try --help.')
  const [file] = positionals
  const isVerified = values['no-verify'] !== true
  if (values.show !== true) return { kind: 'make', file, isVerified }
  if (file === undefined) return wrong('--show needs the name of a backup.')
  return isVerified ? { kind: 'show', file } : wrong('--show makes no backup; leave --no-verify out.')
}

function parse(typed: readonly string[]) {
  try {
    return parseArgs({
      args: [...typed],
      allowPositionals: true,
      options: {
        'no-verify': { type: 'boolean' },
        show: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch {
    return undefined
  }
}

function wrong(line: string): BackupRequest {
  return { kind: 'wrong', line }
}
