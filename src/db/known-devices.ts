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

export async function insertKnownDevice(
  db: Kysely<DB>,
  { tokenHash, userId, now }: { tokenHash: Buffer; userId: number; now: Date },
): Promise<void> {
  await db
    .insertInto('known_devices')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, last_used_at: now })
    .execute()
}

/** Whether there is such a device of this user. */
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

export async function deleteKnownDevices(db: Kysely<DB>, { unusedSince }: { unusedSince: Date }) {
  await db.deleteFrom('known_devices').where('last_used_at', '<', unusedSince).execute()
}
