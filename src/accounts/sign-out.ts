import { endSession } from '../db/sessions.ts'
import type { AccountsDesk } from './accounts.ts'
import { hashOfSecret, isSecretOf } from './secret.ts'
import type { SignedInViewer } from './viewer.ts'

export type SignOutOutcome = { kind: 'signed-out' } | { kind: 'wrong-token' }

/** requires the token that only pages of this site know. */
export async function signOut(
  { db }: AccountsDesk,
  { viewer, token }: { viewer: SignedInViewer; token: string },
): Promise<SignOutOutcome> {
  if (!isSecretOf(token, viewer.logoutTokenHash)) return { kind: 'wrong-token' }
  await endSession(db, { id: viewer.sessionId })
  return { kind: 'signed-out' }
}

/** For a browser that lost its page tokens: the session token alone can end the session, but nothing else. */
export async function endOwnSession({ db }: AccountsDesk, sessionToken: string): Promise<void> {
  await endSession(db, { tokenHash: hashOfSecret(sessionToken) })
}
