import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type AccountMailKind, type QueuedMail, queueAccountMail } from '../../db/account-mails.ts'
import type { DB } from '../../db/database.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import {
  type AttemptVerdict,
  attemptsOfAddress,
  type Throttled,
  takeAttempt,
  takeAttempts,
} from '../throttle/throttle.ts'

/**
 * The mails that somebody can have sent to a mailbox that is not theirs. The others tell the owner what was done with the
 * account ("Your password was changed") and are always sent: nobody can use up their place.
 */
export type AskedMailKind = Extract<AccountMailKind, 'verify-email' | 'reset-password' | 'change-email'>

/**
 * Queues such a mail, unless its mailbox was sent three within the hour, in whatever way and at whoever's wish; the first
 * link to a new password is sent all the same. Callers who ask about the mailbox of others must not tell them which it was.
 */
export async function queueAskedMail(
  db: Kysely<DB>,
  mail: QueuedMail & { kind: AskedMailKind },
): Promise<{ kind: 'queued' } | Throttled> {
  const verdict = await mayMail(db, mail)
  const isFirstReset = mail.kind === 'reset-password' && (await takeFirstReset(db, mail))
  if (verdict.kind === 'throttled' && !isFirstReset) return verdict
  await queueAccountMail(db, mail)
  return { kind: 'queued' }
}

/** Whether the mailbox may be sent one more. Counts it. */
export function mayMail(
  db: Kysely<DB>,
  { email, now }: Pick<QueuedMail, 'email' | 'now'>,
): Promise<AttemptVerdict> {
  const limit = THROTTLE_LIMITS.mailsPerRecipient
  return takeAttempt(db, { limit, subject: subjectOfMailbox(email), now })
}

async function takeFirstReset(db: Kysely<DB>, { email, now }: QueuedMail): Promise<boolean> {
  const attempt = { limit: THROTTLE_LIMITS.firstReset, subject: digest(email), now }
  return (await takeAttempt(db, attempt)).kind !== 'throttled'
}

/** Before the work that leads to such a mail: how many a client address causes, in whatever way. */
export function mayCauseMail(
  db: Kysely<DB>,
  { address, now }: { address: string; now: Date },
): Promise<AttemptVerdict> {
  return takeAttempts(db, attemptsOfAddress({ limit: THROTTLE_LIMITS.mailsPerClient, address, now }))
}

/** `kim+anything@` reaches the same mailbox as `kim@`. Counters keep no readable address. */
function subjectOfMailbox(email: string): string {
  return digest(email.replace(/(?<=[^@])\+[^@]*@/, '@'))
}

function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
