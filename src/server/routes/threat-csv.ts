import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { ThreatCsvQuery, threatCsvResponses } from '../../contract/threats.ts'
import type { Answer } from '../../edition/answer.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { makeThreatCsv, THREAT_CSV_PATH, threatCsvAsked } from '../answers/make-threat-csv.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** O-05: the data of the analytics page as a file. */
export function threatCsvRoutes(app: FastifyInstance, context: AppContext) {
  const schema = {
    summary: 'Blocked threats by day, category and family, as a table',
    tags: ['Threats'],
    querystring: ThreatCsvQuery,
    response: threatCsvResponses,
  }
  app.get(THREAT_CSV_PATH, { config: ANYONE, schema }, async (request, reply) =>
    sendAnswer(request, reply, await answerTo(context, request)),
  )
  refuseOtherMethods(app, THREAT_CSV_PATH)
}

function answerTo(context: AppContext, request: FastifyRequest): Answer | Promise<Answer> {
  const held = heldEdition(context)
  const query = request.query as Static<typeof ThreatCsvQuery>
  const { key } = threatCsvAsked(held.edition, query)
  return cachedOrMade(context, held, { key, client: clientOf(request) }, (from) =>
    makeThreatCsv(context, from, threatCsvAsked(from.edition, query)),
  )
}
