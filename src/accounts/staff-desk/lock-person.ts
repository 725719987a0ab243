import { insertAudit } from '../../db/audit.ts'
import { forgetKnownDevices } from '../../db/known-devices.ts'
import { endSessionsOf, findPerson, holdWithAdministrators, setLocked } from '../../db/people.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { isLastAdministrator } from './change-roles.ts'

export type LockedPerson =
  | { kind: 'locked' }
  | { kind: 'not-found' }
  | { kind: 'own-account' }
  | { kind: 'last-administrator' }

/** Z-05: ends every session immediately and allows no new one until unlocked. Idempotent. */
export function lockPerson(
  { db }: Pick<AccountsDesk, 'db'>,
  { uid, actor, now }: { uid: number; actor: Actor; now: Date },
): Promise<LockedPerson> {
  if (uid === actor.userId) return Promise.resolve({ kind: 'own-account' })
  return db.transaction().execute(async (trx) => {
    await holdWithAdministrators(trx, uid)
    const person = await findPerson(trx, uid)
    if (person === undefined) return { kind: 'not-found' }
    if (person.locked_at !== null) return { kind: 'locked' }
    if (await isLastAdministrator(trx, uid, person)) return { kind: 'last-administrator' }
    await setLocked(trx, { uid, at: now })
    const ended = await endSessionsOf(trx, { uid })
    await forgetKnownDevices(trx, { userId: uid, but: undefined })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'lock',
      entity: 'user',
      entityId: uid,
      before: { is_locked: false },
      after: { is_locked: true, sessions_ended: ended },
    })
    return { kind: 'locked' }
  })
}
