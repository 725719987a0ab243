import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { isKnownDevice } from '../db/known-devices.ts'
import { THROTTLE_LIMITS } from '../domain/account/throttle-limits.ts'
import type { Browser } from './enter.ts'
import { hashOfSecret } from './secret.ts'
import { subjectOfName } from './throttle/subject-of-name.ts'
import { type Attempt, attemptsOfAddress } from './throttle/throttle.ts'

/**
 * The counters of a sign-in attempt. Guessing is limited by address and by account, whether or not the account exists.
 * A browser that has signed in to the account before has its own counter, so attackers can't lock the owner out.
 */
export async function signInAttempts(
  db: Kysely<DB>,
  of: { name: string; userId: number | undefined; browser: Browser; now: Date },
): Promise<Attempt[]> {
  const { userId, browser, now } = of
  const device = browser.deviceToken === undefined ? undefined : hashOfSecret(browser.deviceToken)
  // Also queried for unknown names, so that timing doesn't reveal what a device knows.
  if (device !== undefined && (await isKnownDevice(db, { tokenHash: device, userId: userId ?? NOBODY }))) {
    return [{ limit: THROTTLE_LIMITS.signInPerDevice, subject: device.toString('base64url'), now }]
  }
  return [
    ...attemptsOfAddress({ limit: THROTTLE_LIMITS.signInPerAddress, address: browser.address, now }),
    { limit: THROTTLE_LIMITS.signInPerAccount, subject: subjectOfAccount(of), now },
  ]
}

/** User ids start at 1. */
const NOBODY = 0

/** One counter for all names of an account, and the same for unknown names. */
function subjectOfAccount({ name, userId }: { name: string; userId: number | undefined }): string {
  const ofName = subjectOfName(name)
  return userId === undefined ? ofName : String(userId)
}
