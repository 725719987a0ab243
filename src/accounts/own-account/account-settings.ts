import type { AccountSettings } from '../../contract/own-account.ts'
import { findOwnAccount } from '../../db/own-account.ts'
import { isRole } from '../../domain/access.ts'
import type { AccountsDesk } from '../accounts.ts'

/** Undefined for an account that was just deleted. */
export async function accountSettings(
  { db }: AccountsDesk,
  { userId, now }: { userId: number; now: Date },
): Promise<AccountSettings['data'] | undefined> {
  const account = await findOwnAccount(db, { userId, now })
  if (account === undefined) return undefined
  return {
    uid: account.id,
    email: account.email,
    is_verified: account.email_verified_at !== null,
    pending_email: account.pending_email,
    username: account.username,
    timezone: account.timezone,
    has_password: account.password_hash !== null,
    is_staff: account.oidc_issuer !== null,
    roles: account.roles.filter(isRole),
    created_at: account.created_at.toISOString(),
    last_sign_in_at: account.last_sign_in_at?.toISOString() ?? null,
  }
}
