import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'

export interface RequestKey {
  tokenId: number
  key: string
}

export interface AskedBefore {
  request_hash: Buffer
  /** Null: in progress. */
  status: number | null
  answer: string | null
  created_at: Date
}

/**
 * The time of the first request if this one should act, otherwise undefined. The database lets one of several
 * concurrent requests through.
 */
export async function claimRequest(
  db: Kysely<DB>,
  {
    tokenId,
    key,
    requestHash,
    now,
    forgottenBefore,
    givenUpBefore,
  }: RequestKey & {
    requestHash: Buffer
    now: Date
    forgottenBefore: Date
    givenUpBefore: Date
  },
): Promise<Date | undefined> {
  const isForgotten = sql<boolean>`api_requests.created_at < ${forgottenBefore}`
  const claimed = await db
    .insertInto('api_requests')
    .values({ token_id: tokenId, key, request_hash: requestHash, created_at: now, claimed_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['token_id', 'key'])
        .doUpdateSet({
          request_hash: requestHash,
          created_at: sql<Date>`case when ${isForgotten} then ${now} else api_requests.created_at end`,
          claimed_at: now,
          status: null,
          answer: null,
        })
        .where(
          sql<boolean>`${isForgotten} or (
            api_requests.status is null and api_requests.claimed_at < ${givenUpBefore}
            and api_requests.request_hash = ${requestHash}
          )`,
        ),
    )
    .returning('created_at')
    .executeTakeFirst()
  return claimed?.created_at
}

export function findRequest(db: Kysely<DB>, { tokenId, key }: RequestKey): Promise<AskedBefore | undefined> {
  return (
    db
      .selectFrom('api_requests')
      .where('token_id', '=', tokenId)
      .where('key', '=', key)
      .select(['request_hash', 'status', 'created_at'])
      // As the original text: jsonb would reorder its fields.
      .select(sql<string | null>`answer #>> '{}'`.as('answer'))
      .executeTakeFirst()
  )
}

export function writeAnswer(
  db: Kysely<DB>,
  { tokenId, key, status, answer }: RequestKey & { status: number; answer: string },
) {
  return db
    .updateTable('api_requests')
    .set({ status, answer: JSON.stringify(answer) })
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .execute()
}

/** Does nothing if another attempt has claimed it since. */
export function deleteRequest(db: Kysely<DB>, { tokenId, key, claimedAt }: RequestKey & { claimedAt: Date }) {
  return db
    .deleteFrom('api_requests')
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .where('claimed_at', '=', claimedAt)
    .where('status', 'is', null)
    .execute()
}

export async function deleteOldRequests(
  db: Kysely<DB>,
  { askedBefore }: { askedBefore: Date },
): Promise<void> {
  await db.deleteFrom('api_requests').where('created_at', '<', askedBefore).execute()
}
