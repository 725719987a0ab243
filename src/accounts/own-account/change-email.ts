import { dropQueuedChanges, queueAccountMail } from '../../db/account-mails.ts'
import { voidOneTimeTokens } from '../../db/one-time-tokens.ts'
import { findOwnAccount } from '../../db/own-account.ts'
import { isEmailTaken } from '../../db/users.ts'
import { emailProblem, type FieldErrors, type Provider } from '../../domain/account/account-forms.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { EMAIL_CHANGES_PER_ACCOUNT } from '../../domain/account/own-account-limits.ts'
import type { AccountsDesk } from '../accounts.ts'
import { EMAIL_TAKEN } from '../sign-up.ts'
import { type Throttled, takeAttempt } from '../throttle/throttle.ts'
import { checkOwnPassword } from './check-own-password.ts'

const SAME_EMAIL = 'This is already your email address'

export type EmailChange =
  | { kind: 'asked'; email: string }
  | { kind: 'refused'; errors: FieldErrors<'email' | 'pass'> }
  /** Single sign-on: the identity provider says what the address is. */
  | { kind: 'staff' }
  | Throttled

/** a link goes to the new address, and nothing changes until it is opened. A newer wish replaces an older. */
export async function changeEmail(
  desk: AccountsDesk,
  of: { userId: number; email: string; pass: string; provider: Provider; now: Date },
): Promise<EmailChange> {
  const { db, wakeMails } = desk
  const { userId, now } = of
  const account = await findOwnAccount(db, { userId, now })
  if (account === undefined || account.oidc_issuer !== null) return { kind: 'staff' }
  const email = emailAddress(of.email)
  const problem = emailProblem(of.email, of.provider)
  if (email === undefined || problem !== undefined)
    return { kind: 'refused', errors: problem === undefined ? {} : { email: problem } }
  if (email === account.email) return { kind: 'refused', errors: { email: SAME_EMAIL } }
  const check = await checkOwnPassword(desk, { userId, hash: account.password_hash, pass: of.pass, now })
  if (check.kind === 'throttled') return check
  if (check.kind === 'wrong') return { kind: 'refused', errors: { pass: check.problem } }

  const verdict = await takeAttempt(db, { limit: EMAIL_CHANGES_PER_ACCOUNT, subject: String(userId), now })
  if (verdict.kind === 'throttled') return verdict
  // Signing up tells the same to anybody, so there is nothing to hide here.
  if (await isEmailTaken(db, email)) return { kind: 'refused', errors: { email: EMAIL_TAKEN } }
  await db.transaction().execute(async (trx) => {
    await voidOneTimeTokens(trx, { userId, purposes: ['change-email'], now })
    await dropQueuedChanges(trx, userId)
    await queueAccountMail(trx, { kind: 'change-email', email, userId, now })
  })
  wakeMails()
  return { kind: 'asked', email }
}
