import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SealedPlace, Vault } from './at-rest/vault.ts'
import type { DB } from './database.ts'

export const SITE_SECRETS = {
  unsubscribe: 'sealed',
  'edition-signing': 'sealed',
  'log-signing': 'sealed',
  bounces: 'sealed',
  'demo-identity': { inClear: 'The demo lets people in without a password, so there is nothing to steal.' },
} as const satisfies Record<string, 'sealed' | { inClear: string }>

export type SecretName = keyof typeof SITE_SECRETS

/** Features that need the key wait until SECRETS_KEY is set. */
export class LockedSecret extends Error {
  constructor(name: SecretName) {
    super(`The key "${name}" in the database is sealed, and SECRETS_KEY is missing or wrong`)
  }
}

const UNSUBSCRIBE_KEY_BYTES = 32

export function unsubscribeKey(db: Kysely<DB>, vault: Vault): Promise<Buffer> {
  return readOrMakeSecret(db, vault, 'unsubscribe', () => randomBytes(UNSUBSCRIBE_KEY_BYTES))
}

export async function readOrMakeSecret(
  db: Kysely<DB>,
  vault: Vault,
  name: SecretName,
  make: () => Buffer,
): Promise<Buffer> {
  const stored = await findSecret(db, vault, name)
  if (stored !== undefined) return stored
  const made = make()
  await db
    .insertInto('secrets')
    .values({ name, value: sealedSecret(vault, name, made) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findSecret(db, vault, name)) ?? made
}

async function findSecret(db: Kysely<DB>, vault: Vault, name: SecretName): Promise<Buffer | undefined> {
  const row = await db.selectFrom('secrets').where('name', '=', name).select('value').executeTakeFirst()
  if (row === undefined) return undefined
  const opened = openedSecret(vault, name, row.value)
  if (opened === undefined) throw new LockedSecret(name)
  return opened
}

/** The value in base64, sealed, as bytes. */
export function sealedSecret(vault: Vault, name: string, value: Buffer): Buffer {
  if (vault.newest === undefined) return value
  return Buffer.from(vault.seal(value.toString('base64'), sealedPlace(name)))
}

export function openedSecret(vault: Vault, name: string, stored: Buffer): Buffer | undefined {
  const text = stored.toString('latin1')
  const opened = vault.open(text, sealedPlace(name))
  if (opened === undefined) return undefined
  return opened === text ? stored : Buffer.from(opened, 'base64')
}

function sealedPlace(name: string): SealedPlace {
  return { table: 'secrets', column: 'value', row: name }
}

const BOUNCE_KEY_BYTES = 32

export function bounceKey(db: Kysely<DB>, vault: Vault): () => Promise<Buffer> {
  return currentKey(() => readOrMakeSecret(db, vault, 'bounces', () => randomBytes(BOUNCE_KEY_BYTES)))
}

/** Reading the key for each mail would be too slow. */
const KEY_IS_CURRENT_FOR_MS = 1_000

/** Read when first needed and then again regularly: a restore under a running site can change the key. */
export function currentKey(read: () => Promise<Buffer>): () => Promise<Buffer> {
  let known: Buffer | undefined
  let reading: Promise<Buffer> | undefined
  let readAt = 0

  async function readAnew(): Promise<Buffer> {
    try {
      known = await read()
      return known
    } catch (error) {
      // If the database can't be reached, use the last known key.
      if (known !== undefined && !(error instanceof LockedSecret)) return known
      reading = undefined
      throw error
    }
  }

  return () => {
    const now = performance.now()
    if (reading === undefined || now - readAt >= KEY_IS_CURRENT_FOR_MS) {
      readAt = now
      reading = readAnew()
    }
    return reading
  }
}
