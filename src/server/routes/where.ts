import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ErrorBody } from '../../contract/endpoint.ts'
import { whereAmI } from '../../contract/ip-ranges.ts'
import { WHERE_PATH } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { whereAnswer } from '../../edition/answers/ip-range-answers.ts'
import { findCloud } from '../../edition/edition.ts'
import { minuteOf } from '../answers/read-answer.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { PRIVATE_CACHE } from '../http/cache-control.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** "Where am I?": answered from memory for each request. The address is not stored. */
export function whereRoutes(app: FastifyInstance, context: AppContext) {
  app.get<{ Querystring: { cloud?: string } }>(
    WHERE_PATH,
    {
      config: ANYONE,
      schema: {
        summary: whereAmI.summary,
        tags: [whereAmI.tag],
        querystring: whereAmI.query,
        response: { 200: whereAmI.answer, '4xx': ErrorBody, 503: ErrorBody },
      },
    },
    async (request, reply) => {
      const { edition } = heldEdition(context)
      const { cloud: machineName } = request.query
      const cloud = machineName === undefined ? undefined : findCloud(edition, machineName)
      if (machineName !== undefined && cloud === undefined) {
        throw new Fault('not-found', { message: `There is no cloud "${machineName}".` })
      }
      const answer = whereAnswer(edition, {
        address: addressOf(context, request),
        cloud,
        now: minuteOf(context.clock()).start,
      })
      return reply.header('cache-control', PRIVATE_CACHE).send(answer)
    },
  )
  refuseOtherMethods(app, WHERE_PATH)
}

/**
 * Undefined if a proxy forwarded the request and `TRUSTED_PROXIES` names none. The address would be the proxy's, which
 * may well lie in the provider's own ranges. Where proxies are named, any other that forwards is the reader's own way
 * out, and that's the one asked for.
 */
function addressOf({ config }: AppContext, { ip, headers }: FastifyRequest): string | undefined {
  const isForwarded = FORWARDING_HEADERS.some((name) => headers[name] !== undefined)
  return isForwarded && config.trustedProxies.length === 0 ? undefined : ip
}

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip']
