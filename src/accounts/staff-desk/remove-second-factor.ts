import { queueAccountMail } from '../../db/account-mails.ts'
import { insertAudit } from '../../db/audit.ts'
import { findPerson } from '../../db/people.ts'
import { deleteSecondFactor, factorsOf, holdSigningIn } from '../../db/second-factor.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'

export type RemovedSecondFactor = { kind: 'removed' } | { kind: 'not-found' }

export async function removeSecondFactor(
  { db, wakeMails }: Pick<AccountsDesk, 'db' | 'wakeMails'>,
  { uid, actor, now }: { uid: number; actor: Actor; now: Date },
): Promise<RemovedSecondFactor> {
  const outcome = await db.transaction().execute(async (trx): Promise<RemovedSecondFactor> => {
    await holdSigningIn(trx, uid)
    const person = await findPerson(trx, uid)
    if (person === undefined) return { kind: 'not-found' }
    const { hasApp, hasPasskey } = await factorsOf(trx, uid)
    if (!hasApp && !hasPasskey) return { kind: 'removed' }
    await deleteSecondFactor(trx, uid)
    if (person.email !== null)
      await queueAccountMail(trx, {
        kind: 'two-step-removed-by-staff',
        email: person.email,
        userId: uid,
        now,
      })
    await insertAudit(trx, {
      at: now,
      actor,
      action: 'remove-second-factor',
      entity: 'user',
      entityId: uid,
      before: { has_app: hasApp, has_passkey: hasPasskey },
      after: null,
    })
    return { kind: 'removed' }
  })
  if (outcome.kind === 'removed') wakeMails()
  return outcome
}
