import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { countFailedSignIn } from '../db/failed-sign-ins.ts'
import { addressPrefix } from '../domain/account/subject-of-address.ts'

export interface FailedTry {
  /** Undefined where we don't know whose account was meant. */
  userId: number | undefined
  address: string
  by: 'password' | 'sign-on'
  /** Too many had failed before, so this one was not looked at. */
  isThrottled: boolean
  /** Why, in words for the audit. Never anything that was typed. */
  reason: string
  now: Date
}

/** More than anybody gets to try within an hour. */
const ANY_NUMBER = 1_000_000_000

/** In the audit, by account and network. A flood of tries leaves a few entries. */
export function noteFailedSignIn(db: Kysely<DB>, failed: FailedTry): Promise<void> {
  return countFailedSignIn(db, {
    userId: failed.userId,
    from: addressPrefix(failed.address),
    actor: failed.by === 'password' ? 'sign-in' : 'sign-on',
    reason: failed.isThrottled ? 'too many tries before' : failed.reason,
    countedAtMost: failed.isThrottled ? 1 : ANY_NUMBER,
    now: failed.now,
  })
}
