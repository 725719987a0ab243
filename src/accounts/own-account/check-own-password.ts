import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { PASSWORD_MISSING } from '../../domain/texts.ts'
import type { AccountsDesk } from '../accounts.ts'
import { refundAttempt, type Throttled, takeAttempt } from '../throttle/throttle.ts'

export const WRONG_PASSWORD = 'This is not your current password'

export type PasswordCheck = { kind: 'right' } | { kind: 'wrong'; problem: string } | Throttled

/** Call before anything that could give an account away: an open session alone doesn't prove ownership. */
export async function checkOwnPassword(
  { db, passwords }: AccountsDesk,
  { sessionId, hash, pass, now }: { sessionId: number; hash: string | null; pass: string; now: Date },
): Promise<PasswordCheck> {
  if (pass === '') return { kind: 'wrong', problem: PASSWORD_MISSING }
  const attempt = { limit: THROTTLE_LIMITS.passwordChecksPerSession, subject: String(sessionId), now }
  const verdict = await takeAttempt(db, attempt)
  if (verdict.kind === 'throttled') return verdict
  if (!(await passwords.verify(pass, hash))) return { kind: 'wrong', problem: WRONG_PASSWORD }
  await refundAttempt(db, attempt)
  return { kind: 'right' }
}
