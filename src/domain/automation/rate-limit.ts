/** So many a minute in the long run, and so many at once. */
export interface RateLimit {
  perMinute: number
  atOnce: number
}

/** Z-08: what a program may ask, counted for each token. */
export const REQUESTS_OF_TOKEN: RateLimit = { perMinute: 120, atOnce: 60 }
export const CHANGES_OF_TOKEN: RateLimit = { perMinute: 60, atOnce: 30 }

/** What is left, and as of when. */
export interface Allowance {
  left: number
  at: Date
}

export type RateVerdict = {
  isAllowed: boolean
  /** To keep for the next time. */
  allowance: Allowance
  /** Whole requests that may still come at once. */
  remaining: number
  /** Until all of them may. */
  resetS: number
  /** Until one more may. */
  retryAfterS: number
}

/** An allowance that fills up evenly, as far as its limit goes. */
export function takeOne(
  limit: RateLimit,
  { allowance, now }: { allowance: Allowance | undefined; now: Date },
): RateVerdict {
  const perMs = limit.perMinute / 60_000
  const filled = allowance === undefined ? limit.atOnce : refilled(allowance, { now, perMs })
  const before = Math.min(limit.atOnce, filled)
  const isAllowed = before >= 1
  const left = isAllowed ? before - 1 : before
  const secondsTo = (amount: number) => Math.max(0, Math.ceil((amount - left) / perMs / 1000))
  return {
    isAllowed,
    allowance: { left, at: now },
    remaining: Math.floor(left),
    resetS: secondsTo(limit.atOnce),
    retryAfterS: Math.max(1, secondsTo(1)),
  }
}

/** A clock that was put back takes nothing away. */
function refilled({ left, at }: Allowance, { now, perMs }: { now: Date; perMs: number }) {
  return left + Math.max(0, now.getTime() - at.getTime()) * perMs
}
