import type { FastifyInstance } from 'fastify'
import { Fault } from '../http/faults.ts'
import { REFUSAL } from '../http/guard.ts'

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
