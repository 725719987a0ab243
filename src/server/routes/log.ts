import type { FastifyInstance } from 'fastify'
import { LOG_PATH } from '../../domain/machine-paths.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { isHeldHere, makeLogFile } from '../answers/make-log-file.ts'
import { type AppContext, hasAccounts, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** C2SP tlog-tiles. */
export function logRoutes(app: FastifyInstance, context: AppContext) {
  const route = `${LOG_PATH}/*`
  app.get(route, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    const { '*': rest } = request.params as { '*': string }
    const path = `${LOG_PATH}/${rest}`
    const held = heldEdition(context)
    const make = async (from: ObservedHeld) => {
      // Pages take the same turns, so no answer may wait for a lost database.
      const isLost = hasAccounts(context) && held.staleSince !== null
      if (isLost && !isHeldHere(path, held.edition)) throw new Fault('no-database')
      const made = await makeLogFile(context, from, path)
      if (made === undefined) throw new Fault('not-found')
      // A recovery site gets the edition of a redaction before the log without that version, so versions
      // are not cached there.
      const isCached = !(context.config.isTrustDR && path.startsWith(`${LOG_PATH}/faces/`))
      return isCached ? made : { ...made, key: undefined }
    }
    return sendAnswer(
      request,
      reply,
      await cachedOrMade(context, held, { key: path, client: clientOf(request) }, make),
    )
  })
  refuseOtherMethods(app, route)
}
