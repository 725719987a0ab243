import { retryDelayMs } from '../../domain/retry-delay.ts'
import type { ChannelKind } from '../../domain/telling/channel.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'

/**
 * later: another time may do. perhaps: it may have arrived, and each attempt may bring a copy. refused: the other side says
 * that it never will. For mail that is the end of it; an HTTP address answers so while its owner has made a mistake.
 */
type FailureKind = 'later' | 'perhaps' | 'refused'

export interface Failed {
  kind: ChannelKind
  failure: FailureKind
  /** With this one. */
  attempts: number
  /** How often it was handed over whole without an answer, with this one. */
  unanswered: number
  createdAt: Date
  now: Date
  /** As the other side asked. */
  retryAfterS: number | undefined
  /** From 0 to 1, so that those that failed together come back apart. */
  chance: number
}

export type AfterFailure = { kind: 'again'; at: Date } | { kind: 'give-up' }

/** When to try again, and when no more. */
export function afterFailure({ kind, failure, createdAt, now, ...failed }: Failed): AfterFailure {
  const { livesMs, firstMs } = PATIENCE[kind === 'email' ? 'mail' : 'http'][failure]
  const ageMs = now.getTime() - createdAt.getTime()
  const isCopiedEnough = failure === 'perhaps' && failed.unanswered >= MOST_UNANSWERED
  if (ageMs >= livesMs || isCopiedEnough) return { kind: 'give-up' }
  const delayMs = retryDelayMs({ attempts: failed.attempts, chance: failed.chance, firstMs })
  return { kind: 'again', at: new Date(now.getTime() + Math.max(delayMs, askedFor(failed))) }
}

/** What waits for a way that is blocked counts no attempts; but news of last week is none any more. */
export function isTooOldToWait(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= LONGEST_WAIT_MS
}

const LONGEST_WAIT_MS = 7 * DAY_MS

/** Rather a second copy than no message, but never a third. */
const MOST_UNANSWERED = 2
/** Late, so that the second copy does not leave into the same outage. */
const PERHAPS = { livesMs: 2 * DAY_MS, firstMs: 60 * MINUTE_MS }

const PATIENCE = {
  mail: {
    later: { livesMs: 2 * DAY_MS, firstMs: MINUTE_MS },
    perhaps: PERHAPS,
    refused: { livesMs: 0, firstMs: 0 },
  },
  http: {
    later: { livesMs: 3 * DAY_MS, firstMs: 10_000 },
    perhaps: PERHAPS,
    refused: { livesMs: DAY_MS, firstMs: MINUTE_MS },
  },
} as const

/** Never before the moment they asked for; and nobody is let ask for ever. */
function askedFor({ retryAfterS = 0, chance }: Pick<Failed, 'retryAfterS' | 'chance'>) {
  const askedMs = Math.min(retryAfterS * 1000, LONGEST_ASKED_MS)
  return Math.round(askedMs * (1 + chance / 10))
}

const LONGEST_ASKED_MS = DAY_MS / 4
