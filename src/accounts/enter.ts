import type { Kysely } from 'kysely'
import type { DB } from '../db/database.ts'
import { insertKnownDevice, touchKnownDevice } from '../db/known-devices.ts'
import { endSession } from '../db/sessions.ts'
import type { OpenedBy } from '../domain/access.ts'
import type { SessionTokens } from '../domain/account/session-cookies.ts'
import { type Origin, openSession } from './open-session.ts'
import { hashOfSecret, newSecret } from './secret.ts'

export interface Browser extends Origin {
  sessionToken: string | undefined
  deviceToken: string | undefined
}

export interface Entrance {
  tokens: SessionTokens
  deviceToken: string
}

/** Ends the browser's previous session, so a stolen token is worthless. */
export async function enter(
  db: Kysely<DB>,
  of: { userId: number; openedBy: OpenedBy; browser: Browser; now: Date },
): Promise<Entrance> {
  const { browser } = of
  if (browser.sessionToken !== undefined) {
    await endSession(db, { tokenHash: hashOfSecret(browser.sessionToken) })
  }
  const tokens = await openSession(db, { ...of, origin: browser })
  return { tokens, deviceToken: await knownDevice(db, of) }
}

async function knownDevice(
  db: Kysely<DB>,
  { userId, browser, now }: { userId: number; browser: Browser; now: Date },
): Promise<string> {
  const own = browser.deviceToken
  if (own !== undefined && (await touchKnownDevice(db, { tokenHash: hashOfSecret(own), userId, now })))
    return own
  const token = newSecret()
  await insertKnownDevice(db, { tokenHash: hashOfSecret(token), userId, now })
  return token
}
