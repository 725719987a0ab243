import { isEmailTaken } from '../db/users.ts'
import { emailProblem, type Provider } from '../domain/account/account-forms.ts'
import { emailAddress } from '../domain/account/email-address.ts'
import { THROTTLE_LIMITS } from '../domain/account/throttle-limits.ts'
import type { AccountsDesk } from './accounts.ts'
import { EMAIL_TAKEN } from './sign-up.ts'
import { attemptsOfAddress, type Throttled, takeAttempts } from './throttle/throttle.ts'

export type ValidateEmailOutcome = { kind: 'valid' } | { kind: 'not-valid'; message: string } | Throttled

/** reveals whether an address has an account, as the specification requires, so it is rate limited. */
export async function validateEmail(
  { db }: AccountsDesk,
  { email, address, provider, now }: { email: string; address: string; provider: Provider; now: Date },
): Promise<ValidateEmailOutcome> {
  const verdict = await takeAttempts(
    db,
    attemptsOfAddress({ limit: THROTTLE_LIMITS.emailChecksPerAddress, address, now }),
  )
  if (verdict.kind === 'throttled') return verdict
  const message = emailProblem(email, provider)
  if (message !== undefined) return { kind: 'not-valid', message }
  const normalized = emailAddress(email)
  const isTaken = normalized !== undefined && (await isEmailTaken(db, normalized))
  return isTaken ? { kind: 'not-valid', message: EMAIL_TAKEN } : { kind: 'valid' }
}
