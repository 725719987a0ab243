import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { SignedInViewer } from '../../accounts/viewer.ts'
import { can, isTokenAccess } from '../../domain/access.ts'
import { sessionOfCookies } from '../../domain/account/session-cookies.ts'
import { subjectOfAddress } from '../../domain/account/subject-of-address.ts'
import type { InTurn } from '../../edition/answer-cache.ts'
import { type AccountContext, type AppContext, hasAccounts, type StepAside } from '../context.ts'
import { Fault } from '../http/faults.ts'
import { authorizationOf } from '../http/guard-programs.ts'
import { isPersonalAddress } from '../http/viewer-of.ts'
import { Door } from './door.ts'
import { Proven, type ProvenClass } from './proven.ts'
import { type TurnLimits, TurnsOfClass } from './turns-by-class.ts'

/**
 * Cached answers and health probes take no turn. Unauthenticated calls such as sign-in have their own turns
 * (`calls/strangers.ts`).
 */
type TurnClass = 'readers' | 'people' | 'staff' | 'unproven'

const LIMITS: Record<TurnClass, TurnLimits> = {
  // One thread renders all of them: more at the same time would only delay each other. People prefer a few
  // seconds of waiting to an error. A stalled machine isn't an overload: the queue length tells the two
  // apart.
  readers: { atOnce: 4, longestLine: 200, longestWaitMs: 5_000 },
  // These wait for the database, whose connections are shared.
  people: { atOnce: 8, longestLine: 200, longestWaitMs: 3_000 },
  staff: { atOnce: 8, longestLine: 200, longestWaitMs: 5_000 },
  unproven: { atOnce: 4, longestLine: 200, longestWaitMs: 3_000 },
}

const TURNS_BETWEEN = 8
const LOGGED_EVERY_MS = 1_000
const RETRY_AFTER_S = 2
/** Spread over several seconds, so that clients don't all return together. */
const RETRY_SPREAD_S = 4

export interface TakingTurns<C> {
  context: C
  isCrowded(): boolean
  noteRefusedReader(): void
  begin(request: FastifyRequest, reply: FastifyReply): Promise<void>
  noteToken(request: FastifyRequest): Promise<void>
  /** Gives the turn back while a body arrives, which the client may delay as long as it likes. */
  waitForBody(request: FastifyRequest): Promise<void>
  goOn(request: FastifyRequest): Promise<void>
  /**
   * Makes the route keep its turn until its work is done. The work continues after the client hangs up, so a client
   * that keeps hanging up could otherwise have any number in progress.
   */
  holdWhileWorking(route: Pick<RouteOptions, 'handler'>): void
}

/** `patience` multiplies all waiting times: test machines may be ten times slower. */
export function takeTurns<C extends AppContext | AccountContext>(
  context: C,
  { patience = 1 } = {},
): TakingTurns<C> {
  const { metrics, log } = context
  const classes = Object.fromEntries(
    Object.entries(LIMITS).map(([name, limits]) => [
      name,
      new TurnsOfClass({ ...limits, longestWaitMs: limits.longestWaitMs * patience }),
    ]),
  ) as Record<TurnClass, TurnsOfClass>
  // Making an answer blocks the event loop for milliseconds.
  const door = new Door({ mostATurn: () => 1, turnsBetween: TURNS_BETWEEN })
  const proven = new Proven()
  const turns = new WeakMap<FastifyRequest, Turn>()
  let shed = 0

  function noteShed(name: TurnClass) {
    metrics.observeShed(name)
    if (shed === 0) setTimeout(logShed, LOGGED_EVERY_MS).unref()
    shed++
  }

  async function wait(name: TurnClass, isTurn: Promise<boolean>) {
    if (await isTurn) return
    noteShed(name)
    throw new Fault('overloaded', { retryAfterS: RETRY_AFTER_S + (shed % RETRY_SPREAD_S) })
  }

  async function take(turn: Turn) {
    const { name, client } = turn
    await wait(name, classes[name].begin(client))
    if (turn.isOver) classes[name].end(client)
    else turn.isAtWork = true
  }

  function giveBack(turn: Turn) {
    if (turn.isAtWork) classes[turn.name].end(turn.client)
    turn.isAtWork = false
  }

  function logShed() {
    log.warn({ shed }, 'Overloaded: some requests were told to retry later')
    shed = 0
  }

  function makeInTurn<T>(make: () => Promise<T>, client: string): InTurn<T> {
    const { readers } = classes
    const place = readers.queue(client)
    async function made() {
      await wait('readers', place.isTurn)
      try {
        await new Promise<void>((resolve) => door.pass(resolve))
        return await make()
      } finally {
        readers.end(place.client)
      }
    }
    return { made: made(), alsoFor: (other) => readers.moveUp(place, other) }
  }

  const stepAside: StepAside = {
    giveBack(request) {
      const turn = turns.get(request)
      if (turn !== undefined) giveBack(turn)
    },
    async goOn(request) {
      const turn = turns.get(request)
      if (turn === undefined || turn.isAtWork) return
      // By now the client is authenticated.
      Object.assign(turn, proven.find(secretOf(context, request) ?? ''))
      await take(turn)
    },
  }

  return {
    context: {
      ...context,
      makeInTurn,
      stepAside,
      ...(hasAccounts(context) && { accounts: noting(context, proven) }),
    },
    isCrowded: () => classes.readers.waiting > 0,
    noteRefusedReader: () => noteShed('readers'),
    async begin(request, reply) {
      const taker = takerOf(context, proven, request)
      if (taker === undefined) return
      const turn: Turn = { ...taker, isAtWork: false, isHandled: false, isOver: false }
      turns.set(request, turn)
      reply.raw.once('close', () => {
        turn.isOver = true
        if (!turn.isHandled) giveBack(turn)
      })
      await take(turn)
    },
    async waitForBody(request) {
      if (hasBody(request)) stepAside.giveBack(request)
    },
    goOn: stepAside.goOn,
    holdWhileWorking(route) {
      const { handler } = route
      route.handler = function (request, reply) {
        const turn = turns.get(request)
        if (turn === undefined) return handler.call(this, request, reply)
        turn.isHandled = true
        const done = () => {
          turn.isHandled = false
          if (turn.isOver) giveBack(turn)
        }
        try {
          const made: unknown = handler.call(this, request, reply)
          if (made instanceof Promise) return made.finally(done)
          done()
          return made
        } catch (error) {
          done()
          throw error
        }
      }
    },
    async noteToken(request) {
      const { token } = request
      if (token !== undefined)
        proven.note(authorizationOf(request) ?? '', { name: 'staff', client: `token:${token.id}` })
    },
  }
}

export function clientOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  return subjectOfAddress(ip)
}

interface Taker {
  name: TurnClass
  client: string
}

interface Turn extends Taker {
  isAtWork: boolean
  isHandled: boolean
  isOver: boolean
}

/**
 * Undefined if the request needs no authentication. Unproven secrets may be forged by the thousands, so those
 * requests count by address.
 */
function takerOf(context: AppContext, proven: Proven, request: FastifyRequest): Taker | undefined {
  const secret = secretOf(context, request)
  if (secret === undefined) return undefined
  return proven.find(secret) ?? { name: 'unproven', client: clientOf(request) }
}

function hasBody({ headers }: FastifyRequest) {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function noting({ accounts }: AccountContext, proven: Proven): AccountContext['accounts'] {
  return {
    ...accounts,
    async viewerOf(token, now, of) {
      const viewer = await accounts.viewerOf(token, now, of)
      proven.note(
        token,
        viewer.kind === 'user' ? { name: classOf(viewer), client: `user:${viewer.uid}` } : undefined,
      )
      return viewer
    },
  }
}

function classOf({ roles }: SignedInViewer): ProvenClass {
  return can(roles, 'see-admin-area') ? 'staff' : 'people'
}

function secretOf({ config }: AppContext, request: FastifyRequest): string | undefined {
  const { routeOptions, headers, url } = request
  const { access, isRefusal } = routeOptions.config
  if (access === undefined || isRefusal === true) return undefined
  if (isTokenAccess(access)) return authorizationOf(request)
  const isLookedUp = access !== 'anyone' || isPersonalAddress(url) || url.startsWith('/admin')
  if (!isLookedUp || headers.cookie === undefined) return undefined
  return sessionOfCookies(headers.cookie, { isSecure: config.isHttps })
}
