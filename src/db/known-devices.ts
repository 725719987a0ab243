import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

export async function isKnownDevice(
  db: Kysely<DB>,
  { tokenHash, userId }: { tokenHash: Buffer; userId: number },
): Promise<boolean> {
  const known = await db
    .selectFrom('known_devices')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .select('user_id')
    .executeTakeFirst()
  return known !== undefined
}

/** Signing in from a new browser each time can't fill the table. */
const MOST_PER_USER = 20

export async function insertKnownDevice(
  db: Kysely<DB>,
  { tokenHash, userId, now }: { tokenHash: Buffer; userId: number; now: Date },
): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, last_used_at: now })
    .execute()
  await db
    .deleteFrom('known_devices')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('known_devices')
        .where('user_id', '=', userId)
        .where('token_hash', '<>', tokenHash)
        .orderBy('last_used_at', 'desc')
        .orderBy('created_at', 'desc')
        .offset(MOST_PER_USER - 1)
        .select('token_hash'),
    )
    .execute()
}

export async function touchKnownDevice(
  db: Kysely<DB>,
  { tokenHash, userId, now }: { tokenHash: Buffer; userId: number; now: Date },
): Promise<boolean> {
  const touched = await db
    .updateTable('known_devices')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return touched !== undefined
}

/** `but` is the browser that asks. */
export async function forgetKnownDevices(
  db: Kysely<DB>,
  { userId, but }: { userId: number; but?: Buffer | undefined },
): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .$if(but !== undefined, (query) => query.where('token_hash', '<>', but as Buffer))
    .execute()
}

export async function deleteKnownDevices(db: Kysely<DB>, { unusedSince }: { unusedSince: Date }) {
  await db.deleteFrom('known_devices').where('last_used_at', '<', unusedSince).execute()
}
