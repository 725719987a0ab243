import type { FastifyRequest } from 'fastify'
import { makeTurns, OwnPlacesTaken, type Turns } from '../../accounts/turns.ts'
import {
  CALL_COSTS,
  type CallCost,
  COSTS_WITH_CONNECTION,
  connectedCallsAtOnce,
} from '../../domain/account/call-costs.ts'
import type { ThrottleLimit } from '../../domain/account/throttle-limits.ts'
import { webConnections } from '../config/scale-config.ts'
import type { AccountContext } from '../context.ts'
import { Fault, throttledFault } from '../http/faults.ts'

export type TakeCostlyTurn = <T>(
  cost: CallCost | undefined,
  request: FastifyRequest,
  work: () => Promise<T>,
) => Promise<T>

const LONGEST_LINE = 200

export function costlyTurns(context: AccountContext): TakeCostlyTurn {
  const lines = Object.fromEntries(
    Object.entries(CALL_COSTS).map(([cost, { atOnce, waiting }]) => [
      cost,
      makeTurns({ atOnce, longestLine: LONGEST_LINE, mostOfOne: waiting, isOneEach: true }),
    ]),
  ) as Record<CallCost, Turns>
  const connections = makeTurns({
    atOnce: connectedCallsAtOnce(webConnections(context.config.scale)),
    longestLine: LONGEST_LINE,
  })
  return async (cost, request, work) => {
    const client = clientOf(request)
    if (cost === undefined || client === undefined) return work()
    const own = lines[cost]
    const turns = COSTS_WITH_CONNECTION.has(cost) ? bothOf(own, connections) : own
    // A call queued behind earlier ones of its account must not block other accounts.
    if (turns.wouldWait(client)) context.stepAside?.giveBack(request)
    let isTurn = false
    try {
      return await turns.take(client, async () => {
        isTurn = true
        await context.stepAside?.goOn(request)
        countForAccount(context, request, CALL_COSTS[cost].rate)
        return work()
      })
    } catch (error) {
      if (isTurn) throw error
      throw new Fault(error instanceof OwnPlacesTaken ? 'account-busy' : 'overloaded')
    }
  }
}

function bothOf(first: Turns, second: Turns): Turns {
  return {
    take: (client, work) => first.take(client, () => second.take(client, work)),
    wouldWait: (client) => first.wouldWait(client) || second.wouldWait(client),
  }
}

function clientOf({ viewer, token }: FastifyRequest): string | undefined {
  if (token !== undefined) return `token:${token.id}`
  return viewer.kind === 'user' ? `user:${viewer.uid}` : undefined
}

/** Tokens have their own rate limits, which the guard has checked. */
function countForAccount(
  { accounts, clock }: AccountContext,
  { viewer }: FastifyRequest,
  limit: ThrottleLimit,
) {
  if (viewer.kind !== 'user') return
  const verdict = accounts.callRates.take({ limit, subject: String(viewer.uid), now: clock() })
  if (verdict.kind === 'throttled') throw throttledFault(verdict)
}
