import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { ThreatCsvQuery, threatCsvResponses } from '../../contract/threats.ts'
import { threatAddress, threatQuery } from '../../domain/threats/threat-query.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { unknownRegion } from '../../edition/answers/answer-outcome.ts'
import { isRegion } from '../../edition/edition.ts'
import { threatCsvName, writeThreatCsv } from '../../edition/threats/write-threat-csv.ts'
import { PUBLIC_CACHE } from '../cache-control.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { Fault } from '../faults.ts'
import { ANYONE } from '../guard.ts'
import { sendAnswer } from '../send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const PATH = '/threats.csv'

/** O-05: the figures of the analytics page as a file. */
export function threatCsvRoutes(app: FastifyInstance, context: AppContext) {
  const schema = {
    summary: 'What was blocked, by day, category and family, as a table',
    tags: ['Threats'],
    querystring: ThreatCsvQuery,
    response: threatCsvResponses,
  }
  app.get(PATH, { config: ANYONE, schema }, async (request, reply) =>
    sendAnswer(request, reply, await answerTo(context, request)),
  )
  refuseOtherMethods(app, PATH)
}

/** Kept under its canonical address, as pages are. */
function answerTo(context: AppContext, request: FastifyRequest): Answer | Promise<Answer> {
  const held = heldEdition(context)
  const given = request.query as Static<typeof ThreatCsvQuery>
  const query = threatQuery(new URLSearchParams(given))
  // A file must not hold more than was asked for.
  if (given.region !== undefined && query.region === undefined) throw new Fault('bad-request')
  if (!isRegion(held.edition.site, query.region)) throw new Fault('not-found', unknownRegion(query.region))
  const key = threatAddress(PATH, query)
  return (
    held.answers.find(key, context.clock().getTime()) ??
    held.answers.compute(key, async () => ({
      key,
      answer: await makeAnswer({
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${threatCsvName(held.edition, query)}"`,
          'cache-control': PUBLIC_CACHE,
        },
        body: writeThreatCsv(held.edition, query),
      }),
    }))
  )
}
