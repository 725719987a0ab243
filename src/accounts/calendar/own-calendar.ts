import type { Kysely } from 'kysely'
import { queueCalendarMail } from '../../db/account-mails.ts'
import {
  deleteCalendar,
  findCalendarOfUser,
  findCalendarOwner,
  putCalendar,
  subscriptionsOfUser,
} from '../../db/calendars.ts'
import type { DB } from '../../db/database.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import type { Subscription } from '../../domain/notifying/subscription.ts'
import type { AccountsDesk } from '../accounts.ts'
import { hashOfSecret, newSecret } from '../secret.ts'
import { attemptsOfAddress, type Throttled, takeAttempts } from '../throttle/throttle.ts'

type Desk = Pick<AccountsDesk, 'db'>

export async function ownCalendar({ db }: Desk, userId: number): Promise<{ createdAt: Date | null }> {
  const found = await findCalendarOfUser(db, userId)
  return { createdAt: found?.created_at ?? null }
}

export async function makeOwnCalendar(
  { db, wakeMails }: Pick<AccountsDesk, 'db' | 'wakeMails'>,
  { userId, now }: { userId: number; now: Date },
): Promise<{ secret: string }> {
  const secret = newSecret()
  await db.transaction().execute(async (trx) => {
    await putCalendar(trx, { userId, digest: hashOfSecret(secret), now })
    await queueCalendarMail(trx, { userId, now })
  })
  wakeMails()
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
 * A wrong URL counts against the client address. A right one is always answered, because it can't be guessed
 * and many clients may share the address that a wrong one came from.
 */
export async function findOwnCalendar(
  db: Kysely<DB>,
  { secret, address, now }: { secret: string; address: string; now: Date },
): Promise<CalendarFound> {
  const owner = await findCalendarOwner(db, hashOfSecret(secret))
  if (owner !== undefined)
    return { kind: 'found', subscriptions: await subscriptionsOfUser(db, owner.user_id) }
  const limit = THROTTLE_LIMITS.wrongCalendars
  const verdict = await takeAttempts(db, attemptsOfAddress({ limit, address, now }))
  return verdict.kind === 'throttled' ? verdict : { kind: 'unknown' }
}
