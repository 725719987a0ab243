import type { FastifyInstance } from 'fastify'
import { Fault } from '../http/faults.ts'
import { ANYONE, REFUSAL } from '../http/guard.ts'
import { preflightHeaders } from '../http/security-headers.ts'

export const ALLOWED_METHODS = 'GET, HEAD'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

export function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  methods: readonly (typeof METHODS)[number][] = ['GET'],
) {
  const allowed = methods.map((method) => (method === 'GET' ? ALLOWED_METHODS : method)).join(', ')
  app.route({
    method: METHODS.filter((method) => !methods.includes(method)),
    url: path,
    config: REFUSAL,
    schema: { hide: true },
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed)
      throw new Fault('wrong-method')
    },
    handler: () => {},
  })
}

export function answerPreflight(app: FastifyInstance, path: string) {
  app.options(path, { config: ANYONE, schema: { hide: true } }, async (_request, reply) =>
    reply.code(204).headers(preflightHeaders(ALLOWED_METHODS)).send(),
  )
  refuseOtherMethods(app, path, ['GET', 'OPTIONS'])
}

export function nothingHere(app: FastifyInstance, path: string) {
  app.route({
    method: [...METHODS],
    url: path,
    config: REFUSAL,
    schema: { hide: true },
    onRequest: async () => {
      throw new Fault('not-found')
    },
    handler: () => {},
  })
}
