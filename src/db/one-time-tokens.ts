import type { Insertable, Kysely, Transaction } from 'kysely'
import type { DB, OneTimeTokens } from './database.ts'

export type TokenPurpose = OneTimeTokens['purpose']

export function insertOneTimeToken(db: Kysely<DB>, token: Insertable<OneTimeTokens>) {
  return db.insertInto('one_time_tokens').values(token).execute()
}

export function findOneTimeToken(
  db: Kysely<DB>,
  { tokenHash, purpose, now }: { tokenHash: Buffer; purpose: TokenPurpose; now: Date },
) {
  return db
    .selectFrom('one_time_tokens')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['user_id', 'email'])
    .executeTakeFirst()
}

/** Locks the account first, like every change of an account and its links, to prevent deadlocks. */
export async function takeOneTimeToken(
  trx: Transaction<DB>,
  { tokenHash, purpose, now }: { tokenHash: Buffer; purpose: TokenPurpose; now: Date },
) {
  await trx
    .selectFrom('users')
    .innerJoin('one_time_tokens', 'one_time_tokens.user_id', 'users.id')
    .where('one_time_tokens.token_hash', '=', tokenHash)
    .select('users.id')
    .forUpdate('users')
    .executeTakeFirst()
  return trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst()
}

/** Whether the address of the link is verified and still the account's, through this link or another. */
export async function isVerifiedSince(
  db: Kysely<DB>,
  { tokenHash, now }: { tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('one_time_tokens')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'one_time_tokens.user_id')
        .onRef('users.email', '=', 'one_time_tokens.email'),
    )
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'verify-email')
    .where('expires_at', '>', now)
    .where('users.email_verified_at', 'is not', null)
    .select('users.id')
    .executeTakeFirst()
  return found !== undefined
}

export function voidOneTimeTokens(
  db: Kysely<DB>,
  { userId, purposes, now }: { userId: number; purposes: readonly TokenPurpose[]; now: Date },
) {
  return db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()
}

export function deleteExpiredTokens(db: Kysely<DB>, { before }: { before: Date }) {
  return db.deleteFrom('one_time_tokens').where('expires_at', '<', before).execute()
}
