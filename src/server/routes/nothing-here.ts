import type { FastifyInstance } from 'fastify'
import { Fault } from '../http/faults.ts'
import { REFUSAL } from '../http/guard.ts'

const EVERY_METHOD = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Unknown paths in areas for programs get a short answer, never a page. */
export function nothingHere(app: FastifyInstance, path: string) {
  app.route({
    method: [...EVERY_METHOD],
    url: path,
    config: REFUSAL,
    schema: { hide: true },
    onRequest: async () => {
      throw new Fault('not-found')
    },
    handler: () => {},
  })
}
