/** So many a minute in the long run, and so many at once. */
export interface RateLimit {
  perMinute: number
  atOnce: number
}

/** Z-08: what a program may ask, counted for each token. */
export const REQUESTS_OF_TOKEN: RateLimit = { perMinute: 120, atOnce: 60 }
export const CHANGES_OF_TOKEN: RateLimit = { perMinute: 60, atOnce: 30 }

export type RateVerdict = {
  isAllowed: boolean
  /** Whole requests that may still come at once. */
  remaining: number
  /** Until all of them may. */
  resetS: number
  /** Until one more may. */
  retryAfterS: number
}

/** What a program is told of an allowance, which fills up evenly, as far as its limit goes. */
export function rateVerdict(
  { atOnce, perMinute }: RateLimit,
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
