import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { type AttemptVerdict, attemptsOfAddress, takeAttempts } from '../throttle/throttle.ts'

/** Published, so that repository scanners recognize leaked tokens. */
export const TOKEN_PREFIX = 'cnd_'
const TOKEN = /^cnd_[A-Za-z0-9_-]{43}$/

export function tokenOfHeader(authorization: string | undefined): string | undefined {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return TOKEN.test(token) ? token : undefined
}

/**
 * Counts a wrong token against its client address. Right tokens are always accepted: they can't be guessed, and many
 * programs may share an address with one that uses an old token.
 */
export function refuseWrongToken(
  db: Kysely<DB>,
  { address, now }: { address: string; now: Date },
): Promise<AttemptVerdict> {
  return takeAttempts(db, attemptsOfAddress({ limit: THROTTLE_LIMITS.wrongTokens, address, now }))
}
