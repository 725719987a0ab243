import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noteFailedSignIn } from '../../accounts/note-failed-sign-in.ts'
import type { OidcFailure } from '../../accounts/sign-on/explain-failure.ts'
import type { StaffIdentity } from '../../accounts/sign-on/identity-of-claims.ts'
import type { IdentityProvider } from '../../accounts/sign-on/identity-provider.ts'
import { signInStaff } from '../../accounts/sign-on/sign-in-staff.ts'
import {
  clearedSignOnCookie,
  type SignOnAttempt,
  signOnCookie,
  signOnOfCookies,
} from '../../accounts/sign-on/sign-on-cookie.ts'
import { attemptsOfAddress, settleAttempts, takeAttempts } from '../../accounts/throttle/throttle.ts'
import { can, type Role } from '../../domain/access.ts'
import { flashCookie } from '../../domain/account/flash.ts'
import { isSignInNeeded } from '../../domain/account/protected-page.ts'
import { sessionCookies } from '../../domain/account/session-cookies.ts'
import {
  originOf,
  type SignInAsked,
  type SignInProblem,
  signInAddress,
  signInAsked,
} from '../../domain/account/sign-in-address.ts'
import { SIGN_ON_CALLBACK_PATH, SIGN_ON_PATH } from '../../domain/account/sign-on-paths.ts'
import { THROTTLE_LIMITS } from '../../domain/account/throttle-limits.ts'
import { browserOf } from '../calls/asked.ts'
import { type AccountContext, isDatabaseAway } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { ANYONE } from '../http/guard.ts'
import type { DemoIdentity } from '../sign-on/demo-identity.ts'
import { nothingHere, refuseOtherMethods } from './refuse-other-methods.ts'

/**
 * Marks a request that was redirected to the public URL, so that a proxy that rewrites hosts can't cause a
 * redirect loop.
 */
const SENT_HERE = 'here'

/** sets cookies on GET, because the protocol works by redirects between sites. */
export function signOnRoutes(
  app: FastifyInstance,
  context: AccountContext,
  { provider, demo }: { provider: IdentityProvider | undefined; demo: DemoIdentity | undefined },
) {
  if (provider !== undefined) {
    const onRequest = async (request: FastifyRequest) => demo?.checkMayAsk(request)
    const route = { config: ANYONE, schema: { hide: true }, exposeHeadRoute: false, onRequest }
    app.get(SIGN_ON_PATH, route, (request, reply) => begin(context, provider, request, reply))
    app.get(SIGN_ON_CALLBACK_PATH, route, (request, reply) => complete(context, provider, request, reply))
    for (const path of [SIGN_ON_PATH, SIGN_ON_CALLBACK_PATH]) refuseOtherMethods(app, path)
  }
  for (const path of ['/sso', '/sso/*']) nothingHere(app, path)
}

async function begin(
  { config }: AccountContext,
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.header('cache-control', PRIVATE_CACHE)
  const query = queryOf(request)
  const asked = signInAsked(query)
  const { origin } = asked
  // The provider redirects to the public URL, where cookies set under another host would be missing.
  const isElsewhere = request.host.toLowerCase() !== new URL(config.publicUrl).host
  if (isElsewhere && !query.has(SENT_HERE)) {
    return reply.redirect(`${config.publicUrl}${SIGN_ON_PATH}?${againHere(asked)}`, 303)
  }
  const begun = await provider.begin()
  if (begun.kind !== 'begun') return sendToSignIn(request, reply, { failure: begun, origin })
  const attempt = { ...begun.attempt, origin, isNeeded: isSignInNeeded(asked) }
  return reply
    .header('set-cookie', signOnCookie(attempt, { isSecure: config.isHttps }))
    .redirect(begun.url, 303)
}

async function complete(
  context: AccountContext,
  provider: IdentityProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isSecure = context.config.isHttps
  const cookies = request.headers.cookie ?? ''
  const attempt = signOnOfCookies(cookies, { isSecure })
  // A login can be completed only once, whatever the outcome.
  reply.header('cache-control', PRIVATE_CACHE).header('set-cookie', clearedSignOnCookie({ isSecure }))
  const origin =
    attempt?.origin === undefined ? undefined : originOf(new URLSearchParams({ origin: attempt.origin }))

  const outcome = await signIn(context, provider, request, attempt)
  if (outcome.kind !== 'signed-in') return sendToSignIn(request, reply, { failure: outcome, origin })
  return reply
    .header('set-cookie', [
      ...sessionCookies(outcome.tokens, { isSecure }),
      flashCookie('signed-in', { isSecure }),
    ])
    .redirect(landingOf({ origin, isNeeded: attempt?.isNeeded ?? false, roles: outcome.roles }), 303)
}

/** Staff come to work, so they get their dashboard unless another page sent them to sign in. */
function landingOf(of: { origin: string | undefined; isNeeded: boolean; roles: readonly Role[] }): string {
  if (of.origin !== undefined && of.isNeeded) return of.origin
  return can(of.roles, 'see-admin-area') ? DASHBOARD_PATH : (of.origin ?? '/')
}

const DASHBOARD_PATH = '/admin/dashboard'

async function signIn(
  context: AccountContext,
  provider: IdentityProvider,
  request: FastifyRequest,
  attempt: SignOnAttempt | undefined,
) {
  if (attempt === undefined) return failure('failed', 'this browser did not start a login')
  if (isDatabaseAway(context)) return failure('unavailable', 'the database is unreachable')
  return withinLimit(context, request, async () => {
    const identified = await provider.complete(queryOf(request).toString(), attempt)
    if (identified.kind !== 'identified') return identified
    return enter(context, request, identified.identity)
  })
}

/** Limits how often a client can make us ask the provider about forged codes. */
async function withinLimit<T extends { kind: string; reason?: string; uid?: number | undefined }>(
  context: AccountContext,
  request: FastifyRequest,
  login: () => Promise<T>,
) {
  const { accounts, clock } = context
  const { db } = accounts.desk
  const { address } = browserOf(context, request)
  const counted = attemptsOfAddress({ limit: THROTTLE_LIMITS.signOnPerAddress, address, now: clock() })
  const verdict = await accounts.inTime(takeAttempts(db, counted)).catch((error: unknown) => {
    request.log.error({ err: error }, 'An employee login could not be counted')
    return failure('unavailable', 'it could not be counted')
  })
  if (verdict.kind === 'unavailable') return verdict
  if (verdict.kind === 'throttled') {
    const throttled = failure('throttled', 'too many have failed from this address')
    await noteFailure(context, request, throttled)
    return throttled
  }
  const outcome = await login()
  if (outcome.kind === 'signed-in') await settleAttempts(accounts.desk, { refunded: counted })
  else await noteFailure(context, request, outcome)
  return outcome
}

/** Staff see the reason even if it can't be recorded. */
async function noteFailure(
  context: AccountContext,
  request: FastifyRequest,
  failed: { kind: string; reason?: string; uid?: number | undefined },
) {
  if (failed.kind === 'unavailable') return
  const { accounts, clock } = context
  const noted = noteFailedSignIn(accounts.desk.db, {
    userId: failed.uid,
    address: browserOf(context, request).address,
    by: 'sign-on',
    isThrottled: failed.kind === 'throttled',
    reason: failed.reason ?? 'unknown',
    now: clock(),
  })
  await accounts.inTime(noted).catch((error: unknown) => {
    request.log.error({ err: error }, 'A failed employee login could not be written into the audit')
  })
}

async function enter(context: AccountContext, request: FastifyRequest, identity: StaffIdentity) {
  const { accounts, clock } = context
  try {
    const now = clock()
    const signedIn = await signInStaff(accounts.desk.db, {
      identity,
      browser: browserOf(context, request),
      now,
    })
    if (signedIn.kind === 'signed-in') return signedIn
    return { ...failure('refused', 'the account is locked'), uid: signedIn.uid }
  } catch (error) {
    request.log.error({ err: error }, 'An employee login could not be recorded')
    return failure('unavailable', 'it could not be recorded')
  }
}

type Failure = OidcFailure | { kind: 'throttled'; reason: string }

function failure<K extends Failure['kind']>(kind: K, reason: string) {
  return { kind, reason }
}

function sendToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { failure, origin }: { failure: Failure; origin: string | undefined },
) {
  request.log.warn({ kind: failure.kind, reason: failure.reason }, 'An employee login failed')
  const problem: SignInProblem = `sign-on-${failure.kind}`
  return reply.redirect(signInAddress({ problem, origin }), 303)
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URL(url, 'http://site.invalid').searchParams
}

function againHere({ notice, origin }: SignInAsked) {
  return new URLSearchParams({
    [SENT_HERE]: '1',
    ...(notice !== undefined && { notice }),
    ...(origin !== undefined && { origin }),
  })
}
