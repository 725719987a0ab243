import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ANONYMOUS, type SignedInViewer } from '../../accounts/viewer.ts'
import { ErrorBody, type PublicRead, Unchanged } from '../../contract/endpoint.ts'
import { publicReads, type ReadInput, type ReadPath } from '../../contract/public-reads.ts'
import { cloudOfCookies } from '../../domain/cloud-cookies.ts'
import { selectCloud } from '../../domain/select-cloud.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { PRIVATE_CACHE, PUBLIC_CACHE } from '../cache-control.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { Fault } from '../faults.ts'
import { ANYONE } from '../guard.ts'
import { minuteOf, readAnswer } from '../read-answer.ts'
import { sendAnswer } from '../send-answer.ts'
import { mayBePersonal, viewerOf } from '../viewer-of.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** Every public read of the contract as a route, answered from the edition and kept as bytes. */
export function publicReadRoutes(app: FastifyInstance, context: AppContext) {
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
          querystring: endpoint.query,
          response: { 200: endpoint.answer, 304: Unchanged, '4xx': ErrorBody, 503: ErrorBody },
        },
        preValidation: async (request) => refuseOddNumbers(endpoint, request),
      },
      async (request, reply) => {
        const isOfReader = endpoint.takesSavedCloud && takeSavedCloud(context, request)
        const viewer = mayBePersonal(request) ? await viewerOf(context, request) : ANONYMOUS
        if (viewer.kind === 'user') return sendPersonal(context, { path, viewer, request, reply })
        const answer = await answerTo(context, path, request)
        return sendAnswer(request, reply, answer, isOfReader ? { 'cache-control': PRIVATE_CACHE } : {})
      },
    )
    refuseOtherMethods(app, path)
  }
}

/** The validator takes whatever JavaScript reads as a number, such as `0x10` or a blank; an address should not. */
function refuseOddNumbers({ params, query }: PublicRead, request: FastifyRequest) {
  const given = { ...(request.query as object), ...(request.params as object) } as Record<string, unknown>
  for (const [name, schema] of Object.entries({ ...params.properties, ...query.properties })) {
    const { type, items } = schema as { type?: string; items?: { type?: string } }
    const isNumber = type === 'integer' || items?.type === 'integer'
    const isOdd = [given[name] ?? []].flat().some((value) => !/^\d{1,10}$/.test(String(value)))
    if (isNumber && isOdd) {
      throw new Fault('bad-request', {
        message: `Parameter "${name}" must be a whole number.`,
        errors: { [name]: 'must be a whole number' },
      })
    }
  }
}

/** Fills in an absent `cloud` before the answer is looked up, so that nothing of one reader is kept for another. */
function takeSavedCloud(context: AppContext, request: FastifyRequest): boolean {
  const query = request.query as { cloud?: string }
  if (query.cloud !== undefined) return false
  const savedMachineName = cloudOfCookies(request.headers.cookie ?? '')
  const cloud = selectCloud(heldEdition(context).edition.site.clouds, { path: '/', savedMachineName })
  if (cloud !== undefined) query.cloud = cloud.machine_name
  return true
}

/** The same answer with what this user may see beyond it: made for one reader, and kept nowhere. */
async function sendPersonal(
  context: AppContext,
  of: {
    path: ReadPath
    viewer: SignedInViewer
    request: FastifyRequest
    reply: FastifyReply
  },
) {
  const { path } = of
  const { input } = canonicalInput(path, of.request)
  const minute = minuteOf(context.clock())
  const { outcome } = readAnswer(heldEdition(context), context.config, { path, input, minute })
  if (outcome.kind === 'not-found') throw new Fault('not-found', { message: outcome.message })
  const { value } = outcome
  const personal = await context.accounts.personalise(of.viewer, { path, input, value }).catch((error) => {
    context.log.warn({ err: error }, 'What is for one user alone could not be read; the public part is sent')
    return value
  })
  return of.reply.header('cache-control', PRIVATE_CACHE).send(personal)
}

function answerTo(context: AppContext, path: ReadPath, request: FastifyRequest): Answer | Promise<Answer> {
  const held = heldEdition(context)
  const { input, key } = canonicalInput(path, request)
  const now = context.clock()
  return (
    held.answers.find(key, now.getTime()) ??
    held.answers.compute(key, async () => {
      const { outcome, expiresAt } = readAnswer(held, context.config, { path, input, minute: minuteOf(now) })
      if (outcome.kind === 'not-found') throw new Fault('not-found', { message: outcome.message })
      const answer = await makeAnswer({
        headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': PUBLIC_CACHE },
        body: JSON.stringify(outcome.value),
        expiresAt,
      })
      return { answer, key }
    })
  )
}

/** Known parameters only, in the contract's order: whatever else a URL carries makes no new answer. */
function canonicalInput<P extends ReadPath>(path: P, request: FastifyRequest) {
  const { params, query } = publicReads[path]
  const given = { ...(request.query as object), ...(request.params as object) } as Record<string, unknown>
  const input: Record<string, unknown> = {}
  for (const name of [...Object.keys(params.properties), ...Object.keys(query.properties)]) {
    if (given[name] !== undefined) input[name] = canonicalValue(given[name])
  }
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const search = new URLSearchParams(
    Object.keys(query.properties).flatMap((name) =>
      [input[name] ?? []].flat().map((value) => [name, String(value)]),
    ),
  )
  return { input: input as ReadInput<P>, key: search.size === 0 ? address : `${address}?${search}` }
}

/** A list means the same in any order and however often a member is named. */
function canonicalValue(value: unknown) {
  return Array.isArray(value) ? [...new Set(value as number[])].sort((a, b) => a - b) : value
}
