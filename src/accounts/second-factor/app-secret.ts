import { randomBytes } from 'node:crypto'

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20

export function newAppSecret(): Buffer {
  return randomBytes(SECRET_BYTES)
}

/** How a secret is written to the database. With `openAppSecret` the only place that knows. */
export function sealAppSecret(secret: Uint8Array): string {
  return base32(secret)
}

export function openAppSecret(stored: string): Buffer {
  return fromBase32(stored)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding: how authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
