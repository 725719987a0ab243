import { randomBytes } from 'node:crypto'
import type { SealedPlace, Vault } from '../../db/at-rest/vault.ts'

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20

export function newAppSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

export type AppSecretPlace = { userId: number } | { setupIn: number }

export function sealAppSecret(vault: Vault, secret: Uint8Array, at: AppSecretPlace): string {
  return vault.seal(base32(secret), sealedPlaceOf(at))
}

/** Undefined if sealed with a key that this process doesn't have. */
export function openAppSecret(vault: Vault, stored: string, at: AppSecretPlace): Buffer | undefined {
  const secret = vault.open(stored, sealedPlaceOf(at))
  return secret === undefined ? undefined : fromBase32(secret)
}

function sealedPlaceOf(at: AppSecretPlace): SealedPlace {
  return 'userId' in at
    ? { table: 'second_factor_apps', column: 'secret', row: at.userId }
    : { table: 'second_factor_setups', column: 'secret', row: at.setupIn }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticator apps expect it. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
