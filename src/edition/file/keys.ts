import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { readOrMakeSecret } from '../../db/secrets.ts'
import { makePrivateKey, publicKeyOf, readSigningKey, type SigningKey } from './edition-keys.ts'
import { writeWhole } from './places/folder-place.ts'

const NAME = 'edition-key.pub'

/** O-06: leaves the public key in the data folder, for a stand-in site on the same machine. It is not a secret. */
export async function leaveOwnKey(dataDir: string, key: SigningKey): Promise<void> {
  const publicKey = publicKeyOf(key)
  if ((await readOwnKey(dataDir)) !== publicKey)
    await writeWhole(dataDir, NAME, Buffer.from(`${publicKey}\n`))
}

/** Undefined: no site has written editions into this data folder. */
export async function readOwnKey(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, NAME), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** The configured key, else the one of the database, which is made when it is first asked for. */
export async function signingKeyOf(
  db: Kysely<DB>,
  vault: Vault,
  configured: string | undefined,
): Promise<SigningKey> {
  const pkcs8 =
    configured === undefined
      ? await readOrMakeSecret(db, vault, 'edition-signing', makePrivateKey)
      : Buffer.from(configured, 'base64')
  const key = readSigningKey(pkcs8)
  if (key === undefined) throw new Error('The key that editions are signed with cannot be read')
  return key
}
