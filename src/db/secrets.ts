import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { SealedPlace, Vault } from './at-rest/vault.ts'
import type { DB } from './database.ts'

export type SecretName = 'unsubscribe' | 'edition-signing' | 'demo-identity' | 'bounces'

/** Sealed with a key that this process does not have. What needs it waits until somebody sets that key. */
export class LockedSecret extends Error {
  constructor(name: SecretName) {
    super(`The key "${name}" in the database is sealed, and SECRETS_KEY is missing or wrong`)
  }
}

const UNSUBSCRIBE_KEY_BYTES = 32

/** What links to unsubscribe are signed with. */
export function unsubscribeKey(db: Kysely<DB>, vault: Vault): Promise<Buffer> {
  return readOrMakeSecret(db, vault, 'unsubscribe', () => randomBytes(UNSUBSCRIBE_KEY_BYTES))
}

/**
 * A key that all processes of this site share, and that is made when it is first needed. Of several who make it at once,
 * one does.
 */
export async function readOrMakeSecret(
  db: Kysely<DB>,
  vault: Vault,
  name: SecretName,
  make: () => Buffer,
): Promise<Buffer> {
  const kept = await findSecret(db, vault, name)
  if (kept !== undefined) return kept
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

/** A sealed text as bytes, with the value in base64. */
export function sealedSecret(vault: Vault, name: string, value: Buffer): Buffer {
  if (vault.newest === undefined) return value
  return Buffer.from(vault.seal(value.toString('base64'), placeOf(name)))
}

/** Undefined: it cannot be opened. */
export function openedSecret(vault: Vault, name: string, stored: Buffer): Buffer | undefined {
  const text = stored.toString('latin1')
  const opened = vault.open(text, placeOf(name))
  if (opened === undefined) return undefined
  return opened === text ? stored : Buffer.from(opened, 'base64')
}

function placeOf(name: string): SealedPlace {
  return { table: 'secrets', column: 'value', row: name }
}

const BOUNCE_KEY_BYTES = 32

/** The key that bounce addresses are signed with: read by the first mail that needs it, and again only after a failure. */
export function bounceKey(db: Kysely<DB>, vault: Vault): () => Promise<Buffer> {
  let reading: Promise<Buffer> | undefined
  return () => {
    reading ??= readOrMakeSecret(db, vault, 'bounces', () => randomBytes(BOUNCE_KEY_BYTES)).catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }
}
