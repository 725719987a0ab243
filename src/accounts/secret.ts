import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Impossible to guess; 43 characters in base64url. */
const SECRET_BYTES = 32

export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Only hashes are stored: a stolen table opens nothing. Secrets are random, so a plain hash is enough. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isSecretOf(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashOfSecret(secret), hash)
}
