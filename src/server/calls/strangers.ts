import type { FastifyRequest } from 'fastify'
import { subjectOfName } from '../../accounts/throttle/subject-of-name.ts'
import { attemptsOfAddress, type Throttled, throttleKey } from '../../accounts/throttle/throttle.ts'
import { makeTurns, type Turns } from '../../accounts/turns.ts'
import type { StrangersLine } from '../../contract/call.ts'
import { type CallName, calls } from '../../contract/calls.ts'
import { networkOfSubject, subjectOfAddress } from '../../domain/account/subject-of-address.ts'
import { THROTTLE_LIMITS, type ThrottleLimit } from '../../domain/account/throttle-limits.ts'
import type { AccountContext } from '../context.ts'
import { ThrottledFault, throttledFault, throttledSignInFault } from '../http/faults.ts'
import { browserOf } from './asked.ts'

export interface StrangersCall {
  name: CallName
  input: object
  request: FastifyRequest
}

export type TakeStrangersTurn = <T>(call: StrangersCall, work: () => Promise<T>) => Promise<T>

export function strangersTurns(context: AccountContext): TakeStrangersTurn {
  const { accounts, clock } = context
  const lines = Object.fromEntries(
    Object.entries(LINES).map(([line, places]) => [
      line,
      makeTurns({ ...places, groupOf: networkOfSubject }),
    ]),
  ) as Record<StrangersLine, Turns>
  return async (call, work) => {
    const counters = rememberedCounters(context, call)
    const now = clock()
    for (const { limit, key } of counters) {
      const retryAfterS = accounts.lockouts.find(key, now)
      if (retryAfterS !== undefined)
        throw faultOf(call.name, { kind: 'throttled', retryAfterS, limit: limit.name })
    }
    try {
      return await lines[calls[call.name].line].take(subjectOfAddress(call.request.ip), work)
    } catch (error) {
      const usedUp =
        error instanceof ThrottledFault ? counters.find(({ limit }) => limit.name === error.limit) : undefined
      if (usedUp !== undefined && error instanceof ThrottledFault && error.retryAfterS !== undefined)
        accounts.lockouts.note(usedUp.key, { retryAfterS: error.retryAfterS, now: clock() })
      throw error
    }
  }
}

/**
 * Passwords are hashed one at a time anyway; more parallel calls would only delay the queries of readers.
 * 300 places are about eight seconds of sign-ins, which is as long as people wait for a page. 20 of them,
 * half a second, are enough for an office behind one address. Mail providers unsubscribe many readers from
 * one address.
 */
const LINES: Record<StrangersLine, { atOnce: number; longestLine: number; mostOfOne: number }> = {
  'sign-in': { atOnce: 2, longestLine: 300, mostOfOne: 20 },
  emergency: { atOnce: 2, longestLine: 100, mostOfOne: 20 },
  unsubscribing: { atOnce: 2, longestLine: 300, mostOfOne: 100 },
}

interface RememberedCounter {
  limit: ThrottleLimit
  key: string
}

const SIGN_IN = [THROTTLE_LIMITS.signInPerAddress, THROTTLE_LIMITS.signInPerAccount]

/**
 * The limits that a call counts per client address and typed name. The others are known only to the
 * database.
 */
const REMEMBERED: { readonly [Name in CallName]?: readonly ThrottleLimit[] } = {
  'POST /api/user/before-login': SIGN_IN,
  'POST /api/user/login': SIGN_IN,
  'POST /api/validate-email': [THROTTLE_LIMITS.emailChecksPerAddress],
  'POST /api/user/register': [THROTTLE_LIMITS.signUpPerAddress, THROTTLE_LIMITS.mailsPerClient],
  'POST /api/follow': [THROTTLE_LIMITS.mailsPerClient],
  'POST /api/follow/link': [THROTTLE_LIMITS.mailsPerClient],
  'POST /api/user/password': [THROTTLE_LIMITS.resetPerAddress, THROTTLE_LIMITS.mailsPerClient],
}

/**
 * A browser with a session or device cookie may be let in despite a lockout of its address and name, and a
 * failed sign-in ends its session. Both need the database, so such a call waits in the queue.
 */
function rememberedCounters(
  context: AccountContext,
  { name, input, request }: StrangersCall,
): RememberedCounter[] {
  const { address, sessionToken, deviceToken } = browserOf(context, request)
  if (sessionToken !== undefined || deviceToken !== undefined) return []
  const now = context.clock()
  return (REMEMBERED[name] ?? [])
    .flatMap((limit) =>
      limit === THROTTLE_LIMITS.signInPerAccount
        ? [{ limit, subject: subjectOfName((input as { name: string }).name), now }]
        : attemptsOfAddress({ limit, address, now }),
    )
    .map((attempt) => ({ limit: attempt.limit, key: throttleKey(attempt) }))
}

function faultOf(name: CallName, throttled: Throttled): ThrottledFault {
  return REMEMBERED[name] === SIGN_IN ? throttledSignInFault(throttled) : throttledFault(throttled)
}
