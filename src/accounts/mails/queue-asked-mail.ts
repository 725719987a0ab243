import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type AccountMailKind, type QueuedMail, queueAccountMail } from '../../db/account-mails.ts'
import type { DB } from '../../db/database.ts'
import { mailboxOf } from '../../domain/account/email-address.ts'
import { THROTTLE_LIMITS, type ThrottleLimit } from '../../domain/account/throttle-limits.ts'
import {
  type Attempt,
  type AttemptVerdict,
  attemptsOfAddress,
  forgetAttempts,
  judgeAttempts,
  type Throttled,
  takeAttempt,
  takeAttempts,
} from '../throttle/throttle.ts'

/**
 * Mails that anyone can have sent to someone else's mailbox. The other kinds notify owners of changes to
 * their account ("Your password was changed"). Those are always sent, so that attackers can't use up their
 * quota.
 */
export type AskedMailKind = Extract<
  AccountMailKind,
  'verify-email' | 'reset-password' | 'change-email' | 'confirm-follow' | 'manage-follow'
>

/**
 * Queues such a mail unless its mailbox got three within the hour, of any kind and requested by anyone. The
 * first link to a new password, and the first question whether to follow something, are sent regardless:
 * otherwise strangers could keep the owner from both. Questions stop sooner if they are never confirmed.
 * Most addresses get no link to manage what they follow, so that one is counted once it is known to be
 * sent. Callers must not reveal the outcome for someone else's mailbox.
 */
export async function queueAskedMail(
  db: Kysely<DB>,
  mail: QueuedMail & { kind: AskedMailKind },
): Promise<{ kind: 'queued' } | Throttled> {
  const verdict = mail.kind === 'manage-follow' ? ALLOWED : await mayAsk(db, mail)
  if (verdict.kind === 'throttled') return verdict
  await queueAccountMail(db, mail)
  return { kind: 'queued' }
}

const ALLOWED: AttemptVerdict = { kind: 'allowed' }

async function mayAsk(db: Kysely<DB>, mail: QueuedMail & { kind: AskedMailKind }): Promise<AttemptVerdict> {
  const perDay = mail.kind === 'confirm-follow' ? [unconfirmedFollows(mail)] : []
  // A mail over the daily limit must not use up the hourly limit, which other mails share.
  const today = await judgeAttempts(db, perDay)
  if (today.kind === 'throttled') return today
  const verdict = await mayMail(db, mail)
  const isFirst = await takeFirst(db, mail)
  return verdict.kind === 'throttled' && !isFirst ? verdict : takeAttempts(db, perDay)
}

/** Counts a link to manage what is followed, for an address that is known to follow something. */
export function mayMailManageLink(
  db: Kysely<DB>,
  mail: Pick<QueuedMail, 'email' | 'now'>,
): Promise<AttemptVerdict> {
  const { email, now } = mail
  const hourly = { limit: THROTTLE_LIMITS.mailsPerRecipient, subject: subjectOfMailbox(email), now }
  return takeAttempts(db, [unusedManageLinks(mail), hourly])
}

/** Counts such links that a mailbox got and didn't use. */
export function unusedManageLinks({ email, now }: Pick<QueuedMail, 'email' | 'now'>): Attempt {
  return { limit: THROTTLE_LIMITS.unusedManageLinks, subject: subjectOfMailbox(email), now }
}

/** Whether the mailbox may get one more mail. Counts it. */
export function mayMail(
  db: Kysely<DB>,
  { email, now }: Pick<QueuedMail, 'email' | 'now'>,
): Promise<AttemptVerdict> {
  const limit = THROTTLE_LIMITS.mailsPerRecipient
  return takeAttempt(db, { limit, subject: subjectOfMailbox(email), now })
}

/** Counts questions that a mailbox got and didn't confirm. */
export function unconfirmedFollows({ email, now }: Pick<QueuedMail, 'email' | 'now'>): Attempt {
  return { limit: THROTTLE_LIMITS.unconfirmedFollows, subject: subjectOfMailbox(email), now }
}

/** Remembered for a day after the latest request, even if no mail was sent because there were too many. */
export async function noteAskedToFollow(db: Kysely<DB>, mail: Pick<QueuedMail, 'email' | 'now'>) {
  await forgetAttempts(db, askedToFollow(mail))
  await takeAttempt(db, askedToFollow(mail))
}

export async function wasAskedToFollow(
  db: Kysely<DB>,
  mail: Pick<QueuedMail, 'email' | 'now'>,
): Promise<boolean> {
  return (await judgeAttempts(db, [askedToFollow(mail)])).kind === 'throttled'
}

function askedToFollow({ email, now }: Pick<QueuedMail, 'email' | 'now'>): Attempt {
  return { limit: THROTTLE_LIMITS.askedToFollow, subject: digest(email), now }
}

async function takeFirst(db: Kysely<DB>, { kind, email, now }: QueuedMail): Promise<boolean> {
  const limit = FIRST[kind]
  if (limit === undefined) return false
  const subject = kind === 'reset-password' ? digest(email) : subjectOfMailbox(email)
  return (await takeAttempt(db, { limit, subject, now })).kind !== 'throttled'
}

const FIRST: { [Kind in AccountMailKind]?: ThrottleLimit } = {
  'reset-password': THROTTLE_LIMITS.firstReset,
  'confirm-follow': THROTTLE_LIMITS.firstFollow,
}

/** Call before the work that leads to such a mail. Limits how many mails of any kind a client address causes. */
export function mayCauseMail(
  db: Kysely<DB>,
  { address, now }: { address: string; now: Date },
): Promise<AttemptVerdict> {
  return takeAttempts(db, attemptsOfAddress({ limit: THROTTLE_LIMITS.mailsPerClient, address, now }))
}

/** Counters store only a digest of the address. */
function subjectOfMailbox(email: string): string {
  return digest(mailboxOf(email))
}

function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
