import { type Kysely, sql, type Transaction } from 'kysely'
import { addressHash } from './channels.ts'
import type { DB } from './database.ts'

/** Links that are on their way stop working, too. */
export async function refuseFollowMails(
  trx: Transaction<DB>,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<void> {
  await trx
    .insertInto('follow_refusals')
    .values({ address_hash: hash, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`delete from follow_links where used_at is null and sha256(convert_to(email, 'UTF8')) = ${hash}`.execute(
    trx,
  )
}

export async function refusesFollowMails(db: Kysely<DB>, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('follow_refusals')
    .where('address_hash', '=', addressHash(email))
    .select('created_at')
    .executeTakeFirst()
  return found !== undefined
}

/** The owner of the address proved it, so mail about it is wanted. */
export async function liftRefusal(db: Kysely<DB>, email: string): Promise<void> {
  await db.deleteFrom('follow_refusals').where('address_hash', '=', addressHash(email)).execute()
}
