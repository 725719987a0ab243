import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** A sealed value opens only where it was stored. */
export interface SealedPlace {
  table: string
  column: string
  row: number | string
}

export interface Vault {
  seal(value: string, place: SealedPlace): string
  /**
   * Plain values stay as they are. Undefined if the value is sealed with an unknown key, damaged, or copied from
   * another place.
   */
  open(stored: string, place: SealedPlace): string | undefined
  /** The prefix of values sealed with the current key. Undefined without a key. */
  newest: string | undefined
  older: readonly string[]
}

/**
 * A sealed value of any version: the key, then the rest. No plain value matches it. PostgreSQL uses it,
 * too.
 */
export const SEALED_PATTERN = '^sealed:[0-9]+:[0-9a-f]{8}:[A-Za-z0-9_-]*$'
const IS_SEALED = new RegExp(SEALED_PATTERN)
const SEALED = 'sealed:'
const VERSION = '1'
const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const KEY_ID_BYTES = 4
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The first key seals; all of them open. */
export function makeVault(keys: readonly Uint8Array[]): Vault {
  const known = keys.map(keyOf)
  const [newest, ...older] = known
  return {
    seal: (value, place) => (newest === undefined ? value : sealWith(newest, value, place)),
    open: (stored, place) => {
      if (!isSealed(stored)) return stored
      const key = known.find(({ prefix }) => stored.startsWith(prefix))
      return key && openWith(key, stored, place)
    },
    newest: newest?.prefix,
    // A key that is listed twice isn't old.
    older: older.map(({ prefix }) => prefix).filter((prefix) => prefix !== newest?.prefix),
  }
}

function isSealed(stored: string): boolean {
  return stored.startsWith(SEALED) && IS_SEALED.test(stored)
}

export const OPEN_VAULT = makeVault([])

interface VaultKey {
  prefix: string
  bytes: Uint8Array
}

function keyOf(key: Uint8Array): VaultKey {
  const id = Buffer.from(derived(key, 'candor at rest: id', KEY_ID_BYTES)).toString('hex')
  return {
    prefix: `${SEALED}${VERSION}:${id}:`,
    bytes: derived(key, `candor at rest: ${CIPHER}`, KEY_BYTES),
  }
}

function derived(key: Uint8Array, purpose: string, bytes: number) {
  return new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), purpose, bytes))
}

function sealWith({ prefix, bytes }: VaultKey, value: string, place: SealedPlace): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(boundTo(prefix, place))
  const parts = [nonce, cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return prefix + Buffer.concat(parts).toString('base64url')
}

function openWith({ prefix, bytes }: VaultKey, stored: string, place: SealedPlace): string | undefined {
  const sealed = Buffer.from(stored.slice(prefix.length), 'base64url')
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv(CIPHER, bytes, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(boundTo(prefix, place))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const value = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([value, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function boundTo(prefix: string, { table, column, row }: SealedPlace): Buffer {
  return Buffer.from(`${prefix}${table}.${column}:${row}`)
}
