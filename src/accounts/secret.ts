import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isDatabaseLost } from '../db/is-database-lost.ts'
import { LockedSecret } from '../db/secrets.ts'
import { LineIsFull, OwnPlacesTaken } from './turns.ts'

/** Far more than can ever be guessed; 43 characters in base64url. */
const SECRET_BYTES = 32

/** For sessions, one-time links and devices alike. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Only hashes are kept: a copy of a table opens nothing. Secrets are random, so a plain hash is enough. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isSecretOf(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashOfSecret(secret), hash)
}

export type Trouble = 'no-database' | 'too-busy' | 'too-many-at-once'

/** What passes by itself; whoever asked is told to come again, and nothing is wrong with what they asked. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof LineIsFull) return 'too-busy'
  if (error instanceof OwnPlacesTaken) return 'too-many-at-once'
  // Until somebody sets the key. The log says so by itself.
  if (error instanceof LockedSecret) return 'no-database'
  return isDatabaseLost(error) ? 'no-database' : undefined
}
