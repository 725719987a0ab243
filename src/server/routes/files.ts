import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const ASSETS = '/assets/'

/** The built client, from memory: a request can never name a path on the disk. */
export function fileRoutes(app: FastifyInstance, { assets }: AppContext) {
  // One route for the few hundred files of a build: a route for each took a sixth of the time of a start.
  app.get(`${ASSETS}*`, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    const { '*': name } = request.params as { '*': string }
    const answer = assets.files.get(ASSETS + name)
    if (answer === undefined) throw new Fault('not-found')
    return sendAnswer(request, reply, answer)
  })
  refuseOtherMethods(app, `${ASSETS}*`)
  for (const [path, answer] of assets.files) {
    if (path.startsWith(ASSETS)) continue
    app.get(path, { config: ANYONE, schema: { hide: true } }, async (request, reply) =>
      sendAnswer(request, reply, answer),
    )
    refuseOtherMethods(app, path)
  }
}
