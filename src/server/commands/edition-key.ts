import { makeVault } from '../../db/at-rest/vault.ts'
import { connect } from '../../db/connect.ts'
import { findRunning } from '../../db/embedded/find-running.ts'
import {
  publicKeyOf,
  readSigningKey,
  type SigningKey,
  signingKeyOf,
} from '../../edition/file/edition-keys.ts'
import { type Config, readConfig } from '../config.ts'

const HELP = `Prints the public key that editions are signed with, for EDITION_PUBLIC_KEY of a disaster-recovery site.

  npm run edition-key

The site must be running, unless DATABASE_URL names its database or EDITION_SIGNING_KEY is set.`

/** Shell conventions: 1 for a failure, 2 for wrong usage. */
const FAILED = 1
const WRONG_COMMAND = 2

export async function editionKey(typed: readonly string[]): Promise<number> {
  const [first] = typed
  if (first === '--help' || first === '-h') {
    console.log(HELP)
    return 0
  }
  if (first !== undefined)
    return complain(WRONG_COMMAND, `edition-key takes no "${first}". --help says more.`)
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return complain(FAILED, read.line)
  try {
    const key = await findKey(read.config)
    if (key.kind === 'refused') return complain(FAILED, key.line)
    console.log(publicKeyOf(key.key))
    return 0
  } catch (error) {
    const why = (error as Error).message || (error as { code?: string }).code
    return complain(FAILED, `The key could not be read: ${why}`)
  }
}

type KeyOutcome = { kind: 'found'; key: SigningKey } | { kind: 'refused'; line: string }

async function findKey({ databaseUrl, dataDir, editionFile, secretsKeys }: Config): Promise<KeyOutcome> {
  const configured = readSigningKey(Buffer.from(editionFile.signingKey ?? '', 'base64'))
  if (configured !== undefined) return { kind: 'found', key: configured }
  const database =
    databaseUrl === undefined ? await findRunning(dataDir) : { kind: 'running' as const, url: databaseUrl }
  if (database.kind === 'refused') return database
  const { db, close } = connect(database.url)
  try {
    return { kind: 'found', key: await signingKeyOf(db, makeVault(secretsKeys), undefined) }
  } finally {
    await close()
  }
}

function complain(code: number, line: string): number {
  console.error(line)
  return code
}
