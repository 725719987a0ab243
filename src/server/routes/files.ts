import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { nothingHere } from './nothing-here.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** The built client. Each file is a route, so a request can never name a path on the disk. */
export function fileRoutes(app: FastifyInstance, { assets }: AppContext) {
  for (const [path, answer] of assets.files) {
    app.get(path, { config: ANYONE, schema: { hide: true } }, async (request, reply) =>
      sendAnswer(request, reply, answer),
    )
    refuseOtherMethods(app, path)
  }
  nothingHere(app, '/assets/*')
}
