import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from './database.ts'

/** Every process listens here for new edition numbers. */
export const EDITION_CHANNEL = 'edition'

export interface EditionNumbers {
  number: number
  siteNumber: number
  threatNumber: number
  publishedAt: Date
  /** Changes with a restore: numbers of two histories can't be compared. */
  history: string
}

/**
 * Which of the parts that are read as a whole changed. Records carry the edition of their last change themselves, so
 * `records` covers none of these parts.
 */
export type EditionChange = 'records' | 'site' | 'threats' | 'everything'

export async function currentEdition(db: Kysely<DB>): Promise<EditionNumbers> {
  const row = await db
    .selectFrom('edition')
    .select(['number', 'site_number', 'threat_number', 'published_at', 'history'])
    .executeTakeFirstOrThrow()
  return {
    number: row.number,
    siteNumber: row.site_number,
    threatNumber: row.threat_number,
    publishedAt: row.published_at,
    history: row.history,
  }
}

/**
 * Raises the edition inside a publication's transaction and notifies every process at commit. The row lock orders
 * publications, so do little afterwards: the next publication waits for it.
 */
export async function raiseEdition(
  trx: Transaction<DB>,
  { at, changes }: { at: Date; changes: EditionChange },
): Promise<number> {
  const isSiteNew = changes === 'site' || changes === 'everything'
  const isThreatsNew = changes === 'threats' || changes === 'everything'
  const { number } = await trx
    .updateTable('edition')
    .set((eb) => ({
      number: eb('number', '+', 1),
      published_at: at,
      ...(isSiteNew ? { site_number: eb('number', '+', 1) } : {}),
      ...(isThreatsNew ? { threat_number: eb('number', '+', 1) } : {}),
    }))
    .returning('number')
    .executeTakeFirstOrThrow()
  await sql`select pg_notify(${EDITION_CHANNEL}, ${String(number)})`.execute(trx)
  return number
}
