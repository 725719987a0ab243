import type { FastifyReply } from 'fastify'
import {
  type Allowance,
  CHANGES_OF_TOKEN,
  type RateLimit,
  type RateVerdict,
  REQUESTS_OF_TOKEN,
  takeOne,
} from '../domain/automation/rate-limit.ts'
import { Fault } from './faults.ts'

export interface TokenLimits {
  /** Counts a request, says in its answer what is left, and refuses it when nothing is. */
  take(reply: FastifyReply, of: { tokenId: number; isChange: boolean; now: Date }): void
}

/**
 * In the memory of this process: it is there to keep one program that went wild from the others, not to the number. With
 * several processes a token has as many times as much.
 */
export function tokenLimits(): TokenLimits {
  const kept = new Map<string, Allowance>()
  const takeFrom = (key: string, limit: RateLimit, now: Date) => {
    const verdict = takeOne(limit, { allowance: kept.get(key), now })
    kept.set(key, verdict.allowance)
    return { ...verdict, limit }
  }
  return {
    take(reply, { tokenId, isChange, now }) {
      const verdicts = [
        takeFrom(`${tokenId}`, REQUESTS_OF_TOKEN, now),
        ...(isChange ? [takeFrom(`${tokenId}:changes`, CHANGES_OF_TOKEN, now)] : []),
      ]
      const tightest = verdicts.reduce((a, b) => (b.remaining < a.remaining || !b.isAllowed ? b : a))
      tellLimits(reply, tightest)
      if (tightest.isAllowed) return
      throw new Fault('too-many-requests', { retryAfterS: tightest.retryAfterS })
    },
  }
}

function tellLimits(reply: FastifyReply, { limit, remaining, resetS }: RateVerdict & { limit: RateLimit }) {
  reply.headers({
    'ratelimit-limit': String(limit.atOnce),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetS),
    'ratelimit-policy': `${limit.perMinute};w=60;burst=${limit.atOnce}`,
  })
}
