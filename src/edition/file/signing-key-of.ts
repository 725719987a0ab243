import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { readOrMakeSecret } from '../../db/secrets.ts'
import { makePrivateKey, readSigningKey, type SigningKey } from './edition-keys.ts'

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
