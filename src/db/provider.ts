import type { Kysely } from 'kysely'
import type { DB } from './database.ts'

/** The provider, as messages need it; undefined until it is set up. */
export async function findProvider(
  db: Kysely<DB>,
): Promise<{ name?: string; feedback_email?: string } | undefined> {
  const row = await db
    .selectFrom('settings')
    .where('key', '=', 'provider')
    .select((eb) => eb.ref('value').$castTo<{ name?: string; feedback_email?: string }>().as('value'))
    .executeTakeFirst()
  return row?.value
}
