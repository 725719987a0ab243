import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { type TokenRate, takeAllowances } from '../../db/token-allowances.ts'

/** Z-08: what a program may ask, counted for each token. */
const RATES = {
  requests: { perMinute: 120, atOnce: 60 },
  changes: { perMinute: 60, atOnce: 30 },
} as const satisfies Record<string, TokenRate>

export interface RateVerdict {
  isAllowed: boolean
  /** Whole requests that may still come at once. */
  remaining: number
  /** Until all of them may. */
  resetS: number
  /** Until one more may. */
  retryAfterS: number
}

/** Z-08: one request of a program, counted for its token over all processes. Gives the limit that is nearest. */
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

/** What a program is told of an allowance, which fills up evenly, as far as its limit goes. */
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
