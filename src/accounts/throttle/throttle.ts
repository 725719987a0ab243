import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import {
  type Counter,
  clearThrottle,
  countAttempt,
  findThrottle,
  uncountAttempt,
} from '../../db/throttles.ts'
import { networkOfSubject, subjectOfAddress } from '../../domain/account/subject-of-address.ts'
import { limitOfNetwork, type ThrottleLimit } from '../../domain/account/throttle-limits.ts'
import type { AccountsDesk } from '../accounts.ts'

export interface Attempt {
  limit: ThrottleLimit
  /** A user or session id, `subjectOfName(…)`, or a result of `attemptsOfAddress`. */
  subject: string
  now: Date
  /** Checked before anything is counted: a throttled network leaves no new counter for each of its addresses. */
  isAskedFirst?: boolean
}

export type AttemptVerdict = { kind: 'allowed' } | Throttled
export interface Throttled {
  kind: 'throttled'
  retryAfterS: number
  limit: string
}

/**
 * The counters of a client address: the address itself (for IPv6 its /64), then the /48. In this order, so that a
 * throttled address uses up nothing of its network.
 */
export function attemptsOfAddress({
  limit,
  address,
  now,
}: {
  limit: ThrottleLimit
  address: string
  now: Date
}): Attempt[] {
  const subject = subjectOfAddress(address)
  const network = networkOfSubject(subject)
  const ofAddress = { limit, subject, now }
  return network === subject
    ? [ofAddress]
    : [ofAddress, { limit: limitOfNetwork(limit), subject: network, now, isAskedFirst: true }]
}

/** Call before the attempt, so that concurrent guesses are all counted. */
export async function takeAttempt(db: Kysely<DB>, attempt: Attempt): Promise<AttemptVerdict> {
  const { limit } = attempt
  const counted = await countAttempt(db, { ...counterOf(attempt), limit: limit.attempts })
  return counted === 'counted'
    ? { kind: 'allowed' }
    : throttled(attempt, await findThrottle(db, counterOf(attempt)))
}

export async function takeAttempts(db: Kysely<DB>, attempts: readonly Attempt[]): Promise<AttemptVerdict> {
  const asked = await judgeAttempts(
    db,
    attempts.filter(({ isAskedFirst }) => isAskedFirst),
  )
  if (asked.kind === 'throttled') return asked
  return firstThrottled(attempts, (attempt) => takeAttempt(db, attempt))
}

export async function refundAttempt(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  await uncountAttempt(db, counterOf(attempt))
}

/** Call after a commit. Failing to refund must not fail the request: the counters expire on their own. */
export async function settleAttempts(
  { db, logFault }: Pick<AccountsDesk, 'db' | 'logFault'>,
  { refunded = [], forgotten = [] }: { refunded?: readonly Attempt[]; forgotten?: readonly Attempt[] },
): Promise<void> {
  try {
    for (const attempt of refunded) await refundAttempt(db, attempt)
    for (const attempt of forgotten) await forgetAttempts(db, attempt)
  } catch (error) {
    logFault(error, 'Sign-in attempts could not be refunded')
  }
}

export async function forgetAttempts(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  await clearThrottle(db, counterOf(attempt).key)
}

export async function judgeAttempts(db: Kysely<DB>, attempts: readonly Attempt[]): Promise<AttemptVerdict> {
  return firstThrottled(attempts, async (attempt) => {
    const found = await findThrottle(db, counterOf(attempt))
    const isUsedUp = found !== undefined && found.attempts >= attempt.limit.attempts
    return isUsedUp ? throttled(attempt, found) : { kind: 'allowed' }
  })
}

async function firstThrottled(
  attempts: readonly Attempt[],
  ask: (attempt: Attempt) => Promise<AttemptVerdict>,
): Promise<AttemptVerdict> {
  for (const attempt of attempts) {
    const verdict = await ask(attempt)
    if (verdict.kind === 'throttled') return verdict
  }
  return { kind: 'allowed' }
}

function throttled({ limit, now }: Attempt, found: { window_started_at: Date } | undefined): Throttled {
  const startedAt = found?.window_started_at ?? now
  const leftMs = startedAt.getTime() + limit.windowS * 1000 - now.getTime()
  return { kind: 'throttled', retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)), limit: limit.name }
}

export function throttleKey({ limit, subject }: Pick<Attempt, 'limit' | 'subject'>): string {
  return `${limit.name}:${subject}`
}

function counterOf(attempt: Attempt): Counter {
  const { limit, now } = attempt
  return {
    key: throttleKey(attempt),
    overIfStartedAt: new Date(now.getTime() - limit.windowS * 1000),
    now,
  }
}
