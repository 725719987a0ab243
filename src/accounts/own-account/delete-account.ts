import type { Kysely } from 'kysely'
import { dropAllOfAddress } from '../../db/account-mails.ts'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { deleteUser, findOwnAccount, holdPassword, revokeTokensOf } from '../../db/own-account.ts'
import { DEMO_IDENTITY_PATH } from '../../domain/account/sign-on-paths.ts'
import { actorNamed } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import type { Throttled } from '../throttle/throttle.ts'
import type { SignedInViewer } from '../viewer.ts'
import { checkOwnPassword, WRONG_PASSWORD } from './check-own-password.ts'

export type Deletion = { kind: 'deleted' } | { kind: 'refused'; errors: { pass: string } } | Throttled

/** deletes the account and all its data. The audit log keeps only a number without an account. */
export async function deleteAccount(
  desk: AccountsDesk,
  { viewer, pass, now }: { viewer: SignedInViewer; pass: string | undefined; now: Date },
): Promise<Deletion> {
  const { db } = desk
  const userId = viewer.uid
  const account = await findOwnAccount(db, { userId, now })
  if (account === undefined) return { kind: 'deleted' }
  const { password_hash: hash } = account
  // Staff and followers have no password, so their session is enough.
  const isByPassword = hash !== null
  if (isByPassword) {
    const { sessionId } = viewer
    const check = await checkOwnPassword(desk, { sessionId, hash, pass: pass ?? '', now })
    if (check.kind === 'throttled') return check
    if (check.kind === 'wrong') return { kind: 'refused', errors: { pass: check.problem } }
  }
  const isOfDemo = account.oidc_issuer?.endsWith(DEMO_IDENTITY_PATH) === true
  return againOnDeadlock(() => deleteNow(db, { userId, hash: hash ?? undefined, isOfDemo, now }))
}

/** `hash` is of the password that was just verified; undefined for an account without one. */
function deleteNow(
  db: Kysely<DB>,
  { userId, hash, isOfDemo, now }: { userId: number; hash: string | undefined; isOfDemo: boolean; now: Date },
): Promise<Deletion> {
  return db.transaction().execute(async (trx): Promise<Deletion> => {
    const isStillRight = hash === undefined || (await holdPassword(trx, { userId, hash }))
    // The password was changed in the meantime.
    if (!isStillRight) return { kind: 'refused', errors: { pass: WRONG_PASSWORD } }
    // Tokens of demo users end with the demo, which couldn't find them without the account.
    if (isOfDemo) await revokeTokensOf(trx, { userId, at: now })
    const deleted = await deleteUser(trx, userId)
    if (deleted === undefined) return { kind: 'deleted' }
    if (deleted.email !== null) await dropAllOfAddress(trx, deleted.email)
    await insertAudit(trx, {
      at: now,
      actor: actorNamed('user'),
      action: 'delete-account',
      entity: 'user',
      entityId: userId,
      before: null,
      after: null,
    })
    return { kind: 'deleted' }
  })
}
