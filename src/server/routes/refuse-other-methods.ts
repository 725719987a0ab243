import type { FastifyInstance } from 'fastify'
import { Fault } from '../faults.ts'

export const ALLOWED_METHODS = 'GET, HEAD'
const OTHER_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** An address that exists says so to the wrong method, before anybody reads the body. */
export function refuseOtherMethods(app: FastifyInstance, path: string) {
  app.route({
    method: [...OTHER_METHODS],
    url: path,
    schema: { hide: true },
    onRequest: async (_request, reply) => {
      reply.header('allow', ALLOWED_METHODS)
      throw new Fault('wrong-method')
    },
    handler: () => {},
  })
}
