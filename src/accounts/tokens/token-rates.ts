import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { type TokenRate, takeAllowances } from '../../db/token-allowances.ts'

/** Z-08: rate limits of each token. */
const RATES = {
  requests: { perMinute: 120, atOnce: 60 },
  changes: { perMinute: 60, atOnce: 30 },
} as const satisfies Record<string, TokenRate>

export interface RateVerdict {
  isAllowed: boolean
  remaining: number
  /** Seconds until the full burst is available. */
  resetS: number
  retryAfterS: number
}

/** Z-08: counts one request against its token, across all processes. Returns the limit that is closest. */
export async function takeRequest(
  db: Kysely<DB>,
  { tokenId, isChange, now }: { tokenId: number; isChange: boolean; now: Date },
): Promise<RateVerdict & { limit: TokenRate }> {
  const limits = (isChange ? (['requests', 'changes'] as const) : (['requests'] as const)).map((counted) => ({
    counted,
    limit: RATES[counted],
  }))
  const taken = await takeAllowances(db, { tokenId, limits, now })
  return taken
    .map(({ counted, left, isAllowed }) => ({
      ...rateVerdict(RATES[counted], { left, isAllowed }),
      limit: RATES[counted],
    }))
    .reduce((a, b) => (b.remaining < a.remaining || !b.isAllowed ? b : a))
}

/** Translates an allowance for the client. It refills evenly up to its limit. */
export function rateVerdict(
  { atOnce, perMinute }: TokenRate,
  { left, isAllowed }: { left: number; isAllowed: boolean },
): RateVerdict {
  const secondsTo = (amount: number) => Math.max(0, Math.ceil(((amount - left) / perMinute) * 60))
  return {
    isAllowed,
    remaining: Math.floor(left),
    resetS: secondsTo(atOnce),
    retryAfterS: Math.max(1, secondsTo(1)),
  }
}
