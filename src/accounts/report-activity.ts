import { touchSession } from '../db/sessions.ts'
import type { AccountsDesk } from './accounts.ts'
import type { SignedInViewer } from './viewer.ts'

/** restarts the idle timeout; the absolute expiry doesn't change. */
export async function reportActivity(
  { db }: AccountsDesk,
  { viewer, now }: { viewer: SignedInViewer; now: Date },
): Promise<void> {
  await touchSession(db, { id: viewer.sessionId, at: now })
}
