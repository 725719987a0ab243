import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

export function lockRecord(trx: Transaction<DB>, id: number) {
  return trx
    .selectFrom('records')
    .where('id', '=', id)
    .select(['id', 'kind', 'state', 'edition', 'version', 'posted_on', 'severity_tid', 'body'])
    .forUpdate()
    .executeTakeFirst()
}

export function lockUpdates(trx: Transaction<DB>, recordId: number) {
  return trx
    .selectFrom('record_updates')
    .where('record_id', '=', recordId)
    .where('removed_on', 'is', null)
    .select(['id', 'posted_on', 'body'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

export function writeRecordBody(trx: Transaction<DB>, { id, body }: { id: number; body: string }) {
  return trx.updateTable('records').set({ body }).where('id', '=', id).execute()
}

export function writeUpdateBody(trx: Transaction<DB>, { id, body }: { id: number; body: string }) {
  return trx.updateTable('record_updates').set({ body }).where('id', '=', id).execute()
}

/**
 * Returns the statement without running it: the publication sends it together with the query for the public
 * log.
 */
export function markPublished(trx: Transaction<DB>, of: { id: number; edition: number; at: Date }) {
  return trx
    .updateTable('records')
    .set((eb) => ({
      state: 'published',
      edition: of.edition,
      posted_on: eb.fn.coalesce('posted_on', eb.val(of.at)),
      withdrawn_on: null,
      withdrawn_reason: null,
      updated_on: of.at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', of.id)
}

export function markUnpublished(
  trx: Transaction<DB>,
  of: { id: number; edition: number; at: Date; publicReason: string | null },
) {
  return trx
    .updateTable('records')
    .set((eb) => ({
      state: 'unpublished',
      edition: of.edition,
      withdrawn_on: of.at,
      withdrawn_reason: of.publicReason,
      updated_on: of.at,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', of.id)
}

export async function endExpansion(trx: Transaction<DB>, of: { recordId: number; at: Date }) {
  // Waits for a worker that is adding deliveries.
  await trx
    .updateTable('publications')
    .set((eb) => ({ withdrawn_at: of.at, expanded_at: eb.fn.coalesce('expanded_at', eb.val(of.at)) }))
    .where('record_id', '=', of.recordId)
    .where('withdrawn_at', 'is', null)
    .execute()
  const rows = await trx
    .selectFrom('publications')
    .where('record_id', '=', of.recordId)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns where the slice ends, or null at the end. Skips locked rows, which are being sent or settled. "Not
 * distinct", because with `= 'due'` the planner would scan everything that is due, which it underestimates
 * right after a publication.
 */
export async function settleWithdrawn(
  db: Kysely<DB>,
  { publicationId, after, deliveries }: { publicationId: number; after: number; deliveries: number },
): Promise<number | null> {
  const { rows } = await sql<{ until: number | null }>`
    with slice as materialized (
      select id, user_id, state from deliveries
      where publication_id = ${publicationId} and user_id > ${after}
      order by user_id
      fetch first ${deliveries} rows with ties
    ),
    settled as (
      update deliveries set state = 'suppressed', last_error = 'withdrawn'
      where id in (
        select id from deliveries
        where id in (select id from slice where state = 'due') and state is not distinct from 'due'
        for update skip locked
      )
    )
    select max(user_id) as until from slice`.execute(db)
  return rows[0]?.until ?? null
}
