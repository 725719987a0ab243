import { parseArgs } from 'node:util'
import { explainTrouble } from '../../backup/explain-trouble.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { borrowEmbedded } from '../../db/embedded/borrow-embedded.ts'
import { type Config, readConfig } from '../config.ts'
import { typedPath, untilInterrupted } from './command-line.ts'

/** Shell conventions: 1 for a failure, 2 for wrong usage. */
const FAILED = 1
const WRONG_COMMAND = 2

const HELP = `Usage: candor verify <file> [--plain]

Restores a backup into a scratch database, compares every table with what the backup says, and drops it again.
Changes nothing of the site. DATA_DIR or DATABASE_URL says which server may make the scratch database.
With BACKUP_PASSPHRASE, a backup that is not encrypted is refused; --plain accepts it anyway.`

export async function verify(typed: readonly string[]): Promise<number> {
  const { positionals = [], values } = parse(typed) ?? {}
  const [file, ...more] = positionals
  if (typed.includes('--help')) return say(HELP)
  if (file === undefined || more.length > 0) return complain(WRONG_COMMAND, 'Name one backup: verify <file>.')
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return complain(FAILED, read.line)
  const database = await openDatabase(read.config)
  if (database.kind === 'refused') return complain(FAILED, database.line)
  try {
    const path = typedPath(file)
    const { passphrase } = read.config.backups
    const mayBePlain = values?.plain === true
    const verdict = await untilInterrupted((signal) =>
      verifyBackup(path, { databaseUrl: database.url, passphrase, mayBePlain, signal }),
    )
    if (verdict.kind === 'not-verified') return complain(FAILED, `Not verified: ${verdict.why}`)
    return say('Verified: it can be restored, and every table is as it was.')
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

async function openDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl !== undefined) return { kind: 'open' as const, url: databaseUrl, close: async () => {} }
  return borrowEmbedded({ dataDir, mayCreate: false, report: console.log })
}

function say(line: string): number {
  console.log(line)
  return 0
}

function complain(code: number, line: string): number {
  console.error(line)
  return code
}
