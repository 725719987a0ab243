import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { subjectOfAddress } from '../../domain/account/subject-of-address.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { type AttemptVerdict, takeAttempt } from '../throttle/throttle.ts'

/**
 * Counts a token that opens nothing, for the address it came from. A right one is let in all the same: no token can be
 * guessed, and many programs may share an address with one that has an old token.
 */
export function refuseWrongToken(
  db: Kysely<DB>,
  { address, now }: { address: string; now: Date },
): Promise<AttemptVerdict> {
  return takeAttempt(db, { limit: THROTTLE_LIMITS.wrongTokens, subject: subjectOfAddress(address), now })
}
