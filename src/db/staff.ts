import { type Kysely, sql, type Transaction } from 'kysely'
import type { Role } from '../domain/access.ts'
import { SYSTEM } from '../domain/actor.ts'
import { insertAudit } from './audit.ts'
import type { DB } from './database.ts'
import type { DeletedUser } from './own-account.ts'
import { rolesOfUser } from './roles-of-user.ts'

export interface StaffRow {
  issuer: string
  subject: string
  email: string | null
  displayName: string | null
}

/**
 * Undefined if locked. Locks the row until the transaction ends, so that concurrent sign-ins of one person
 * replace the roles one after another.
 */
export function upsertStaff(trx: Transaction<DB>, staff: StaffRow & { at: Date }) {
  const given = {
    email: staff.email,
    email_verified_at: staff.email === null ? null : staff.at,
    display_name: staff.displayName,
  }
  return trx
    .insertInto('users')
    .values({ ...given, oidc_issuer: staff.issuer, oidc_subject: staff.subject, created_at: staff.at })
    .onConflict((conflict) =>
      conflict
        .constraint('users_oidc_identity_unique')
        .doUpdateSet(given)
        .where('users.locked_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
}

export function findStaffNumber(
  trx: Transaction<DB>,
  { issuer, subject }: Pick<StaffRow, 'issuer' | 'subject'>,
) {
  return trx
    .selectFrom('users')
    .where('oidc_issuer', '=', issuer)
    .where('oidc_subject', '=', subject)
    .select('id')
    .executeTakeFirst()
}

export function findStaff(trx: Transaction<DB>, userId: number) {
  return trx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('oidc_issuer', 'is not', null)
    .where('locked_at', 'is', null)
    .select(['id', 'display_name', rolesOfUser])
    .forUpdate()
    .executeTakeFirst()
}

const OF_ONE_PERSON = [
  'account_mails',
  'calendars',
  'channels',
  'deliveries',
  'known_devices',
  'one_time_tokens',
  'passkeys',
  'record_presence',
  'record_view_defaults',
  'recovery_codes',
  'second_factor_apps',
  'second_factor_setups',
  'second_steps',
  'sessions',
  'subscriptions',
  'team_mentions',
  'user_roles',
] as const

/**
 * Deletes everything that deleting an account deletes, but keeps the row, so that the next sign-in finds
 * the same account. A new account would lose the limit to certain clouds and the lock, and could approve
 * its own former requests.
 */
export async function emptyStaffAccount(
  trx: Transaction<DB>,
  { userId, at }: { userId: number; at: Date },
): Promise<DeletedUser | undefined> {
  const account = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'email_verified_at'])
    .forUpdate()
    .executeTakeFirst()
  if (account === undefined) return undefined
  for (const table of OF_ONE_PERSON) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  await trx.deleteFrom('record_views').where('private_to', '=', userId).execute()
  await trx
    .updateTable('users')
    .set({ email: null, email_verified_at: null, username: null, display_name: null, last_sign_in_at: null })
    .set({ timezone: sql`default` })
    .where('id', '=', userId)
    .execute()
  // The database only creates it for new accounts.
  await trx.insertInto('channels').values({ user_id: userId, kind: 'email', created_at: at }).execute()
  return account
}

export function stampSignIn(trx: Transaction<DB>, { userId, at }: { userId: number; at: Date }) {
  return trx.updateTable('users').set({ last_sign_in_at: at }).where('id', '=', userId).execute()
}

export async function replaceRoles(
  trx: Transaction<DB>,
  { userId, roles, at }: { userId: number; roles: readonly Role[]; at: Date },
): Promise<string[]> {
  const had = await trx
    .selectFrom('user_roles')
    .where('user_id', '=', userId)
    .select('role')
    .orderBy('role')
    .execute()
  await trx
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where((eb) => eb.not(eb('role', '=', eb.fn.any(eb.val([...roles])))))
    .execute()
  if (roles.length > 0) {
    await trx
      .insertInto('user_roles')
      .values(roles.map((role) => ({ user_id: userId, role, granted_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return had.map(({ role }) => role)
}

/** All accounts whose issuer has this path, whatever the URL of the site was. */
export async function endCredentialsOfIssuersAt(
  db: Kysely<DB>,
  { path, at }: { path: string; at: Date },
): Promise<EndedCredentials> {
  return db.transaction().execute(async (trx) => {
    const theirs = trx
      .selectFrom('users')
      .where(sql<boolean>`right(oidc_issuer, length(${path})) = ${path}`)
      .select('id')
    const sessions = await trx.deleteFrom('sessions').where('user_id', 'in', theirs).executeTakeFirst()
    const calendars = await trx.deleteFrom('calendars').where('user_id', 'in', theirs).executeTakeFirst()
    // The email channel can't be deleted; without subscriptions, it sends nothing.
    const channels = await trx
      .deleteFrom('channels')
      .where('user_id', 'in', theirs)
      .where('kind', '<>', 'email')
      .executeTakeFirst()
    const subscriptions = await trx
      .deleteFrom('subscriptions')
      .where('user_id', 'in', theirs)
      .executeTakeFirst()
    const roles = await trx.deleteFrom('user_roles').where('user_id', 'in', theirs).executeTakeFirst()
    const tokens = await trx
      .updateTable('api_tokens')
      .set({ revoked_at: at })
      .where('created_by', 'in', theirs)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    const ended = {
      sessions: Number(sessions.numDeletedRows),
      tokens: Number(tokens.numUpdatedRows),
      roles: Number(roles.numDeletedRows),
      channels: Number(channels.numDeletedRows),
      subscriptions: Number(subscriptions.numDeletedRows),
      calendars: Number(calendars.numDeletedRows),
    }
    if (hasEnded(ended)) {
      const entry = { action: 'end-credentials', entity: 'demo', entityId: 'identities' }
      await insertAudit(trx, { ...entry, at, actor: SYSTEM, before: null, after: ended })
    }
    return ended
  })
}

export interface EndedCredentials {
  sessions: number
  tokens: number
  roles: number
  channels: number
  subscriptions: number
  calendars: number
}

export function hasEnded(ended: EndedCredentials): boolean {
  return Object.values(ended).some((count) => count > 0)
}
