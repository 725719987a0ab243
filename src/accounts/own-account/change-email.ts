import { dropQueuedChanges, queueAccountMail } from '../../db/account-mails.ts'
import { voidOneTimeTokens } from '../../db/one-time-tokens.ts'
import { findOwnAccount, holdPassword } from '../../db/own-account.ts'
import { isEmailTaken } from '../../db/users.ts'
import { emailProblem, type FieldErrors, type Provider } from '../../domain/account/account-forms.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { isStaffAccount } from '../../domain/account/staff-address.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import type { AccountsDesk } from '../accounts.ts'
import { mayCauseMail, mayMail } from '../mails/queue-asked-mail.ts'
import { EMAIL_TAKEN } from '../sign-up.ts'
import { type Throttled, takeAttempt } from '../throttle/throttle.ts'
import type { SignedInViewer } from '../viewer.ts'
import { checkOwnPassword, WRONG_PASSWORD } from './check-own-password.ts'

const SAME_EMAIL = 'This is already your email address'
const VERIFY_FIRST = 'Please verify your current email address first'

export type EmailChange =
  | { kind: 'asked'; email: string }
  | { kind: 'refused'; errors: FieldErrors<'email' | 'pass'> }
  /** Single sign-on or a staff address: the identity provider owns the address. */
  | { kind: 'staff' }
  | Throttled

/**
 * a link goes to the new address, and nothing changes until it is opened. A newer request replaces an older one.
 */
export async function changeEmail(
  desk: AccountsDesk,
  of: {
    viewer: SignedInViewer
    email: string
    pass: string
    address: string
    provider: Provider
    now: Date
  },
): Promise<EmailChange> {
  const { db, wakeMails } = desk
  const { viewer, address, provider, now } = of
  const userId = viewer.uid
  const account = await findOwnAccount(db, { userId, now })
  if (account === undefined || account.oidc_issuer !== null) return { kind: 'staff' }
  if (isStaffAccount(account, provider.staff_domains)) return { kind: 'staff' }
  const email = emailAddress(of.email)
  const problem = emailProblem(of.email, provider)
  if (email === undefined || problem !== undefined)
    return { kind: 'refused', errors: problem === undefined ? {} : { email: problem } }
  if (email === account.email) return { kind: 'refused', errors: { email: SAME_EMAIL } }
  // Otherwise anyone could sign up with someone else's address and have mails about changes sent to it.
  if (account.email_verified_at === null) return { kind: 'refused', errors: { email: VERIFY_FIRST } }
  const { password_hash: hash } = account
  const check = await checkOwnPassword(desk, { sessionId: viewer.sessionId, hash, pass: of.pass, now })
  if (check.kind === 'throttled') return check
  if (check.kind === 'wrong') return { kind: 'refused', errors: { pass: check.problem } }

  const limit = THROTTLE_LIMITS.emailChangesPerAccount
  const verdict = await takeAttempt(db, { limit, subject: String(userId), now })
  if (verdict.kind === 'throttled') return verdict
  const byClient = await mayCauseMail(db, { address, now })
  if (byClient.kind === 'throttled') return byClient
  // Signing up reveals the same, so there is nothing to hide here.
  if (await isEmailTaken(db, email)) return { kind: 'refused', errors: { email: EMAIL_TAKEN } }
  const outcome = await db.transaction().execute(async (trx): Promise<EmailChange> => {
    // The password was changed in the meantime.
    if (!(await holdPassword(trx, { userId, hash: hash ?? '' })))
      return { kind: 'refused', errors: { pass: WRONG_PASSWORD } }
    const mailbox = await mayMail(trx, { email, now })
    if (mailbox.kind === 'throttled') return mailbox
    await dropQueuedChanges(trx, userId)
    await voidOneTimeTokens(trx, { userId, purposes: ['change-email'], now })
    await queueAccountMail(trx, { kind: 'change-email', email, userId, now })
    return { kind: 'asked', email }
  })
  if (outcome.kind === 'asked') wakeMails()
  return outcome
}
