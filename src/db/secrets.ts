import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

export type SecretName = 'unsubscribe' | 'edition-signing' | 'demo-identity'

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
