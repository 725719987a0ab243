import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

export async function unusedAccounts(
  db: Kysely<DB>,
  { unusedSince, limit }: { unusedSince: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where ${isUnused(unusedSince)} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the account first, so that a confirmation in progress is finished. */
export async function deleteUnusedAccount(
  trx: Transaction<DB>,
  { id, unusedSince }: { id: number; unusedSince: Date },
): Promise<{ email: string } | undefined> {
  await trx.selectFrom('users').where('id', '=', id).select('id').forUpdate().execute()
  const { rows } = await sql<{ email: string }>`
    delete from users where id = ${id} and ${isUnused(unusedSince)} returning email`.execute(trx)
  return rows[0]
}

/**
 * Staff and locked accounts stay, because a lock must be remembered. So do accounts with a pending link or
 * mail.
 */
function isUnused(unusedSince: Date) {
  return sql<boolean>`oidc_issuer is null and locked_at is null and email is not null
    and coalesce(last_sign_in_at, created_at) < ${unusedSince}
    and not exists (select from sessions where user_id = users.id)
    and not exists (select from user_roles where user_id = users.id)
    and not exists (select from one_time_tokens where user_id = users.id and used_at is null)
    and not exists (select from account_mails where user_id = users.id)
    and (${IS_UNCONFIRMED} or ${IS_SPENT_FOLLOWER})`
}

/** Such an account gets no messages, whatever its subscriptions. */
const IS_UNCONFIRMED = sql<boolean>`email_verified_at is null`

/**
 * A channel that was switched off means "no more mail". That must be remembered while something is
 * followed.
 */
const IS_SPENT_FOLLOWER = sql<boolean>`(came_by = 'follow' and password_hash is null
  and not exists (select from subscriptions where user_id = users.id)
  and not exists (select from second_factor_apps where user_id = users.id)
  and not exists (select from passkeys where user_id = users.id)
  and not exists (select from channels where user_id = users.id and kind <> 'email'))`
