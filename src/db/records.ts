import type { Transaction } from 'kysely'
import type { DB } from './database.ts'

/** Holds the record until the transaction ends, so that two people cannot publish it at once. */
export function lockRecord(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('records')
    .where('id', '=', id)
    .select(['id', 'state', 'edition', 'version', 'posted_on'])
    .forUpdate()
    .executeTakeFirst()
}

/** Everything of a record that is HTML. */
export async function bodiesOfRecord(trx: Transaction<DB>, id: number) {
  const { body } = await trx
    .selectFrom('records')
    .where('id', '=', id)
    .select('body')
    .executeTakeFirstOrThrow()
  const updates = await trx
    .selectFrom('record_updates')
    .where('record_id', '=', id)
    .select(['id', 'posted_on', 'body'])
    .orderBy('id')
    .forUpdate()
    .execute()
  return { body, updates }
}

export function writeRecordBody(trx: Transaction<DB>, { id, body }: { id: number; body: string }) {
  return trx.updateTable('records').set({ body }).where('id', '=', id).execute()
}

export function writeUpdateBody(trx: Transaction<DB>, { id, body }: { id: number; body: string }) {
  return trx.updateTable('record_updates').set({ body }).where('id', '=', id).execute()
}

export function markPublished(trx: Transaction<DB>, of: { id: number; edition: number; at: Date }) {
  return trx
    .updateTable('records')
    .set((eb) => ({
      state: 'published',
      edition: of.edition,
      posted_on: eb.fn.coalesce('posted_on', eb.val(of.at)),
      updated_on: of.at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', of.id)
    .execute()
}

export function markUnpublished(trx: Transaction<DB>, of: { id: number; edition: number; at: Date }) {
  return trx
    .updateTable('records')
    .set((eb) => ({
      state: 'unpublished',
      edition: of.edition,
      updated_on: of.at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', of.id)
    .execute()
}
