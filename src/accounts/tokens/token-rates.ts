import type { Kysely } from 'kysely'
import type { DB } from '../../db/database.ts'
import { type CountedLimit, type TokenRate, takeAllowances } from '../../db/token-allowances.ts'

/** Z-08: rate limits of each token. */
const RATES = {
  requests: { perMinute: 120, atOnce: 60 },
  changes: { perMinute: 60, atOnce: 30 },
} as const satisfies Record<string, TokenRate>

/** A storm arrives at once. Senders send nothing else, so this replaces both. */
const ALERTS: TokenRate = { perMinute: 300, atOnce: 150 }

export type RequestKind = 'read' | 'change' | 'alerts'

const LIMITS: Readonly<Record<RequestKind, readonly CountedLimit[]>> = {
  read: [{ counted: 'requests', limit: RATES.requests }],
  change: [
    { counted: 'requests', limit: RATES.requests },
    { counted: 'changes', limit: RATES.changes },
  ],
  alerts: [{ counted: 'requests', limit: ALERTS }],
}

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
  { tokenId, kind, now }: { tokenId: number; kind: RequestKind; now: Date },
): Promise<RateVerdict & { limit: TokenRate }> {
  const limits = LIMITS[kind]
  const taken = await takeAllowances(db, { tokenId, limits, now })
  return limits
    .flatMap(({ counted, limit }) =>
      taken
        .filter((each) => each.counted === counted)
        .map(({ left, isAllowed }) => ({ ...rateVerdict(limit, { left, isAllowed }), limit })),
    )
    .reduce((a, b) => (b.remaining < a.remaining || !b.isAllowed ? b : a))
}

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
