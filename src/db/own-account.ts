import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'
import { liftRefusal } from './follow-refusals.ts'
import { rolesOfUser } from './roles-of-user.ts'

export function findOwnAccount(db: Kysely<DB>, { userId, now }: { userId: number; now: Date }) {
  return db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .select([
      'users.id',
      'users.email',
      'users.email_verified_at',
      'users.username',
      'users.display_name',
      'users.timezone',
      'users.password_hash',
      'users.oidc_issuer',
      'users.created_at',
      'users.last_sign_in_at',
      rolesOfUser,
      pendingEmail(now).as('pending_email'),
    ])
    .executeTakeFirst()
}

function pendingEmail(now: Date) {
  return sql<string | null>`(
    select asked.email
    from (
      select email, created_at from account_mails where user_id = users.id and kind = 'change-email'
      union all
      select email, created_at from one_time_tokens
      where user_id = users.id and purpose = 'change-email' and used_at is null and expires_at > ${now}
    ) as asked
    order by asked.created_at desc
    limit 1
  )`
}

export function setPassword(db: Kysely<DB>, { userId, hash }: { userId: number; hash: string }) {
  return db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}

export async function clearUnconfirmedPassword(
  trx: Transaction<DB>,
  userId: number,
): Promise<'cleared' | 'had-none' | 'confirmed'> {
  const { rows } = await sql<{ had_one: boolean }>`
    with found as (
      select id, password_hash from users where id = ${userId} and email_verified_at is null for no key update
    )
    update users set password_hash = null
    from found
    where users.id = found.id
    returning found.password_hash is not null as had_one`.execute(trx)
  if (rows[0] === undefined) return 'confirmed'
  return rows[0].had_one ? 'cleared' : 'had-none'
}

/** Locks the row, so that the checked password stays valid until the transaction ends. */
export async function holdPassword(
  db: Kysely<DB>,
  { userId, hash }: { userId: number; hash: string },
): Promise<boolean> {
  const held = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('password_hash', '=', hash)
    .where('locked_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

export async function verifyAddress(
  db: Kysely<DB>,
  { userId, email, now }: { userId: number; email: string; now: Date },
): Promise<'verified' | 'verified-before' | 'not-theirs'> {
  const { rows } = await sql<{ was_verified: boolean }>`
    with found as (
      select id, email_verified_at from users
      where id = ${userId} and email = ${email} and locked_at is null and oidc_issuer is null
      for no key update
    )
    update users set email_verified_at = coalesce(found.email_verified_at, ${now})
    from found
    where users.id = found.id
    returning found.email_verified_at is not null as was_verified
  `.execute(db)
  if (rows[0] === undefined) return 'not-theirs'
  await liftRefusal(db, email)
  return rows[0].was_verified ? 'verified-before' : 'verified'
}

/** Undefined if the account can't change its address. */
export async function holdAddress(db: Kysely<DB>, userId: number): Promise<string | undefined> {
  const account = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('locked_at', 'is', null)
    .where('oidc_issuer', 'is', null)
    .select('email')
    .forUpdate()
    .executeTakeFirst()
  return account?.email ?? undefined
}

/** The caller has verified the address. */
export async function setAddress(
  db: Kysely<DB>,
  { userId, email, now }: { userId: number; email: string; now: Date },
) {
  await db.updateTable('users').set({ email, email_verified_at: now }).where('id', '=', userId).execute()
  await liftRefusal(db, email)
}

export function setTimeZone(db: Kysely<DB>, { userId, timezone }: { userId: number; timezone: string }) {
  return db.updateTable('users').set({ timezone }).where('id', '=', userId).execute()
}

export function revokeTokensOf(trx: Transaction<DB>, { userId, at }: { userId: number; at: Date }) {
  return trx
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('created_by', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

export interface DeletedUser {
  email: string | null
  email_verified_at: Date | null
}

export function deleteUser(db: Kysely<DB>, userId: number): Promise<DeletedUser | undefined> {
  return db
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning(['email', 'email_verified_at'])
    .executeTakeFirst()
}
