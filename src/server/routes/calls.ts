import type { FastifyInstance, RouteOptions } from 'fastify'
import { Done } from '../../contract/call.ts'
import { type CallInput, type CallName, calls } from '../../contract/calls.ts'
import { ErrorBody } from '../../contract/endpoint.ts'
import { clearedSessionCookies } from '../../domain/account/session-cookies.ts'
import { refuseUnreadable } from '../calls/admin/records.ts'
import type { Asked, Handler } from '../calls/asked.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import { handlers } from '../calls/handlers.ts'
import { explainLimit } from '../calls/limit-fault.ts'
import { type StrangersCall, strangersTurns } from '../calls/strangers.ts'
import { type AccountContext, refuseWithoutDatabase } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { toFault } from '../http/faults.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'
import { strictBodies } from './strict-bodies.ts'

const ONE_RECORD = '/api/admin/records/:id'

export function callRoutes(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  // Some calls take no input. Accept an empty body that is declared as JSON.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  )
  const strangers = strangersTurns(context)
  for (const name of Object.keys(calls) as CallName[]) {
    const { access, cost } = calls[name]
    const take: TakeTurn =
      access === 'anyone' ? strangers : ({ request }, work) => costly(cost, request, work)
    callRoute(app, context, { name, take })
  }
  for (const [url, methods] of methodsByUrl()) refuseOtherMethods(app, url, methods)
}

function methodsByUrl() {
  const methods = new Map<string, Method[]>()
  for (const [method, url] of (Object.keys(calls) as CallName[]).map(partsOf)) {
    methods.set(url, [...(methods.get(url) ?? []), method])
  }
  return methods
}

type TakeTurn = <T>(call: StrangersCall, work: () => Promise<T>) => Promise<T>

type Method = 'GET' | 'POST'

function partsOf(name: CallName) {
  return name.split(' ') as [Method, string]
}

function callRoute<C extends CallName>(
  app: FastifyInstance,
  context: AccountContext,
  { name, take }: { name: C; take: TakeTurn },
) {
  const { summary, tag, access, params, query, body, answer, bodyLimit, leastLink, goesOn } = calls[name]
  const [method, url] = partsOf(name)
  const handler = handlers[name] as Handler<C>
  // A page may report that it closes after its record was discarded. This reveals nothing and ends only its
  // own row.
  const isOfRecords = url.startsWith('/api/admin/records')
  const isAboutRecord = url.startsWith(ONE_RECORD) && url !== `${ONE_RECORD}/leave`
  app.route({
    method,
    url,
    config: { access, leastLink },
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: {
      summary,
      tags: [tag],
      params,
      querystring: query,
      ...(method === 'POST' && { body }),
      response: {
        [answer === Done ? 204 : 200]: answer,
        ...(goesOn && { 202: answer }),
        '4xx': ErrorBody,
        503: ErrorBody,
      },
    },
    validatorCompiler: strictBodies(app),
    preValidation: async (request) => {
      request.body ??= {}
    },
    ...(name === 'POST /user/logout' && { errorHandler: forgetWithoutDatabase(context) }),
    handler: async (request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      refuseWithoutDatabase(context)
      const input = {
        ...(request.query as object),
        ...(request.body as object),
        ...(request.params as object),
      } as CallInput<C>
      const viewer = (request.viewer.kind === 'user' ? request.viewer : undefined) as Asked<C>['viewer']
      const asked = { context, input, viewer, request, reply }
      const work = async () => {
        if (isAboutRecord && viewer !== undefined)
          await refuseUnreadable({ context, viewer, recordId: (input as { id: number }).id })
        return handler(asked).catch(async (error: unknown) => {
          throw isOfRecords && viewer !== undefined
            ? await explainLimit(context, { error, viewer, input })
            : error
        })
      }
      const answered = await context.accounts.inTime(take({ name, input, request }, work))
      return answered === null ? reply.code(204).send() : answered
    },
  })
}

/** signing out works without the database. The session stays in the database, but the browser forgets it. */
function forgetWithoutDatabase({ config }: AccountContext): NonNullable<RouteOptions['errorHandler']> {
  return (error, _request, reply) => {
    if (toFault(error).code === 'no-database') {
      reply.header('set-cookie', clearedSessionCookies({ isSecure: config.isHttps }))
    }
    throw error
  }
}
