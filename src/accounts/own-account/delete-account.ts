import { dropQueuedResets } from '../../db/account-mails.ts'
import { insertAudit } from '../../db/audit.ts'
import { deleteUser, findOwnAccount } from '../../db/own-account.ts'
import type { AccountsDesk } from '../accounts.ts'
import type { Throttled } from '../throttle/throttle.ts'
import { checkOwnPassword } from './check-own-password.ts'

export type Deletion = { kind: 'deleted' } | { kind: 'refused'; errors: { pass: string } } | Throttled

/** with everything that is its own. What the audit keeps is a number that leads to nobody any more. */
export async function deleteAccount(
  desk: AccountsDesk,
  { userId, pass, now }: { userId: number; pass: string | undefined; now: Date },
): Promise<Deletion> {
  const { db } = desk
  const account = await findOwnAccount(db, { userId, now })
  if (account === undefined) return { kind: 'deleted' }
  // Staff have no password; their session is what they have.
  if (account.oidc_issuer === null) {
    const check = await checkOwnPassword(desk, { userId, hash: account.password_hash, pass: pass ?? '', now })
    if (check.kind === 'throttled') return check
    if (check.kind === 'wrong') return { kind: 'refused', errors: { pass: check.problem } }
  }
  await db.transaction().execute(async (trx) => {
    const deleted = await deleteUser(trx, userId)
    if (deleted === undefined) return
    if (deleted.email !== null) await dropQueuedResets(trx, deleted.email)
    await insertAudit(trx, {
      at: now,
      actor: 'user',
      action: 'delete-account',
      entity: 'user',
      entityId: userId,
      before: null,
      after: null,
    })
  })
  return { kind: 'deleted' }
}
