import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { type AttemptVerdict, attemptsOfAddress, takeAttempts } from '../throttle/throttle.ts'

/** Said aloud, so that scanners of repositories know a key that was left in one. */
export const TOKEN_PREFIX = 'cnd_'
const TOKEN = /^cnd_[A-Za-z0-9_-]{43}$/

/** What `Authorization` brings, if it can be a token of ours: anything else is not even looked up. */
export function tokenOfHeader(authorization: string | undefined): string | undefined {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
  return TOKEN.test(token) ? token : undefined
}

/**
 * Counts a token that opens nothing, for the address it came from. A right one is let in all the same: no token can be
 * guessed, and many programs may share an address with one that has an old token.
 */
export function refuseWrongToken(
  db: Kysely<DB>,
  { address, now }: { address: string; now: Date },
): Promise<AttemptVerdict> {
  return takeAttempts(db, attemptsOfAddress({ limit: THROTTLE_LIMITS.wrongTokens, address, now }))
}
