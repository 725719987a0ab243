import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { findStaffNumber, upsertStaff } from '../../db/staff.ts'
import type { Role } from '../../domain/access.ts'
import type { SessionTokens } from '../../domain/account/session-cookies.ts'
import { actorNamed } from '../../domain/actor.ts'
import { enterAsStaff, type StaffBrowser } from './enter-as-staff.ts'
import { giveRoles } from './give-roles.ts'
import type { StaffIdentity } from './identity-of-claims.ts'

export type StaffSignIn =
  | { kind: 'signed-in'; uid: number; roles: readonly Role[]; tokens: SessionTokens }
  | { kind: 'locked'; uid: number | undefined }

/** every sign-in replaces the roles, so a role removed at the provider is removed here. */
export function signInStaff(
  db: Kysely<DB>,
  { identity, browser, now }: { identity: StaffIdentity; browser: StaffBrowser; now: Date },
): Promise<StaffSignIn> {
  return db.transaction().execute(async (trx) => {
    const staff = await upsertStaff(trx, { ...identity, displayName: identity.name, at: now })
    if (staff === undefined) return { kind: 'locked', uid: (await findStaffNumber(trx, identity))?.id }
    const { roles } = identity
    await giveRoles(trx, { userId: staff.id, roles, actor: actorNamed('sign-on'), now })
    const tokens = await enterAsStaff(trx, { userId: staff.id, roles, openedBy: 'sign-on', browser, now })
    return { kind: 'signed-in', uid: staff.id, roles, tokens }
  })
}
