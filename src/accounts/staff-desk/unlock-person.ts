import { insertAudit } from '../../db/audit.ts'
import { findPerson, holdWithAdministrators, setLocked } from '../../db/people.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'

export type UnlockedPerson = { kind: 'unlocked' } | { kind: 'not-found' }

/** Z-05: they may sign in again. Idempotent. */
export function unlockPerson(
  { db }: Pick<AccountsDesk, 'db'>,
  { uid, actor, now }: { uid: number; actor: Actor; now: Date },
): Promise<UnlockedPerson> {
  return db.transaction().execute(async (trx) => {
    await holdWithAdministrators(trx, uid)
    const person = await findPerson(trx, uid)
    if (person === undefined) return { kind: 'not-found' }
    if (person.locked_at === null) return { kind: 'unlocked' }
    await setLocked(trx, { uid, at: null })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'unlock',
      entity: 'user',
      entityId: uid,
      before: { is_locked: true },
      after: { is_locked: false },
    })
    return { kind: 'unlocked' }
  })
}
