import { sql, type Transaction } from 'kysely'
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

/**
 * Nobody is told any more what nobody could read: recipients that are to be found are not looked for, and what waits is
 * not sent. Passes by what somebody else holds: that is being sent or settled already.
 */
export async function withdrawPublications(trx: Transaction<DB>, of: { recordId: number; at: Date }) {
  // First, for it waits for whoever adds deliveries just now.
  await trx
    .updateTable('publications')
    .set({ expanded_at: of.at })
    .where('record_id', '=', of.recordId)
    .where('expanded_at', 'is', null)
    .execute()
  await sql`
    update deliveries set state = 'suppressed', last_error = 'withdrawn'
    where id in (
      select deliveries.id
      from publications join deliveries on deliveries.publication_id = publications.id
      where publications.record_id = ${of.recordId} and deliveries.state = 'due'
      for update of deliveries skip locked
    )`.execute(trx)
}
