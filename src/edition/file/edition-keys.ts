import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

/** What files are signed with. Its id tells readers who know several keys which one to look by. */
export interface SigningKey {
  id: string
  privateKey: KeyObject
}

/** By id. */
export type PublicKeys = ReadonlyMap<string, KeyObject>

const ID_LENGTH = 16

/** A new private key, in the form in which it is kept: PKCS #8, DER. */
export function makePrivateKey(): Buffer {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' })
}

/** Undefined when this is no private key of Ed25519. */
export function readSigningKey(pkcs8: Buffer): SigningKey | undefined {
  const privateKey = readKey(() => createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }))
  return privateKey === undefined ? undefined : { id: idOf(createPublicKey(privateKey)), privateKey }
}

/** As `EDITION_PUBLIC_KEY` takes it: base64 of the SPKI form. */
export function publicKeyOf({ privateKey }: SigningKey): string {
  return spkiOf(createPublicKey(privateKey)).toString('base64')
}

/** Undefined when this is no public key of Ed25519. */
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
  // Base64 has bits to spare at its end: one signature is one text.
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
