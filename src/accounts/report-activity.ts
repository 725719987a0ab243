import { touchSession } from '../db/sessions.ts'
import type { AccountsDesk } from './accounts.ts'
import type { SignedInViewer } from './viewer.ts'

/** the session stays open for as long again; its absolute end stays where it is. */
export async function reportActivity(
  { db }: AccountsDesk,
  { viewer, now }: { viewer: SignedInViewer; now: Date },
): Promise<void> {
  await touchSession(db, { id: viewer.sessionId, at: now })
}
