import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'

export interface Counter {
  key: string
  /** A window that started then or earlier is over. */
  overIfStartedAt: Date
}

/** A single statement, so that concurrent attempts are counted one after another, across processes. */
export async function countAttempt(
  db: Kysely<DB>,
  { key, overIfStartedAt, limit, now }: Counter & { limit: number; now: Date },
): Promise<'counted' | 'used-up'> {
  const isOver = sql<boolean>`throttles.window_started_at <= ${overIfStartedAt}`
  const counted = await db
    .insertInto('throttles')
    .values({ key, attempts: 1, window_started_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          attempts: sql<number>`case when ${isOver} then 1 else throttles.attempts + 1 end`,
          window_started_at: sql<Date>`case when ${isOver} then ${now} else throttles.window_started_at end`,
        })
        .where(sql<boolean>`${isOver} or throttles.attempts < ${limit}`),
    )
    .returning('attempts')
    .executeTakeFirst()
  return counted === undefined ? 'used-up' : 'counted'
}

export async function uncountAttempt(db: Kysely<DB>, { key, overIfStartedAt }: Counter): Promise<void> {
  await db
    .updateTable('throttles')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .where('window_started_at', '>', overIfStartedAt)
    .execute()
}

export async function clearThrottle(db: Kysely<DB>, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}

export function findThrottle(db: Kysely<DB>, { key, overIfStartedAt }: Counter) {
  return db
    .selectFrom('throttles')
    .where('key', '=', key)
    .where('window_started_at', '>', overIfStartedAt)
    .select(['attempts', 'window_started_at'])
    .executeTakeFirst()
}

export async function deleteThrottles(db: Kysely<DB>, { startedBefore }: { startedBefore: Date }) {
  await db.deleteFrom('throttles').where('window_started_at', '<', startedBefore).execute()
}
