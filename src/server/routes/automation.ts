import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { ErrorBody } from '../../contract/endpoint.ts'
import { AboutV1Record } from '../../contract/v1/record.ts'
import { type V1CallName, type V1Input, v1Calls } from '../../contract/v1/v1-calls.ts'
import type { TakeCostlyTurn } from '../calls/costly.ts'
import type { V1Asked, V1Handler } from '../calls/v1/v1-asked.ts'
import { v1Handlers } from '../calls/v1/v1-handlers.ts'
import { type AccountContext, refuseWithoutDatabase } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { answerToProgram } from './answer-to-program.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'
import { strictBodies } from './strict-bodies.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

const BODY_LIMIT_BYTES = 512 * 1024

/** Z-08: the guard has checked the token; cookies are ignored. */
export function automationRoutes(app: FastifyInstance, context: AccountContext, costly: TakeCostlyTurn) {
  const names = Object.keys(v1Calls) as V1CallName[]
  for (const name of names) automationRoute(app, context, { name, costly })
  for (const url of new Set(names.map((name) => partsOf(name)[1]))) {
    const methods = names.map(partsOf).flatMap(([method, path]) => (path === url ? [method] : []))
    refuseOtherMethods(app, url, methods)
  }
}

function partsOf(name: V1CallName) {
  return name.split(' ') as [Method, string]
}

function automationRoute<C extends V1CallName>(
  app: FastifyInstance,
  context: AccountContext,
  { name, costly }: { name: C; costly: TakeCostlyTurn },
) {
  const {
    summary,
    description,
    tag,
    access,
    params,
    query,
    body,
    answer,
    status,
    bodyLimit,
    cost,
    goesOn,
    mayWait,
    isOfPostMortem,
  } = v1Calls[name]
  const [method, url] = partsOf(name)
  const isChange = method !== 'GET'
  app.route({
    method,
    url,
    config: { access },
    bodyLimit: bodyLimit ?? BODY_LIMIT_BYTES,
    schema: {
      summary,
      description: [scopeWords(access), description ?? ''].join(' ').trim(),
      tags: [tag],
      security: [{ token: [] }],
      params,
      querystring: query,
      ...(isChange && { body, headers: Headers }),
      response: {
        [status]: answer,
        ...((goesOn || mayWait || (answer === AboutV1Record && isChange)) && { 202: answer }),
        '4xx': ErrorBody,
        503: ErrorBody,
      },
    },
    validatorCompiler: strictBodies(app),
    handler: async (request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      refuseWithoutDatabase(context)
      return answerToProgram({ context, request, reply, status, isChange, isOfPostMortem }, (key) =>
        costly(cost, request, () => (v1Handlers[name] as V1Handler<C>)(askedOf(context, request, { key }))),
      )
    },
  })
}

function scopeWords(access: string) {
  const scope = access.slice('token:'.length)
  return scope === 'any' ? 'Any token.' : `Scope \`${scope}\`.`
}

const Headers = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'any text: within a day, the same request with the same key is executed only once',
    }),
  ),
})

function askedOf<C extends V1CallName>(
  context: AccountContext,
  request: FastifyRequest,
  { key }: { key: string },
): V1Asked<C> {
  const { token } = request
  if (token === undefined) throw new Error('A route of programs was reached without a token.')
  const input = {
    ...(request.query as object),
    ...(request.body as object | undefined),
    ...(request.params as object),
  } as V1Input<C>
  const actor = { name: `token:${token.name}`, userId: null, requestId: request.id }
  return { context, input, token, actor, now: context.clock(), key, request }
}
