import type { ChannelKind } from '../../domain/notifying/channel.ts'
import { retryDelayMs } from '../../domain/retry-delay.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'

/**
 * later: a retry may work. perhaps: it may have arrived, and each retry may send a copy. refused: the other
 * side says that it will never accept it. For mail that is final, but an HTTP endpoint may answer like this
 * by mistake.
 */
type FailureKind = 'later' | 'perhaps' | 'refused'

export interface Failed {
  kind: ChannelKind
  failure: FailureKind
  /** Including this attempt. */
  attempts: number
  /** How often it was sent completely without an answer, including this time. */
  unanswered: number
  /** Of a digest, when it was due. */
  createdAt: Date
  now: Date
  /** As the other side asked. */
  retryAfterS: number | undefined
  /** From 0 to 1, to spread the retries of messages that failed together. */
  chance: number
}

export type AfterFailure = { kind: 'again'; at: Date } | { kind: 'give-up' }

export function afterFailure({ kind, failure, createdAt, now, ...failed }: Failed): AfterFailure {
  const { livesMs, firstMs } = PATIENCE[kind === 'email' ? 'mail' : 'http'][failure]
  const ageMs = now.getTime() - createdAt.getTime()
  const isCopiedEnough = failure === 'perhaps' && failed.unanswered >= MOST_UNANSWERED
  if (ageMs >= livesMs || isCopiedEnough) return { kind: 'give-up' }
  const delayMs = retryDelayMs({ attempts: failed.attempts, chance: failed.chance, firstMs })
  return { kind: 'again', at: new Date(now.getTime() + Math.max(delayMs, askedFor(failed))) }
}

/** Waiting for a way that is down uses up no attempts. Give up after a week. */
export function isTooOldToWait(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= LONGEST_WAIT_MS
}

const LONGEST_WAIT_MS = 7 * DAY_MS

/** A second copy is better than no message, but never send a third. */
const MOST_UNANSWERED = 2
/** Late, so that the second copy isn't sent into the same outage. */
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

/** Not before the requested time, within limits. */
function askedFor({ retryAfterS = 0, chance }: Pick<Failed, 'retryAfterS' | 'chance'>) {
  const askedMs = Math.min(retryAfterS * 1000, LONGEST_ASKED_MS)
  return Math.round(askedMs * (1 + chance / 10))
}

const LONGEST_ASKED_MS = DAY_MS / 4
