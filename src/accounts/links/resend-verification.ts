import { findUserDetails } from '../../db/users.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import type { AccountsDesk } from '../accounts.ts'
import { mayCauseMail, queueAskedMail } from '../mails/queue-asked-mail.ts'
import { type Throttled, takeAttempt } from '../throttle/throttle.ts'

export type Resending =
  | { kind: 'queued' }
  | { kind: 'verified-already' }
  /** For staff whose identity provider doesn't vouch for an address. */
  | { kind: 'no-address' }
  | Throttled

/** only to the address of the requesting account. */
export async function resendVerification(
  { db, wakeMails }: AccountsDesk,
  { userId, address, now }: { userId: number; address: string; now: Date },
): Promise<Resending> {
  const account = await findUserDetails(db, userId)
  if (account?.email == null) return { kind: 'no-address' }
  if (account.email_verified_at !== null) return { kind: 'verified-already' }
  const verdict = await takeAttempt(db, {
    limit: THROTTLE_LIMITS.resendPerAccount,
    subject: String(userId),
    now,
  })
  if (verdict.kind === 'throttled') return verdict
  const byClient = await mayCauseMail(db, { address, now })
  if (byClient.kind === 'throttled') return byClient
  // It is the user's own mailbox, so its rate limit needn't be hidden.
  const queued = await queueAskedMail(db, { kind: 'verify-email', email: account.email, userId, now })
  if (queued.kind === 'queued') wakeMails()
  return queued
}
