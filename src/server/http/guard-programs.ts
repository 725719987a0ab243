import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiToken, findToken } from '../../accounts/tokens/find-token.ts'
import { refuseWrongToken, tokenOfHeader } from '../../accounts/tokens/token-of-header.ts'
import { type RequestKind, takeRequest } from '../../accounts/tokens/token-rates.ts'
import { doesTokenAllow, type TokenAccess } from '../../domain/access.ts'
import { type AccountContext, isDatabaseAway } from '../context.ts'
import { Fault, throttledFault } from './faults.ts'

/**
 * Z-08: programs send a token with every request. Cookies are ignored, so other sites can't act through a browser, and
 * the origin need not be checked.
 */
export function guardPrograms(context: AccountContext) {
  return async (access: TokenAccess, request: FastifyRequest, reply: FastifyReply): Promise<ApiToken> => {
    const token = await tokenOf(context, request, reply)
    const isChange = request.method !== 'GET' && request.method !== 'HEAD'
    const { isAlertIntake = false } = request.routeOptions.config
    const kind = isAlertIntake ? 'alerts' : isChange ? 'change' : 'read'
    await takeFromToken(context, reply, { token, kind })
    if (!doesTokenAllow(access, token.scopes)) throw missingScope(access, reply)
    return token
  }
}

/** Some products can't send headers of their own: their address holds the key. */
export function authorizationOf({
  headers,
  params,
  routeOptions,
}: Pick<FastifyRequest, 'headers' | 'params' | 'routeOptions'>): string | undefined {
  if (routeOptions.config.hasKeyInPath !== true) return headers.authorization
  return `Bearer ${(params as { key?: string }).key ?? ''}`
}

async function tokenOf(
  context: AccountContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ApiToken> {
  const { accounts, clock, holder, log } = context
  const authorization = authorizationOf(request)
  if (authorization === undefined) {
    reply.header('www-authenticate', 'Bearer realm="Candor"')
    throw new Fault('no-token')
  }
  if (isDatabaseAway({ holder })) throw new Fault('no-database')
  const [token, now] = [tokenOfHeader(authorization), clock()]
  const onError = (error: unknown) => log.warn({ err: error }, 'The use of a token could not be recorded')
  const found =
    token === undefined
      ? undefined
      : await accounts.inTime(findToken(accounts.desk.db, { token, now, onError }))
  if (found !== undefined) return found

  const verdict = await accounts.inTime(refuseWrongToken(accounts.desk.db, { address: request.ip, now }))
  if (verdict.kind === 'throttled') throw throttledFault(verdict)
  reply.header('www-authenticate', 'Bearer realm="Candor", error="invalid_token"')
  throw new Fault('wrong-token')
}

function missingScope(access: TokenAccess, reply: FastifyReply) {
  const scope = access.slice('token:'.length)
  reply.header('www-authenticate', `Bearer realm="Candor", error="insufficient_scope", scope="${scope}"`)
  return new Fault('not-allowed', { message: `This token does not have the scope "${scope}".` })
}

async function takeFromToken(
  { accounts, clock }: AccountContext,
  reply: FastifyReply,
  { token, kind }: { token: ApiToken; kind: RequestKind },
): Promise<void> {
  const tightest = await accounts.inTime(
    takeRequest(accounts.desk.db, { tokenId: token.id, kind, now: clock() }),
  )
  const { limit, remaining, resetS } = tightest
  reply.headers({
    'ratelimit-limit': String(limit.atOnce),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetS),
    'ratelimit-policy': `${limit.perMinute};w=60;burst=${limit.atOnce}`,
  })
  if (!tightest.isAllowed) throw new Fault('too-many-requests', { retryAfterS: tightest.retryAfterS })
}
