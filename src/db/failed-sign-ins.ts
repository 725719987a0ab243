import { type Kysely, sql } from 'kysely'
import { HOUR_MS } from '../domain/time.ts'
import type { DB } from './database.ts'

export interface FailedSignIn {
  /** Undefined for an unknown account. The typed name is never stored, because it may be a password. */
  userId: number | undefined
  /** An `addressPrefix`. */
  from: string
  /** `sign-in`: with a password. `sign-on`: with the employee login. */
  actor: 'sign-in' | 'sign-on'
  reason: string
  /** Counted at most this often per hour. Attempts that weren't even checked count once. */
  countedAtMost: number
  now: Date
}

/** Entries per hour. Known accounts have a separate allowance, so that made-up names can't hide them. */
const ENTRIES_AN_HOUR = { known: 300, unknown: 100 }

/**
 * At the allowance, one entry says that there are more. A single statement, so that known and unknown
 * accounts take the same time.
 */
export async function countFailedSignIn(db: Kysely<DB>, failed: FailedSignIn): Promise<void> {
  const { userId, from, actor, reason, countedAtMost, now } = failed
  const isKnown = userId !== undefined
  const account = isKnown ? String(userId) : 'unknown'
  const key = `failed-sign-in:${[account, actor, from, reason].join(':')}`
  const allowanceKey = `failed-sign-in-entries:${isKnown ? 'known' : 'unknown'}`
  const allowance = isKnown ? ENTRIES_AN_HOUR.known : ENTRIES_AN_HOUR.unknown
  const isOver = sql`throttles.window_started_at <= ${new Date(now.getTime() - HOUR_MS)}`
  const countedUp = sql`
    attempts = case when ${isOver} then 1 else throttles.attempts + 1 end,
    window_started_at = case when ${isOver} then excluded.window_started_at else throttles.window_started_at end`
  await sql`
    with counted as (
      insert into throttles (key, attempts, window_started_at) values (${key}, 1, ${now})
      on conflict (key) do update set ${countedUp} where ${isOver} or throttles.attempts < ${countedAtMost}
      returning attempts
    ),
    entries as (
      insert into throttles (key, attempts, window_started_at)
      select ${allowanceKey}, 1, ${now} from counted where attempts::text ~ '^10*$'
      on conflict (key) do update set ${countedUp} where ${isOver} or throttles.attempts <= ${allowance}
      returning attempts
    )
    insert into audit_log (at, actor, action, entity, entity_id, after)
    select
      ${now}, ${actor}, 'sign-in-failed', 'user',
      case when entries.attempts <= ${allowance} then ${account}::text when ${isKnown} then 'many' else 'unknown' end,
      case
        when entries.attempts <= ${allowance} then jsonb_build_object(
          'failures_within_an_hour', counted.attempts, 'from', ${from}::text, 'reason', ${reason}::text
        )
        else jsonb_build_object('reason', 'more failures within this hour than are listed here')
      end
    from counted, entries
  `.execute(db)
}
