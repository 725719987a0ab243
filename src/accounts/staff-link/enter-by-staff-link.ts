import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { takeOneTimeToken } from '../../db/one-time-tokens.ts'
import { findStaff } from '../../db/staff.ts'
import { isRole, type Role } from '../../domain/access.ts'
import type { SessionTokens } from '../../domain/account/session-cookies.ts'
import { hashOfSecret } from '../secret.ts'
import { enterAsStaff, type StaffBrowser } from '../sign-on/enter-as-staff.ts'

export type StaffLinkEntrance =
  | { kind: 'entered'; uid: number; name: string; roles: readonly Role[]; tokens: SessionTokens }
  /** Used, expired, made up, or of a locked account: the answer doesn't reveal which. */
  | { kind: 'refused' }

/** The session gets the current roles of the emergency account, not those from when the link was made. */
export function enterByStaffLink(
  db: Kysely<DB>,
  { token, browser, now }: { token: string; browser: StaffBrowser; now: Date },
): Promise<StaffLinkEntrance> {
  return db.transaction().execute(async (trx) => {
    const link = await takeOneTimeToken(trx, { tokenHash: hashOfSecret(token), purpose: 'staff-link', now })
    const staff = link === undefined ? undefined : await findStaff(trx, link.user_id)
    if (staff === undefined) return { kind: 'refused' }
    const uid = staff.id
    const roles = staff.roles.filter(isRole)
    const tokens = await enterAsStaff(trx, { userId: uid, roles, openedBy: 'staff-link', browser, now })
    return { kind: 'entered', uid, name: staff.display_name ?? '', roles, tokens }
  })
}
