import type { Kysely } from 'kysely'
import { dropAllOfAddress } from '../../db/account-mails.ts'
import { againOnDeadlock } from '../../db/again-on-deadlock.ts'
import { insertAudit } from '../../db/audit.ts'
import type { DB } from '../../db/database.ts'
import { deleteUser, findOwnAccount, holdPassword, revokeTokensOf } from '../../db/own-account.ts'
import { emptyStaffAccount } from '../../db/staff.ts'
import { DEMO_IDENTITY_PATH } from '../../domain/account/sign-on-paths.ts'
import { actorNamed } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import type { Throttled } from '../throttle/throttle.ts'
import type { SignedInViewer } from '../viewer.ts'
import { checkOwnPassword, WRONG_PASSWORD } from './check-own-password.ts'

export type Deletion = { kind: 'deleted' } | { kind: 'refused'; errors: { pass: string } } | Throttled

/**
 * deletes the account and all its data. The audit log keeps only a number without an account. For
 * staff, a number without name and address stays, so that the next employee login recognizes them.
 */
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
  const { oidc_issuer: issuer } = account
  return againOnDeadlock(() => deleteNow(db, { userId, hash: hash ?? undefined, issuer, now }))
}

/** `hash` is of the password that was just verified; undefined for an account without one. */
function deleteNow(
  db: Kysely<DB>,
  {
    userId,
    hash,
    issuer,
    now,
  }: { userId: number; hash: string | undefined; issuer: string | null; now: Date },
): Promise<Deletion> {
  return db.transaction().execute(async (trx): Promise<Deletion> => {
    const isStillRight = hash === undefined || (await holdPassword(trx, { userId, hash }))
    if (!isStillRight) return { kind: 'refused', errors: { pass: WRONG_PASSWORD } }
    // Anyone can be a demo user, so their tokens end with the account. Tokens of real staff belong to the team and stay.
    if (issuer?.endsWith(DEMO_IDENTITY_PATH)) await revokeTokensOf(trx, { userId, at: now })
    const deleted =
      issuer === null ? await deleteUser(trx, userId) : await emptyStaffAccount(trx, { userId, at: now })
    if (deleted === undefined) return { kind: 'deleted' }
    // Anyone can sign up with someone else's address, and must not delete what its owner waits for.
    const { email, email_verified_at: verifiedAt } = deleted
    if (email !== null && verifiedAt !== null) await dropAllOfAddress(trx, email)
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
