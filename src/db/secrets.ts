import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

export type SecretName = 'unsubscribe' | 'edition-signing' | 'demo-identity' | 'bounces'

/** A key that all processes of this site share. */
export async function readSecret(db: Kysely<DB>, name: SecretName): Promise<Buffer> {
  const { value } = await db
    .selectFrom('secrets')
    .where('name', '=', name)
    .select('value')
    .executeTakeFirstOrThrow()
  return value
}

/** The same, of a key that is made when it is first needed. Of several who make it at once, one does. */
export async function readOrMakeSecret(
  db: Kysely<DB>,
  name: SecretName,
  make: () => Buffer,
): Promise<Buffer> {
  const kept = await db.selectFrom('secrets').where('name', '=', name).select('value').executeTakeFirst()
  if (kept !== undefined) return kept.value
  await db
    .insertInto('secrets')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return readSecret(db, name)
}

const BOUNCE_KEY_BYTES = 32

/** The key that bounce addresses are signed with: read by the first mail that needs it, and again only after a failure. */
export function bounceKey(db: Kysely<DB>): () => Promise<Buffer> {
  let reading: Promise<Buffer> | undefined
  return () => {
    reading ??= readOrMakeSecret(db, 'bounces', () => randomBytes(BOUNCE_KEY_BYTES)).catch((error) => {
      reading = undefined
      throw error
    })
    return reading
  }
}
