import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type AccountMailKind, type QueuedMail, queueAccountMail } from '../../db/account-mails.ts'
import type { DB } from '../../db/database.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import {
  type Attempt,
  type AttemptVerdict,
  attemptsOfAddress,
  type Throttled,
  takeAttempt,
  takeAttempts,
} from '../throttle/throttle.ts'

/**
 * Mails that anyone can have sent to someone else's mailbox. The other kinds tell owners what happened to their account
 * ("Your password was changed"). Those are always sent, so that attackers can't use up their quota.
 */
export type AskedMailKind = Extract<
  AccountMailKind,
  'verify-email' | 'reset-password' | 'change-email' | 'confirm-follow' | 'manage-follow'
>

/**
 * Queues such a mail unless its mailbox got three within the hour, of any kind and requested by anyone. The first link
 * to a new password is sent regardless. Questions whether to follow something end sooner, if they are never confirmed.
 * Callers must not reveal the outcome for someone else's mailbox.
 */
export async function queueAskedMail(
  db: Kysely<DB>,
  mail: QueuedMail & { kind: AskedMailKind },
): Promise<{ kind: 'queued' } | Throttled> {
  const verdict = await mayMail(db, mail)
  const isFirstReset = mail.kind === 'reset-password' && (await takeFirstReset(db, mail))
  if (verdict.kind === 'throttled' && !isFirstReset) return verdict
  if (mail.kind === 'confirm-follow') {
    const unconfirmed = await takeAttempt(db, unconfirmedFollows(mail))
    if (unconfirmed.kind === 'throttled') return unconfirmed
  }
  await queueAccountMail(db, mail)
  return { kind: 'queued' }
}

/** Whether the mailbox may get one more mail. Counts it. */
export function mayMail(
  db: Kysely<DB>,
  { email, now }: Pick<QueuedMail, 'email' | 'now'>,
): Promise<AttemptVerdict> {
  const limit = THROTTLE_LIMITS.mailsPerRecipient
  return takeAttempt(db, { limit, subject: subjectOfMailbox(email), now })
}

/** The counter of questions that a mailbox got and didn't confirm. */
export function unconfirmedFollows({ email, now }: Pick<QueuedMail, 'email' | 'now'>): Attempt {
  return { limit: THROTTLE_LIMITS.unconfirmedFollows, subject: subjectOfMailbox(email), now }
}

async function takeFirstReset(db: Kysely<DB>, { email, now }: QueuedMail): Promise<boolean> {
  const attempt = { limit: THROTTLE_LIMITS.firstReset, subject: digest(email), now }
  return (await takeAttempt(db, attempt)).kind !== 'throttled'
}

/** Call before the work that leads to such a mail. Limits how many mails of any kind a client address causes. */
export function mayCauseMail(
  db: Kysely<DB>,
  { address, now }: { address: string; now: Date },
): Promise<AttemptVerdict> {
  return takeAttempts(db, attemptsOfAddress({ limit: THROTTLE_LIMITS.mailsPerClient, address, now }))
}

/** `kim+anything@` reaches the same mailbox as `kim@`. Counters store only a digest of the address. */
function subjectOfMailbox(email: string): string {
  return digest(email.replace(/(?<=[^@])\+[^@]*@/, '@'))
}

function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
