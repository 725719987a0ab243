import { insertAudit } from '../../db/audit.ts'
import { forgetKnownDevices } from '../../db/known-devices.ts'
import { endSessionsOf, findPerson } from '../../db/people.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { closeMailLinks } from '../follow/sign-in-by-mail.ts'
import type { SignedInViewer } from '../viewer.ts'

export type EndedSessions = { kind: 'ended'; count: number } | { kind: 'not-found' } | { kind: 'own-session' }

/**
 * Z-05: ends one session, or without an id all but the current one. The browsers are no longer known at the next
 * sign-in.
 */
export function endSessionsOfPerson(
  { db }: Pick<AccountsDesk, 'db'>,
  of: { uid: number; id: number | undefined; viewer: SignedInViewer; actor: Actor; now: Date },
): Promise<EndedSessions> {
  const { uid, id, viewer, actor, now } = of
  return db.transaction().execute(async (trx) => {
    if (id === viewer.sessionId) return { kind: 'own-session' }
    if ((await findPerson(trx, uid)) === undefined) return { kind: 'not-found' }
    if (id === undefined) await closeMailLinks(trx, { userId: uid, now })
    const count = await endSessionsOf(trx, { uid, id, but: viewer.sessionId })
    if (count === 0) return { kind: 'ended', count }
    if (uid !== viewer.uid) await forgetKnownDevices(trx, { userId: uid, but: undefined })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'end-sessions',
      entity: 'user',
      entityId: uid,
      before: null,
      after: { sessions_ended: count },
    })
    return { kind: 'ended', count }
  })
}
