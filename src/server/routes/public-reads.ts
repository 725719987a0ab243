import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { SignedInViewer } from '../../accounts/viewer.ts'
import { ErrorBody, PastParameters, type PublicRead, Unchanged } from '../../contract/endpoint.ts'
import { whereAmI } from '../../contract/ip-ranges.ts'
import { publicReads, type ReadPath } from '../../contract/public-reads.ts'
import { cloudOfCookies } from '../../domain/cloud-cookies.ts'
import { WHERE_PATH } from '../../domain/ip-ranges/ip-ranges-query.ts'
import type { PastAsked } from '../../domain/log/past-address.ts'
import { selectCloud } from '../../domain/select-cloud.ts'
import type { Answer } from '../../edition/answer.ts'
import { whereAnswer } from '../../edition/answers/ip-range-answers.ts'
import { findCloud } from '../../edition/edition.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { findPast, mayBeCached, pastAskedBy } from '../answers/find-past.ts'
import { isReadOfOneReader, knownRead, makeRead, readAsked } from '../answers/make-read.ts'
import { minuteOf, readAnswer, valueAnswered, versionsFor } from '../answers/read-answer.ts'
import { type AccountContext, type AppContext, hasAccounts, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { PRIVATE_CACHE, PUBLIC_CACHE, pastHeaders, privateAnswer } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { mayBePersonal, viewerOf } from '../http/viewer-of.ts'
import { answerPreflight, refuseOtherMethods } from './refuse-other-methods.ts'
import { strictBodies } from './strict-bodies.ts'

export function publicReadRoutes(app: FastifyInstance, context: AppContext | AccountContext) {
  for (const path of Object.keys(publicReads) as ReadPath[]) {
    const endpoint = publicReads[path]
    app.get(
      path,
      {
        config: ANYONE,
        schema: {
          summary: endpoint.summary,
          tags: [endpoint.tag],
          params: endpoint.params,
          querystring: endpoint.hasPast ? withPast(endpoint.query) : endpoint.query,
          response: { 200: endpoint.answer, 304: Unchanged, '4xx': ErrorBody, 503: ErrorBody },
        },
        validatorCompiler: strictBodies(app),
        preValidation: async (request) => refuseOddNumbers(endpoint, request),
      },
      async (request, reply) => {
        const past = endpoint.hasPast ? pastAsked(request) : undefined
        if (past !== undefined) return sendPast(context, { path, past, request, reply })
        const isOfReader = endpoint.takesSavedCloud && takeSavedCloud(context, request)
        if (hasAccounts(context) && mayBePersonal(request)) {
          const viewer = await viewerOf(context, request)
          if (viewer.kind === 'user') return sendPersonal(context, { path, viewer, request, reply })
        }
        const answer = await answerTo(context, path, request)
        return sendAnswer(request, reply, isOfReader ? privateAnswer(answer) : answer)
      },
    )
    answerPreflight(app, path)
  }
}

function withPast({ properties }: PublicRead['query']) {
  return Type.Object({ ...properties, ...PastParameters.properties })
}

function pastAsked(request: FastifyRequest): PastAsked | undefined {
  const { edition, at } = request.query as { edition?: number; at?: string }
  return pastAskedBy(edition === undefined ? null : String(edition), at ?? null)
}

/** It is the same for everyone, signed in or not. */
async function sendPast(
  context: AppContext,
  of: { path: ReadPath; past: PastAsked; request: FastifyRequest; reply: FastifyReply },
) {
  const { path, past, request, reply } = of
  const client = clientOf(request)
  const found = await findPast(context, past, { address: request.url, client })
  if (found.kind === 'moved')
    return reply.headers(OPEN_TO_ALL).header('cache-control', PUBLIC_CACHE).redirect(found.to, 302)
  const { held, now } = found
  const asked = knownRead(held.edition, readAsked(path, given(request)), now)
  const then = { ...context, clock: () => now }
  const answer = await cachedOrMade(then, held, { key: asked.key, client }, (from) =>
    makeRead(then, from, asked, now),
  )
  if (!mayBeCached(context, found)) return sendAnswer(request, reply, privateAnswer(answer))
  return sendAnswer(request, reply, answer, {
    ...(!isReadOfOneReader(asked) && pastHeaders(context.config, held.edition)),
    vary: 'Accept-Encoding',
  })
}

/** The validator accepts whatever JavaScript reads as a number, such as `0x10` or a blank; URLs should not. */
function refuseOddNumbers({ params, query, hasPast }: PublicRead, request: FastifyRequest) {
  const asked = given(request)
  const past = hasPast ? PastParameters.properties : {}
  for (const [name, schema] of Object.entries({ ...params.properties, ...query.properties, ...past })) {
    const { type, items } = schema as { type?: string; items?: { type?: string } }
    const isNumber = type === 'integer' || items?.type === 'integer'
    const isOdd = [asked[name] ?? []].flat().some((value) => !/^\d{1,10}$/.test(String(value)))
    if (isNumber && isOdd) {
      throw new Fault('bad-request', {
        message: `Parameter "${name}" must be a whole number.`,
        errors: { [name]: 'must be a whole number' },
      })
    }
  }
}

/**
 * Fills in a missing `cloud` before the cache lookup, so that one reader's choice is not cached for
 * another.
 */
function takeSavedCloud(context: AppContext, request: FastifyRequest): boolean {
  const query = request.query as { cloud?: string }
  if (query.cloud !== undefined) return false
  const savedMachineName = cloudOfCookies(request.headers.cookie ?? '')
  const cloud = selectCloud(heldEdition(context).edition.site.clouds, { path: '/', savedMachineName })
  if (cloud !== undefined) query.cloud = cloud.machine_name
  return true
}

async function sendPersonal(
  context: AccountContext,
  of: {
    path: ReadPath
    viewer: SignedInViewer
    request: FastifyRequest
    reply: FastifyReply
  },
) {
  const { path } = of
  const { input } = readAsked(path, given(of.request))
  const minute = minuteOf(context.clock())
  const versions = await versionsFor(context, undefined, { path, input })
  const { outcome } = readAnswer(heldEdition(context), context.config, { path, input, minute, versions })
  const value = valueAnswered(outcome)
  const personal = await context.accounts.personalize(of.viewer, { path, input, value }).catch((error) => {
    context.log.warn({ err: error }, 'Personal data could not be read; the public part is sent')
    return value
  })
  return of.reply.header('cache-control', PRIVATE_CACHE).send(personal)
}

function answerTo(context: AppContext, path: ReadPath, request: FastifyRequest): Answer | Promise<Answer> {
  const held = heldEdition(context)
  const now = context.clock()
  const asked = knownRead(held.edition, readAsked(path, given(request)), now)
  return cachedOrMade(context, held, { key: asked.key, client: clientOf(request) }, (from) =>
    makeRead(context, from, asked, now),
  )
}

function given(request: FastifyRequest) {
  return { ...(request.query as object), ...(request.params as object) } as Record<string, unknown>
}

/** The address is not stored. */
export function whereRoutes(app: FastifyInstance, context: AppContext) {
  app.get<{ Querystring: { cloud?: string } }>(
    WHERE_PATH,
    {
      config: ANYONE,
      schema: {
        summary: whereAmI.summary,
        tags: [whereAmI.tag],
        querystring: whereAmI.query,
        response: { 200: whereAmI.answer, '4xx': ErrorBody, 503: ErrorBody },
      },
    },
    async (request, reply) => {
      const { edition } = heldEdition(context)
      const { cloud: machineName } = request.query
      const cloud = machineName === undefined ? undefined : findCloud(edition, machineName)
      if (machineName !== undefined && cloud === undefined) {
        throw new Fault('not-found', { message: `There is no cloud "${machineName}".` })
      }
      const answer = whereAnswer(edition, {
        address: addressOf(context, request),
        cloud,
        now: minuteOf(context.clock()).start,
      })
      return reply.header('cache-control', PRIVATE_CACHE).send(answer)
    },
  )
  refuseOtherMethods(app, WHERE_PATH)
}

/**
 * Undefined if a proxy forwarded the request and `TRUSTED_PROXIES` is empty: the address would be the
 * proxy's, which may well be in the provider's own ranges. If proxies are named, any other proxy is the
 * reader's own way to the internet, and its address is the right answer.
 */
function addressOf({ config }: AppContext, { ip, headers }: FastifyRequest): string | undefined {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
  return isForwarded && config.trustedProxies.length === 0 ? undefined : ip
}

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']
