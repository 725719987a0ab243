import { countOtherAdministrators, findPerson, holdWithAdministrators } from '../../db/people.ts'
import { can, type Role } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import type { AccountsDesk } from '../accounts.ts'
import { giveRoles } from '../sign-on/give-roles.ts'

export type ChangedRoles =
  | { kind: 'changed' }
  | { kind: 'not-found' }
  /** Accounts with a password are customers and stay customers. */
  | { kind: 'not-staff' }
  | { kind: 'conflict' }
  | { kind: 'last-administrator' }
  | { kind: 'limited' }

/** Z-05. Applies from the next request on; the next sign-in sets the roles from the identity provider again. */
export function changeRoles(
  { db }: Pick<AccountsDesk, 'db'>,
  of: { uid: number; roles: readonly Role[]; before: readonly Role[]; actor: Actor; now: Date },
): Promise<ChangedRoles> {
  const { uid, before, actor, now } = of
  const roles = [...new Set(of.roles)].toSorted()
  return db.transaction().execute(async (trx) => {
    await holdWithAdministrators(trx, uid)
    const person = await findPerson(trx, uid)
    if (person === undefined) return { kind: 'not-found' }
    if (!person.is_staff) return { kind: 'not-staff' }
    if (!isSame(person.roles, before)) return { kind: 'conflict' }
    if (!can(roles, 'manage-people') && (await isLastAdministrator(trx, uid, person)))
      return { kind: 'last-administrator' }
    if (can(roles, 'manage-people') && person.limit !== null) return { kind: 'limited' }
    await giveRoles(trx, { userId: uid, roles, actor, now })
    return { kind: 'changed' }
  })
}

/** Locked administrators don't count. */
export async function isLastAdministrator(
  db: Parameters<typeof countOtherAdministrators>[0],
  uid: number,
  { roles, locked_at }: { roles: readonly string[]; locked_at: Date | null },
): Promise<boolean> {
  const isAdministrator = can(roles as readonly Role[], 'manage-people') && locked_at === null
  return isAdministrator && (await countOtherAdministrators(db, uid)) === 0
}

function isSame(roles: readonly string[], others: readonly string[]) {
  return roles.length === new Set(others).size && others.every((role) => roles.includes(role))
}
