import type { FastifyReply } from 'fastify'
import type { ApiToken } from '../../accounts/tokens/find-token.ts'
import { takeRequest } from '../../accounts/tokens/take-request.ts'
import type { RateLimit, RateVerdict } from '../../domain/automation/rate-limit.ts'
import type { AccountContext } from '../context.ts'
import { Fault } from './faults.ts'

/** Counts a request, says in its answer what is left, and refuses it when nothing is. */
export async function takeFromToken(
  { accounts, clock }: AccountContext,
  reply: FastifyReply,
  { token, isChange }: { token: ApiToken; isChange: boolean },
): Promise<void> {
  const tightest = await accounts.inTime(
    takeRequest(accounts.desk.db, { tokenId: token.id, isChange, now: clock() }),
  )
  tellLimits(reply, tightest)
  if (!tightest.isAllowed) throw new Fault('too-many-requests', { retryAfterS: tightest.retryAfterS })
}

function tellLimits(reply: FastifyReply, { limit, remaining, resetS }: RateVerdict & { limit: RateLimit }) {
  reply.headers({
    'ratelimit-limit': String(limit.atOnce),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetS),
    'ratelimit-policy': `${limit.perMinute};w=60;burst=${limit.atOnce}`,
  })
}
