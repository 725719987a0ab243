import type { Kysely } from 'kysely'
import type { DB } from '../../src/db/database.ts'

export async function mailChannelOf(db: Kysely<DB>, userId: number): Promise<number> {
  const { id } = await db
    .selectFrom('channels')
    .where('user_id', '=', userId)
    .where('kind', '=', 'email')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function addWebhook(db: Kysely<DB>, userId: number): Promise<number> {
  const { id } = await db
    .insertInto('channels')
    .values({
      user_id: userId,
      kind: 'webhook',
      address: 'https://hook.customer.example/',
      secret: 'whsec_test',
      verified_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
