import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import type { AccountsDesk } from '../accounts.ts'
import { mayCauseMail, queueAskedMail } from '../mails/queue-asked-mail.ts'
import { attemptsOfAddress, type Throttled, takeAttempts } from '../throttle/throttle.ts'

export type ResetAsked = { kind: 'asked' } | Throttled

/** does the same for every address, so that only the mailbox learns whether there is an account. */
export async function askForReset(
  { db, wakeMails }: AccountsDesk,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<ResetAsked> {
  const byAddress = await takeAttempts(
    db,
    attemptsOfAddress({ limit: THROTTLE_LIMITS.resetPerAddress, address, now }),
  )
  if (byAddress.kind === 'throttled') return byAddress
  const byClient = await mayCauseMail(db, { address, now })
  if (byClient.kind === 'throttled') return byClient
  await queueAskedMail(db, { kind: 'reset-password', email, userId: null, now })
  wakeMails()
  return { kind: 'asked' }
}
