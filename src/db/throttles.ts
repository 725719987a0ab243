import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'

export interface Counter {
  key: string
  overIfStartedAt: Date
  /**
   * The clocks of processes may differ by seconds. A window that starts more than a minute later comes from
   * a wrong clock.
   */
  now: Date
}

/** A single statement, so that concurrent attempts are counted one after another, across processes. */
export async function countAttempt(
  db: Kysely<DB>,
  { limit, ...counter }: Counter & { limit: number },
): Promise<'counted' | 'used-up'> {
  const { key, now } = counter
  const isOver = sql<boolean>`not ${isCurrent(counter)}`
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

export async function uncountAttempt(db: Kysely<DB>, counter: Counter): Promise<void> {
  await db
    .updateTable('throttles')
    .set(({ eb }) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', '=', counter.key)
    .where('attempts', '>', 0)
    .where(isCurrent(counter))
    .execute()
}

export async function clearThrottle(db: Kysely<DB>, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute()
}

export function findThrottle(db: Kysely<DB>, counter: Counter) {
  return db
    .selectFrom('throttles')
    .where('key', '=', counter.key)
    .where(isCurrent(counter))
    .select(['attempts', 'window_started_at'])
    .executeTakeFirst()
}

export async function deleteThrottles(db: Kysely<DB>, { overIfStartedAt, now }: Omit<Counter, 'key'>) {
  await db
    .deleteFrom('throttles')
    .where(sql<boolean>`not ${isCurrent({ overIfStartedAt, now })}`)
    .execute()
}

function isCurrent({ overIfStartedAt, now }: Omit<Counter, 'key'>) {
  return sql<boolean>`(throttles.window_started_at > ${overIfStartedAt}
    and throttles.window_started_at <= ${now}::timestamptz + interval '1 minute')`
}
