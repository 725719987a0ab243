import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { DB, Senders } from './database.ts'

export function selectSenders(db: Kysely<DB>) {
  return db
    .selectFrom('senders')
    .innerJoin('api_tokens', 'api_tokens.id', 'senders.token_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('sender_deliveries')
          .whereRef('sender_id', '=', 'senders.id')
          .select(['at as last_at', 'outcome as last_outcome'])
          .orderBy('id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .selectAll('senders')
    .select(['api_tokens.name', 'api_tokens.hint', 'last_at', 'last_outcome'])
    .orderBy('senders.id')
}

export type SenderRow = Awaited<ReturnType<ReturnType<typeof selectSenders>['executeTakeFirstOrThrow']>>

export function findSenderRow(db: Kysely<DB>, id: number) {
  return selectSenders(db).where('senders.id', '=', id).executeTakeFirst()
}

export function findSenderOfToken(db: Kysely<DB>, tokenId: number) {
  return db
    .selectFrom('senders')
    .innerJoin('api_tokens', 'api_tokens.id', 'senders.token_id')
    .where('token_id', '=', tokenId)
    .selectAll('senders')
    .select(['api_tokens.name'])
    .executeTakeFirst()
}

export async function insertSender(trx: Transaction<DB>, sender: Insertable<Senders>): Promise<number> {
  const { id } = await trx.insertInto('senders').values(sender).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateSender(
  trx: Transaction<DB>,
  { id, version }: { id: number; version: number },
  change: Partial<Insertable<Senders>>,
): Promise<boolean> {
  const changed = await trx
    .updateTable('senders')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Its token stays, revoked, because its incidents refer to it. */
export async function deleteSender(trx: Transaction<DB>, id: number): Promise<number | undefined> {
  const deleted = await trx
    .deleteFrom('senders')
    .where('id', '=', id)
    .returning('token_id')
    .executeTakeFirst()
  return deleted?.token_id
}

export async function renameToken(
  trx: Transaction<DB>,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update api_tokens set name = ${name} where id = ${id}
      and not exists (select from api_tokens other
        where other.name = ${name} and other.revoked_at is null and other.id <> ${id})
    returning id`.execute(trx)
  return rows.length > 0
}

export async function replaceTokenKey(
  trx: Transaction<DB>,
  { id, tokenHash, hint }: { id: number; tokenHash: Buffer; hint: string },
): Promise<void> {
  await trx.updateTable('api_tokens').set({ token_hash: tokenHash, hint }).where('id', '=', id).execute()
}
