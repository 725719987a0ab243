import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { FeedParams, FeedQuery, feedResponses } from '../../contract/feeds.ts'
import type { Answer } from '../../edition/answer.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { FEED_PATH, feedAsked, makeFeed } from '../answers/make-feed.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { answerPreflight } from './answer-preflight.ts'

/** L-03: every list as RSS 2.0, Atom and JSON, per cloud or for all clouds. */
export function feedRoutes(app: FastifyInstance, context: AppContext) {
  const schema = {
    summary: 'A list, or some services and data centers, as a feed: RSS 2.0, Atom or JSON Feed',
    tags: ['Feeds'],
    querystring: FeedQuery,
    response: feedResponses,
  }
  app.get(FEED_PATH, { config: ANYONE, schema: { ...schema, hide: true } }, async (request, reply) =>
    sendAnswer(request, reply, await answerTo(context, request, undefined)),
  )
  app.get(
    `${FEED_PATH}/:type`,
    { config: ANYONE, schema: { ...schema, params: FeedParams } },
    async (request, reply) => {
      const { type } = request.params as Static<typeof FeedParams>
      return sendAnswer(request, reply, await answerTo(context, request, type))
    },
  )
  for (const path of [FEED_PATH, `${FEED_PATH}/:type`]) answerPreflight(app, path)
}

function answerTo(
  context: AppContext,
  request: FastifyRequest,
  type: string | undefined,
): Answer | Promise<Answer> {
  const held = heldEdition(context)
  const query = request.query as Static<typeof FeedQuery>
  const { key } = feedAsked(held.edition, type, query)
  return cachedOrMade(context, held, { key, client: clientOf(request) }, (from) =>
    makeFeed(context, from, feedAsked(from.edition, type, query)),
  )
}
