import type { Kysely } from 'kysely'
import {
  deleteCalendar,
  findCalendarOfUser,
  findCalendarOwner,
  putCalendar,
  subscriptionsOfUser,
} from '../../db/calendars.ts'
import type { DB } from '../../db/database.ts'
import { subjectOfAddress } from '../../domain/account/subject-of-address.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import type { Subscription } from '../../domain/telling/subscription.ts'
import type { AccountsDesk } from '../accounts.ts'
import { hashOfSecret, newSecret } from '../secret.ts'
import { type Throttled, takeAttempt } from '../throttle/throttle.ts'

type Desk = Pick<AccountsDesk, 'db'>

/** Since when there is an address; null where there is none. The address itself is nowhere to be read. */
export async function ownCalendar({ db }: Desk, userId: number): Promise<{ createdAt: Date | null }> {
  const found = await findCalendarOfUser(db, userId)
  return { createdAt: found?.created_at ?? null }
}

/** A new address: shown now and never again. The one before leads nowhere any more. */
export async function makeOwnCalendar(
  { db }: Desk,
  { userId, now }: { userId: number; now: Date },
): Promise<{ secret: string }> {
  const secret = newSecret()
  await putCalendar(db, { userId, digest: hashOfSecret(secret), now })
  return { secret }
}

export function removeOwnCalendar({ db }: Desk, userId: number): Promise<void> {
  return deleteCalendar(db, userId)
}

export type CalendarFound =
  | { kind: 'found'; subscriptions: readonly Subscription[] }
  | { kind: 'unknown' }
  | Throttled

/**
 * What the owner of a calendar wants to hear of. A wrong address counts for whoever asked; a right one is answered all the same,
 * since none can be guessed and many may share the address that a wrong one came from.
 */
export async function findOwnCalendar(
  db: Kysely<DB>,
  { secret, address, now }: { secret: string; address: string; now: Date },
): Promise<CalendarFound> {
  const owner = await findCalendarOwner(db, hashOfSecret(secret))
  if (owner !== undefined)
    return { kind: 'found', subscriptions: await subscriptionsOfUser(db, owner.user_id) }
  const limit = THROTTLE_LIMITS.wrongCalendars
  const verdict = await takeAttempt(db, { limit, subject: subjectOfAddress(address), now })
  return verdict.kind === 'throttled' ? verdict : { kind: 'unknown' }
}
