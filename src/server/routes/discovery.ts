import type { FastifyInstance } from 'fastify'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { DISCOVERY_FILES, makeDiscovery } from '../answers/make-discovery.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

export function discoveryRoutes(app: FastifyInstance, context: AppContext) {
  for (const [path, file] of DISCOVERY_FILES) {
    app.get(path, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
      const held = heldEdition(context)
      return sendAnswer(
        request,
        reply,
        await cachedOrMade(context, held, { key: path, client: clientOf(request) }, (from) =>
          makeDiscovery(context, from, { path, file }),
        ),
      )
    })
    refuseOtherMethods(app, path)
  }
}
