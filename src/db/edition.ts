import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/** Every process listens here for the number of a new edition. */
export const EDITION_CHANNEL = 'edition'

export interface EditionNumbers {
  number: number
  siteNumber: number
  publishedAt: Date
}

export async function currentEdition(db: Kysely<DB>): Promise<EditionNumbers> {
  const row = await db
    .selectFrom('edition')
    .select(['number', 'site_number', 'published_at'])
    .executeTakeFirstOrThrow()
  return { number: row.number, siteNumber: row.site_number, publishedAt: row.published_at }
}

/**
 * Raises the edition inside a publication's transaction and tells every process at commit. The row's lock
 * puts publications in order, so do little after it: what waits behind it is the next publication.
 */
export async function raiseEdition(
  trx: Transaction<DB>,
  { at, changes }: { at: Date; changes: 'records' | 'site' },
): Promise<number> {
  const { number } = await trx
    .updateTable('edition')
    .set((eb) => ({
      number: eb('number', '+', 1),
      published_at: at,
      ...(changes === 'site' ? { site_number: eb('number', '+', 1) } : {}),
    }))
    .returning('number')
    .executeTakeFirstOrThrow()
  await sql`select pg_notify(${EDITION_CHANNEL}, ${String(number)})`.execute(trx)
  return number
}
