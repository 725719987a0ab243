import { nameProblem, type Provider } from '../domain/account/account-forms.ts'
import type { AccountsDesk } from './accounts.ts'
import type { Browser } from './enter.ts'
import { findAccount } from './sign-in.ts'
import { signInAttempts } from './sign-in-attempts.ts'
import { judgeAttempts, type Throttled } from './throttle/throttle.ts'

export type BeforeSignInOutcome = { kind: 'may-try' } | { kind: 'refused'; message: string } | Throttled

/** whether a sign-in may be tried. Counts nothing and doesn't reveal whether the account exists. */
export async function beforeSignIn(
  { db }: AccountsDesk,
  { name, browser, provider, now }: { name: string; browser: Browser; provider: Provider; now: Date },
): Promise<BeforeSignInOutcome> {
  const message = nameProblem(name, provider)
  if (message !== undefined) return { kind: 'refused', message }
  const account = await findAccount(db, name)
  const verdict = await judgeAttempts(
    db,
    await signInAttempts(db, { name, userId: account?.id, browser, now }),
  )
  return verdict.kind === 'throttled' ? verdict : { kind: 'may-try' }
}
