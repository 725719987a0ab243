import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { countFailedSignIn } from '../db/failed-sign-ins.ts'
import { addressPrefix } from '../domain/account/subject-of-address.ts'

export interface FailedTry {
  userId: number | undefined
  address: string
  by: 'password' | 'sign-on'
  /** Refused unchecked, after too many failures. */
  isThrottled: boolean
  /** Why, in words for the audit log. Never contains user input. */
  reason: string
  now: Date
}

/** More attempts than anyone can make within an hour. */
const ANY_NUMBER = 1_000_000_000

export function noteFailedSignIn(db: Kysely<DB>, failed: FailedTry): Promise<void> {
  return countFailedSignIn(db, {
    userId: failed.userId,
    from: addressPrefix(failed.address),
    actor: failed.by === 'password' ? 'sign-in' : 'sign-on',
    reason: failed.isThrottled ? 'too many attempts before' : failed.reason,
    countedAtMost: failed.isThrottled ? 1 : ANY_NUMBER,
    now: failed.now,
  })
}
