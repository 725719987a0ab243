import type { OwnSessions } from '../../contract/own-account.ts'
import { forgetKnownDevices } from '../../db/known-devices.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '../../db/sessions.ts'
import { IDLE_SIGN_OUT_S } from '../../domain/constants.ts'
import type { AccountsDesk } from '../accounts.ts'
import { hashOfSecret } from '../secret.ts'
import type { SignedInViewer } from '../viewer.ts'

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

/**
 * Ends one session, or without an id all others. To end the current one, users sign out. The browsers signed out this
 * way are also no longer known at the next sign-in: only the requesting browser still is.
 */
export function endOwnSessions(
  { db }: AccountsDesk,
  of: { viewer: SignedInViewer; id: number | undefined; deviceToken: string | undefined },
): Promise<'ended' | 'own-session'> {
  const { viewer, id, deviceToken } = of
  const userId = viewer.uid
  return db.transaction().execute(async (trx) => {
    if (id === viewer.sessionId) return 'own-session'
    if (id === undefined) await endOtherSessions(trx, { userId, but: viewer.sessionId })
    else if (!(await endOwnSession(trx, { userId, id }))) return 'ended'
    const but = deviceToken === undefined ? undefined : hashOfSecret(deviceToken)
    await forgetKnownDevices(trx, { userId, but })
    return 'ended'
  })
}
