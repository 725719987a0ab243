import type { Transaction } from 'kysely'
import { dropQueuedChanges } from '../db/account-mails.ts'
import { deleteCalendar } from '../db/calendars.ts'
import { deletePostedChannels } from '../db/channels.ts'
import type { DB } from '../db/database.ts'
import { forgetChoices } from '../db/follows.ts'
import { forgetKnownDevices } from '../db/known-devices.ts'
import { voidOneTimeTokens } from '../db/one-time-tokens.ts'
import { clearUnconfirmedPassword } from '../db/own-account.ts'
import { deleteSecondFactor, deleteSecondSteps } from '../db/second-factor.ts'
import { endAllSessions } from '../db/sessions.ts'

export async function forgetOldPassword(
  trx: Transaction<DB>,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await endAllSessions(trx, userId)
  await deleteSecondSteps(trx, userId)
  await forgetKnownDevices(trx, { userId })
  await dropQueuedChanges(trx, userId)
  await voidOneTimeTokens(trx, { userId, purposes: ['reset-password', 'change-email', 'manage-follow'], now })
}

/**
 * Until an address is confirmed, anyone could have signed up with it. What they added isn't the owner's, and must not
 * outlive the moment in which the owner confirms.
 */
export async function forgetAddedUnconfirmed(trx: Transaction<DB>, userId: number): Promise<void> {
  await deletePostedChannels(trx, userId)
  await deleteSecondFactor(trx, userId)
}

/**
 * The person who signed up with this address may not own it. The owner, who expects the mail from staff or
 * after following something, would confirm a stranger's password and sessions with it. False if it was
 * confirmed in the meantime.
 */
export async function endUnconfirmedAccess(
  trx: Transaction<DB>,
  { uid, now }: { uid: number; now: Date },
): Promise<boolean> {
  const password = await clearUnconfirmedPassword(trx, uid)
  if (password === 'confirmed') return false
  await forgetOldPassword(trx, { userId: uid, now })
  await deleteCalendar(trx, uid)
  await forgetAddedUnconfirmed(trx, uid)
  // On an unverified account without a password, staff added the subscriptions.
  if (password === 'cleared') await forgetChoices(trx, uid)
  return true
}
