import type { OwnSessions } from '../../contract/own-account.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../db/own-account.ts'
import { IDLE_SIGN_OUT_S } from '../../domain/constants.ts'
import type { AccountsDesk } from '../accounts.ts'
import type { SignedInViewer } from '../viewer.ts'

/** Those that are open, newest first. */
export async function ownSessions(
  { db }: AccountsDesk,
  { viewer, now }: { viewer: SignedInViewer; now: Date },
): Promise<OwnSessions['data']> {
  const idleSince = new Date(now.getTime() - IDLE_SIGN_OUT_S * 1000)
  const sessions = await listOwnSessions(db, { userId: viewer.uid, now, idleSince })
  return sessions.map((session) => ({
    id: session.id,
    opened_by: session.opened_by,
    opened_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
    address: session.address,
    user_agent: session.user_agent,
    is_current: session.id === viewer.sessionId,
  }))
}

/** One, or without its number all others. The one that asks is left by signing out. */
export async function endOwnSessions(
  { db }: AccountsDesk,
  { viewer, id }: { viewer: SignedInViewer; id: number | undefined },
): Promise<'ended' | 'own-session'> {
  if (id === viewer.sessionId) return 'own-session'
  const userId = viewer.uid
  if (id === undefined) await endOtherSessions(db, { userId, but: viewer.sessionId })
  else await endOwnSession(db, { userId, id })
  return 'ended'
}
