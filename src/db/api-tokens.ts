import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import { limitChoiceOf, limitOf } from './cloud-limits.ts'
import type { ApiTokens, DB } from './database.ts'

export function findLiveToken(db: Kysely<DB>, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .selectFrom('api_tokens')
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where((token) => token.or([token('expires_at', 'is', null), token('expires_at', '>', now)]))
    .select(['id', 'name', 'scopes', 'expires_at', 'last_used_at', limitOf('api_tokens').as('limit')])
    .executeTakeFirst()
}

export function findOwnerOfToken(db: Kysely<DB>, id: number) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.created_by')
    .where('api_tokens.id', '=', id)
    .where('users.locked_at', 'is', null)
    .select((eb) => [
      'users.id as uid',
      eb
        .selectFrom('subscriptions')
        .whereRef('subscriptions.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('follows'),
    ])
    .executeTakeFirst()
}

/** Keys of senders are managed with the senders. */
export function selectTokens(db: Kysely<DB>) {
  return db
    .selectFrom('api_tokens')
    .leftJoin('users', 'users.id', 'api_tokens.created_by')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('senders').whereRef('token_id', '=', 'api_tokens.id').select('senders.id'))),
    )
    .select([
      'api_tokens.id',
      'api_tokens.name',
      'api_tokens.hint',
      'api_tokens.scopes',
      'api_tokens.created_at',
      'api_tokens.created_by',
      'api_tokens.expires_at',
      'api_tokens.last_used_at',
      'api_tokens.revoked_at',
      'users.email as created_by_email',
      limitChoiceOf('api_tokens').as('limit'),
    ])
    .orderBy('api_tokens.created_at', 'desc')
    .orderBy('api_tokens.id', 'desc')
    .execute()
}

export async function insertToken(
  trx: Transaction<DB>,
  token: Insertable<ApiTokens>,
): Promise<number | undefined> {
  const inserted = await trx
    .insertInto('api_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Undefined if the token is unknown or already revoked. */
export async function markRevoked(
  trx: Transaction<DB>,
  { id, at }: { id: number; at: Date },
): Promise<string | undefined> {
  const revoked = await trx
    .updateTable('api_tokens')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return revoked?.name
}

/** Never moves back: processes write this at their own pace. */
export function markUsed(db: Kysely<DB>, { id, at }: { id: number; at: Date }) {
  return db
    .updateTable('api_tokens')
    .set({ last_used_at: sql<Date>`greatest(last_used_at, ${at})` })
    .where('id', '=', id)
    .execute()
}
