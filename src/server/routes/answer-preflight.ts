import type { FastifyInstance } from 'fastify'
import { preflightHeaders } from '../http/cross-origin.ts'
import { ANYONE } from '../http/guard.ts'
import { ALLOWED_METHODS, refuseOtherMethods } from './refuse-other-methods.ts'

export function answerPreflight(app: FastifyInstance, path: string) {
  app.options(path, { config: ANYONE, schema: { hide: true } }, async (_request, reply) =>
    reply.code(204).headers(preflightHeaders(ALLOWED_METHODS)).send(),
  )
  refuseOtherMethods(app, path, ['GET', 'OPTIONS'])
}
