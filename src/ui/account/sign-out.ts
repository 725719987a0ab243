import { readableSession } from '../../domain/account/session-cookies.ts'
import { tellSignOut } from './pending-sign-out.ts'
import { forgetSession, type SignedOutBecause } from './session.ts'

/** Whoever leaves does not wait for a server that does not answer. */
const WAIT_AT_MOST_MS = 4_000

/**
 * whatever the server will say to it, the reader is signed out at once. Gives back whether the server knows; it
 * is told again otherwise. Where to go then is for the caller.
 */
export async function signOut(because: SignedOutBecause = 'asked'): Promise<boolean> {
  const session = readableSession(document.cookie)
  const told = session === undefined ? true : tellSignOut(session)
  forgetSession(because)
  return Promise.race([told, delay(WAIT_AT_MOST_MS).then(() => false)])
}

function delay(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}
