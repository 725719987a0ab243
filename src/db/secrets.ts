import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

export type SecretName = 'unsubscribe'

/** A key that all processes of this site share. */
export async function readSecret(db: Kysely<DB>, name: SecretName): Promise<Buffer> {
  const { value } = await db
    .selectFrom('secrets')
    .where('name', '=', name)
    .select('value')
    .executeTakeFirstOrThrow()
  return value
}
