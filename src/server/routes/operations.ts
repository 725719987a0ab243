import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import { DRAINING } from '../edge/listen.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { ANYONE } from '../http/guard.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const Readiness = Type.Object({
  status: Type.Enum(['ready', 'stale', 'starting', 'draining']),
  edition: Type.Optional(Type.Integer()),
  published_at: Type.Optional(Type.String()),
  verified_at: Type.Optional(Type.String({ description: 'when the database last confirmed the edition' })),
  age_seconds: Type.Optional(Type.Integer({ description: 'time since then' })),
})

export function operationsRoutes(app: FastifyInstance, context: AppContext) {
  const { holder, clock } = context
  let isDraining = false
  app.server.once(DRAINING, () => {
    isDraining = true
  })

  app.get(
    '/healthz',
    {
      config: ANYONE,
      schema: { hide: true, response: { 200: Type.Object({ status: Type.Literal('ok') }) } },
    },
    async (_request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      return { status: 'ok' } as const
    },
  )

  app.get(
    '/readyz',
    { config: ANYONE, schema: { hide: true, response: { 200: Readiness, 503: Readiness } } },
    async (_request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      if (isDraining) return reply.code(503).send({ status: 'draining' })
      const held = holder.current()
      const verifiedAt = holder.verifiedAt()
      if (held === undefined || verifiedAt === undefined) return reply.code(503).send({ status: 'starting' })
      return {
        status: held.staleSince === null ? ('ready' as const) : ('stale' as const),
        edition: held.edition.number,
        published_at: held.edition.publishedAt.toISOString(),
        verified_at: verifiedAt.toISOString(),
        age_seconds: Math.max(0, Math.floor((clock().getTime() - verifiedAt.getTime()) / 1000)),
      }
    },
  )

  for (const path of ['/healthz', '/readyz']) refuseOtherMethods(app, path)
}
