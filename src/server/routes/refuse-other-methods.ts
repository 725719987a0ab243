import type { FastifyInstance } from 'fastify'
import { Fault } from '../faults.ts'
import { REFUSAL } from '../guard.ts'

export const ALLOWED_METHODS = 'GET, HEAD'
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** An address that exists says so to the wrong method, before anybody reads the body. */
export function refuseOtherMethods(app: FastifyInstance, path: string, method: 'GET' | 'POST' = 'GET') {
  app.route({
    method: METHODS.filter((other) => other !== method),
    url: path,
    config: REFUSAL,
    schema: { hide: true },
    onRequest: async (_request, reply) => {
      reply.header('allow', method === 'GET' ? ALLOWED_METHODS : method)
      throw new Fault('wrong-method')
    },
    handler: () => {},
  })
}
