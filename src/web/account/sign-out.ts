import { readableSession } from '../../domain/account/session-cookies.ts'
import { callAccount } from './call-account.ts'
import { forgetSession, type SignedOutBecause } from './session.ts'

/** Whoever leaves does not wait for a server that does not answer. */
const WAIT_AT_MOST_MS = 4_000

/** whatever the server will say to it, the reader is signed out at once. Where to go then is for the caller. */
export async function signOut(because: SignedOutBecause = 'asked'): Promise<void> {
  const token = readableSession(document.cookie)?.logout
  // It takes its tokens along before they go.
  const called = token === undefined ? undefined : callAccount('POST /user/logout', { token })
  forgetSession(because)
  await Promise.race([called, delay(WAIT_AT_MOST_MS)])
}

function delay(ms: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, ms))
}
