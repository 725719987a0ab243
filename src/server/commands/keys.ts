import { countLocked, forgetLockedKeys } from '../../db/at-rest/reseal.ts'
import { makeVault } from '../../db/at-rest/vault.ts'
import { connect } from '../../db/connect.ts'
import {
  publicKeyOf,
  readSigningKey,
  type SigningKey,
  signingKeyOf,
} from '../../edition/file/edition-keys.ts'
import { type Config, readConfig } from '../config.ts'
import { complain, FAILED, runningDatabase, say, WRONG_COMMAND } from './command-line.ts'

const EDITION_KEY_HELP = `Prints the public key that editions are signed with, for EDITION_PUBLIC_KEY of a disaster-recovery site.

  npm run edition-key

The site must be running, unless DATABASE_URL names its database or EDITION_SIGNING_KEY is set.`

export async function editionKey(typed: readonly string[]): Promise<number> {
  const [first] = typed
  if (first === '--help' || first === '-h') {
    console.log(EDITION_KEY_HELP)
    return 0
  }
  if (first !== undefined)
    return complain(WRONG_COMMAND, `edition-key doesn't accept "${first}". See --help.`)
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

async function findKey(config: Config): Promise<KeyOutcome> {
  const { editionFile, secretsKeys } = config
  const configured = readSigningKey(Buffer.from(editionFile.signingKey ?? '', 'base64'))
  if (configured !== undefined) return { kind: 'found', key: configured }
  const database = await runningDatabase(config)
  if (database.kind === 'refused') return database
  const { db, close } = connect(database.url)
  try {
    return { kind: 'found', key: await signingKeyOf(db, makeVault(secretsKeys), undefined) }
  } finally {
    await close()
  }
}

const LOST_KEY_HELP = `Usage: candor lost-key [--yes]

For a site whose SECRETS_KEY is lost for good. Counts what can no longer be decrypted. With --yes it also discards the
keys that the site made for itself; the workers make new ones when you restart them. Unsubscribe links in older mails
then stop working, and disaster-recovery sites need the new key that edition-key prints. Channels and authenticator apps
stay: their owners must set them up again.

Set a new SECRETS_KEY first. The site must be running, unless DATABASE_URL names its database.`

export async function lostKey(typed: readonly string[]): Promise<number> {
  if (typed.includes('--help') || typed.includes('-h')) return say(LOST_KEY_HELP)
  const wrong = typed.find((word) => word !== '--yes')
  if (wrong !== undefined) return complain(WRONG_COMMAND, `lost-key doesn't accept "${wrong}". See --help.`)
  const read = readConfig(process.env)
  if (read.kind === 'wrong') return complain(FAILED, read.line)
  // Without this check, a key that is merely not set in this shell would cost all secrets.
  if (read.config.secretsKeys.length === 0)
    return complain(FAILED, 'Set the new SECRETS_KEY first: "openssl rand -base64 32" makes one.')
  try {
    return await giveUp(read.config, { isSure: typed.includes('--yes') })
  } catch (error) {
    const why = (error as Error).message || (error as { code?: string }).code
    return complain(FAILED, `The database could not be read: ${why}`)
  }
}

async function giveUp(config: Config, { isSure }: { isSure: boolean }): Promise<number> {
  const database = await runningDatabase(config)
  if (database.kind === 'refused') return complain(FAILED, database.line)
  const vault = makeVault(config.secretsKeys)
  const { db, close } = connect(database.url)
  try {
    const locked = await countLocked(db, vault, { opensAll: true })
    if (locked.length === 0) return say('Everything in the database can be decrypted. Nothing to do.')
    for (const { place, count } of locked) say(`${place}: ${count} can't be decrypted`)
    if (!isSure)
      return say('Run this with --yes to delete those in secrets.value. The site creates new ones.')
    const names = await forgetLockedKeys(db, vault, { now: new Date() })
    if (names.length > 0) say(`Deleted ${names.join(', ')}. Restart the workers to create new ones.`)
    return 0
  } finally {
    await close()
  }
}
