import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { isKnownDevice } from '../db/known-devices.ts'
import { THROTTLE_LIMITS } from '../domain/account/throttle-limits.ts'
import type { Browser } from './enter.ts'
import { hashOfSecret } from './secret.ts'
import { subjectOfName } from './throttle/subject-of-name.ts'
import { type Attempt, attemptsOfAddress } from './throttle/throttle.ts'

/**
 * What a try to sign in counts for. Guessing is slowed down by address and by account, whether or not there is one. A
 * browser that has signed in to the account before counts for itself alone, so nobody can lock its owner out.
 */
export async function signInAttempts(
  db: Kysely<DB>,
  of: { name: string; userId: number | undefined; browser: Browser; now: Date },
): Promise<Attempt[]> {
  const { userId, browser, now } = of
  const device = browser.deviceToken === undefined ? undefined : hashOfSecret(browser.deviceToken)
  // Asked for unknown names, too: what a device knows is not to be read from the time it takes.
  if (device !== undefined && (await isKnownDevice(db, { tokenHash: device, userId: userId ?? NOBODY }))) {
    return [{ limit: THROTTLE_LIMITS.signInPerDevice, subject: device.toString('base64url'), now }]
  }
  return [
    ...attemptsOfAddress({ limit: THROTTLE_LIMITS.signInPerAddress, address: browser.address, now }),
    { limit: THROTTLE_LIMITS.signInPerAccount, subject: subjectOfAccount(of), now },
  ]
}

/** Numbers of users begin with 1. */
const NOBODY = 0

/** One counter for all the names of an account, and one like it for a name that is nobody's. */
function subjectOfAccount({ name, userId }: { name: string; userId: number | undefined }): string {
  const ofName = subjectOfName(name)
  return userId === undefined ? ofName : String(userId)
}
