import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, type TObject, Type } from 'typebox'
import { ErrorBody, Unchanged } from '../../contract/endpoint.ts'
import { FeedParams, FeedQuery, feedResponses } from '../../contract/feeds.ts'
import { ThreatCsvQuery, threatCsvResponses } from '../../contract/threats.ts'
import type { Answer } from '../../edition/answer.ts'
import type { AddressAsked, DocumentRoute } from '../../edition/documents/document.ts'
import { DOCUMENT_FAMILIES } from '../../edition/documents/families.ts'
import type { Edition } from '../../edition/edition.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { makeDocument, makeThreatCsv, THREAT_CSV_PATH, threatCsvAsked } from '../answers/make-document.ts'
import { FEED_PATH, feedAsked, makeFeed } from '../answers/make-feed.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { answerPreflight, refuseOtherMethods } from './refuse-other-methods.ts'

export function documentRoutes(app: FastifyInstance, context: AppContext) {
  for (const { tag, routes } of DOCUMENT_FAMILIES) {
    for (const route of routes) {
      app.get(route.path, { config: ANYONE, schema: schemaOf(route, tag) }, async (request, reply) =>
        sendAnswer(request, reply, await documentAnswer(context, route, request)),
      )
      answerPreflight(app, route.path)
    }
  }
}

function documentAnswer(
  context: AppContext,
  route: DocumentRoute,
  request: FastifyRequest,
): Answer | Promise<Answer> {
  const { params, query } = request
  const held = heldEdition(context)
  const asked = { ...(query as AddressAsked), ...(params as AddressAsked) }
  const find = (edition: Edition) => {
    const found = route.find(edition, asked)
    if (found === undefined) throw new Fault('not-found')
    return found
  }
  const { address: key } = find(held.edition)
  return cachedOrMade(context, held, { key, client: clientOf(request) }, async (from) =>
    makeDocument(context, from, { route, found: find(from.edition) }, context.clock()),
  )
}

function schemaOf({ path, summary, type, query, answer }: DocumentRoute, tag: string) {
  const params = paramsOf(path)
  return {
    summary,
    tags: [tag],
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    response: {
      200: {
        description: summary,
        content: { [type.split(';')[0] as string]: { schema: answer ?? Type.String() } },
      },
      304: Unchanged,
      '4xx': ErrorBody,
      503: ErrorBody,
    },
  }
}

const PARAMETER_WORDS: Readonly<Record<string, { description: string }>> = {
  cloudDomain: { description: 'Domain of a cloud, from `/api/global`.' },
  name: {
    description: 'ID of a service or data center, or its name in URLs, from `/api/availability`.',
  },
  tid: { description: 'ID of a service or data center, from `/api/for-machines`.' },
}

function paramsOf(path: string): TObject | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  if (names.length === 0) return undefined
  return Type.Object(
    Object.fromEntries(
      names.map((name) => [name, Type.String({ maxLength: 200, ...PARAMETER_WORDS[name] })]),
    ),
  )
}

/** L-03 */
export function feedRoutes(app: FastifyInstance, context: AppContext) {
  const schema = {
    summary: 'A list, or some services and data centers, as a feed: RSS 2.0, Atom or JSON Feed',
    tags: ['Feeds'],
    querystring: FeedQuery,
    response: feedResponses,
  }
  app.get(FEED_PATH, { config: ANYONE, schema: { ...schema, hide: true } }, async (request, reply) =>
    sendAnswer(request, reply, await feedAnswer(context, request, undefined)),
  )
  app.get(
    `${FEED_PATH}/:type`,
    { config: ANYONE, schema: { ...schema, params: FeedParams } },
    async (request, reply) => {
      const { type } = request.params as Static<typeof FeedParams>
      return sendAnswer(request, reply, await feedAnswer(context, request, type))
    },
  )
  for (const path of [FEED_PATH, `${FEED_PATH}/:type`]) answerPreflight(app, path)
}

function feedAnswer(
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

/** O-05 */
export function threatCsvRoutes(app: FastifyInstance, context: AppContext) {
  const schema = {
    summary: 'Blocked threats by day, category and family, as a table',
    tags: ['Threats'],
    querystring: ThreatCsvQuery,
    response: threatCsvResponses,
  }
  app.get(THREAT_CSV_PATH, { config: ANYONE, schema }, async (request, reply) =>
    sendAnswer(request, reply, await threatCsvAnswer(context, request)),
  )
  refuseOtherMethods(app, THREAT_CSV_PATH)
}

function threatCsvAnswer(context: AppContext, request: FastifyRequest): Answer | Promise<Answer> {
  const held = heldEdition(context)
  const query = request.query as Static<typeof ThreatCsvQuery>
  const { key } = threatCsvAsked(held.edition, query)
  return cachedOrMade(context, held, { key, client: clientOf(request) }, (from) =>
    makeThreatCsv(context, from, threatCsvAsked(from.edition, query)),
  )
}
