import { type Kysely, sql } from 'kysely'
import type { DB } from './database.ts'

/** Refills steadily by `perMinute`, up to `atOnce`. */
export interface TokenRate {
  perMinute: number
  atOnce: number
}

export interface CountedLimit {
  counted: 'requests' | 'changes'
  limit: TokenRate
}

export interface Taken {
  counted: CountedLimit['counted']
  left: number
  isAllowed: boolean
}

/**
 * A single statement, so that requests are counted one after another, across processes. Process clocks may
 * differ by seconds: an allowance's time never goes back, unless it is a minute ahead, which means that a
 * clock was reset.
 */
export async function takeAllowances(
  db: Kysely<DB>,
  { tokenId, limits, now }: { tokenId: number; limits: readonly CountedLimit[]; now: Date },
): Promise<Taken[]> {
  const filled = sql<number>`least(excluded.at_once, stored.remaining
    + greatest(0, extract(epoch from excluded.as_of - stored.as_of)::double precision) * excluded.per_minute / 60)`
  const rows = limits.map(
    ({ counted, limit: { atOnce, perMinute } }) =>
      sql`(${tokenId}::bigint, ${counted}, ${atOnce - 1}::double precision, true, ${atOnce}::double precision,
        ${perMinute}::double precision, ${now}::timestamptz)`,
  )
  const { rows: taken } = await sql<{ counted: Taken['counted']; remaining: number; was_allowed: boolean }>`
    insert into token_allowances as stored
      (token_id, counted, remaining, was_allowed, at_once, per_minute, as_of)
    values ${sql.join(rows)}
    on conflict (token_id, counted) do update set
      remaining = ${filled} - case when ${filled} >= 1 then 1 else 0 end,
      was_allowed = ${filled} >= 1,
      at_once = excluded.at_once,
      per_minute = excluded.per_minute,
      as_of = case when stored.as_of > excluded.as_of + interval '1 minute' then excluded.as_of
        else greatest(stored.as_of, excluded.as_of) end
    returning counted, remaining, was_allowed`.execute(db)
  return taken.map(({ counted, remaining, was_allowed }) => ({
    counted,
    left: remaining,
    isAllowed: was_allowed,
  }))
}
