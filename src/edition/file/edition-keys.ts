import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Vault } from '../../db/at-rest/vault.ts'
import type { DB } from '../../db/database.ts'
import { readOrMakeSecret } from '../../db/secrets.ts'
import { writeWhole } from './edition-targets.ts'

export interface SigningKey {
  id: string
  privateKey: KeyObject
}

export type PublicKeys = ReadonlyMap<string, KeyObject>

const ID_LENGTH = 16

export function makePrivateKey(): Buffer {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' })
}

/** Undefined unless this is an Ed25519 private key. */
export function readSigningKey(pkcs8: Buffer): SigningKey | undefined {
  const privateKey = readKey(() => createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))
  return privateKey === undefined ? undefined : { id: idOf(createPublicKey(privateKey)), privateKey }
}

export function publicKeyOf({ privateKey }: SigningKey): string {
  return spkiOf(createPublicKey(privateKey)).toString('base64')
}

export function readPublicKey(base64: string): { id: string; key: KeyObject } | undefined {
  const spki = Buffer.from(base64, 'base64')
  const key = readKey(() => createPublicKey({ key: spki, format: 'der', type: 'spki' }))
  return key === undefined ? undefined : { id: idOf(key), key }
}

export function signText({ privateKey }: SigningKey, text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString('base64')
}

export function isSignedBy(
  keys: PublicKeys,
  { text, signature, key: id }: { text: string; signature: string; key: string },
): boolean {
  const key = keys.get(id)
  const bytes = Buffer.from(signature, 'base64')
  // The last base64 character has unused bits: accept only one spelling per signature.
  const isPlain = bytes.toString('base64') === signature
  return key !== undefined && isPlain && verify(null, Buffer.from(text), key, bytes)
}

function readKey(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read()
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

function idOf(publicKey: KeyObject): string {
  return createHash('sha256').update(spkiOf(publicKey)).digest('hex').slice(0, ID_LENGTH)
}

function spkiOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' })
}

const PUBLIC_KEY_FILE = 'edition-key.pub'

/** O-06: stores the public key in the data folder, for a recovery site on the same machine. It is not a secret. */
export async function leaveOwnKey(dataDir: string, key: SigningKey): Promise<void> {
  const publicKey = publicKeyOf(key)
  if ((await readOwnKey(dataDir)) !== publicKey)
    await writeWhole(dataDir, PUBLIC_KEY_FILE, Buffer.from(`${publicKey}\n`))
}

export async function readOwnKey(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, PUBLIC_KEY_FILE), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** The configured key, or the database's own, which is created on first use. */
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
  if (key === undefined) throw new Error('The signing key of editions can’t be read')
  return key
}
