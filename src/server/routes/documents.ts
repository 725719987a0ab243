import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type TObject, Type } from 'typebox'
import { ErrorBody, Unchanged } from '../../contract/endpoint.ts'
import type { Answer } from '../../edition/answer.ts'
import type { AddressAsked, DocumentRoute } from '../../edition/documents/document.ts'
import { DOCUMENT_FAMILIES } from '../../edition/documents/families.ts'
import type { Edition } from '../../edition/edition.ts'
import { cachedOrMade } from '../answers/cached-or-made.ts'
import { makeDocument } from '../answers/make-document.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { clientOf } from '../edge/take-turns.ts'
import { Fault } from '../http/faults.ts'
import { ANYONE } from '../http/guard.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { answerPreflight } from './answer-preflight.ts'

export function documentRoutes(app: FastifyInstance, context: AppContext) {
  for (const { tag, routes } of DOCUMENT_FAMILIES) {
    for (const route of routes) {
      app.get(route.path, { config: ANYONE, schema: schemaOf(route, tag) }, async (request, reply) =>
        sendAnswer(request, reply, await answerTo(context, route, request)),
      )
      answerPreflight(app, route.path)
    }
  }
}

function answerTo(
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
  cloudDomain: { description: 'Domain of a cloud, as `/api/global` has it.' },
  name: {
    description: 'Name in addresses or number of a service or a data center, as `/api/availability` has it.',
  },
  tid: { description: 'Number of a service or a data center, as `/api/for-machines` has it.' },
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
