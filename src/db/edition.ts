import { type Kysely, sql, type Transaction } from 'kysely'
import { PLANNED_ONCE } from './connect.ts'
import type { DB } from './database.ts'
import { appendToLog, type LogActs } from './log/append-log.ts'
import { noteVersions } from './log/note-versions.ts'

export const EDITION_CHANNEL = 'edition'

export interface EditionNumbers {
  number: number
  siteNumber: number
  threatNumber: number
  publishedAt: Date
  /** Changes with a restore. Numbers of different histories can't be compared. */
  history: string
}

/**
 * Which of the parts that are loaded as a whole have changed. `records` is none of these, because each
 * record has the edition of its last change.
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
 * Raises the edition inside a publication's transaction and notifies every process at commit. The row lock
 * orders publications, and the next one waits for it. So do little in `write`, which writes rows that carry
 * the number, and nothing afterward. Then appends the changes to the public log, with the acts that `write`
 * returns. One record and its audit entry are better returned as `mark` and `audit`, which need no separate
 * statement. Write rows that readers don't see in `meanwhile`.
 */
export async function raiseEdition(
  trx: Transaction<DB>,
  { at, changes }: { at: Date; changes: EditionChange },
  write: (edition: number) => Promise<LogActs>,
): Promise<number> {
  const isSiteNew = changes === 'site' || changes === 'everything'
  const isThreatsNew = changes === 'threats' || changes === 'everything'
  const { rows } = await sql<{ number: number }>`${PLANNED_ONCE}
    with raised as (
      update edition set number = number + 1, published_at = ${at},
        site_number = case when ${isSiteNew} then number + 1 else site_number end,
        threat_number = case when ${isThreatsNew} then number + 1 else threat_number end
      returning number
    )
    select number, pg_notify(${EDITION_CHANNEL}, number::text) from raised`.execute(trx)
  const [raised] = rows
  if (raised === undefined) throw new Error('There is no edition to raise')
  const acts = await write(raised.number)
  await appendToLog(trx, { edition: raised.number, at, ...acts })
  return raised.number
}

/** For changes without rows that carry the number, such as those of the site. */
export async function nothingMore(): Promise<LogActs> {
  return {}
}

/**
 * Begins the log, or adds what was published without it: by an earlier release, or before a restore.
 * Readers get this as the next edition.
 */
export function catchUpLog(db: Kysely<DB>, { now }: { now: Date }): Promise<'kept' | 'caught-up'> {
  return db.transaction().execute(async (trx) => {
    // Waits for publications in progress.
    const { number, history } = await trx
      .selectFrom('edition')
      .select(['number', 'history'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const log = await trx.selectFrom('log_head').select(['edition', 'history']).executeTakeFirstOrThrow()
    if (log.history === history) await noteVersions(trx)
    if (log.history === history && log.edition >= number) return 'kept'
    await raiseEdition(trx, { at: now, changes: 'records' }, nothingMore)
    return 'caught-up'
  })
}
