import type { Transaction } from 'kysely'
import { dropQueuedChanges } from '../db/account-mails.ts'
import type { DB } from '../db/database.ts'
import { forgetKnownDevices } from '../db/known-devices.ts'
import { voidOneTimeTokens } from '../db/one-time-tokens.ts'
import { deleteSecondSteps } from '../db/second-factor.ts'
import { endAllSessions } from '../db/sessions.ts'

/**
 * Ends everything that the old password opened or started: sessions, pending sign-ins, known browsers, links, email
 * changes.
 */
export async function forgetOldPassword(
  trx: Transaction<DB>,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await endAllSessions(trx, userId)
  await deleteSecondSteps(trx, userId)
  await forgetKnownDevices(trx, { userId })
  await dropQueuedChanges(trx, userId)
  await voidOneTimeTokens(trx, { userId, purposes: ['reset-password', 'change-email'], now })
}
