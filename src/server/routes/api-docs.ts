import type { FastifyInstance } from 'fastify'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { sharedByAllEditions } from '../cache-control.ts'
import type { AppContext } from '../context.ts'
import { ANYONE } from '../guard.ts'
import { apiDocsDocument, type OpenApiDocument } from '../render/render-api-docs.tsx'
import { sendAnswer } from '../send-answer.ts'
import { nothingHere } from './nothing-here.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** The contract for programs and, on one page that needs no script, for people. */
export function apiDocsRoutes(app: FastifyInstance, context: AppContext) {
  let json: Promise<Answer> | undefined
  app.get('/api/openapi.json', { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    json ??= answerOf(context, 'application/json; charset=utf-8', JSON.stringify(app.swagger(), null, 2))
    return sendAnswer(request, reply, await json)
  })

  let page: Promise<Answer> | undefined
  app.get('/api/docs', { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    page ??= answerOf(
      context,
      'text/html; charset=utf-8',
      apiDocsDocument(context, app.swagger() as OpenApiDocument),
    )
    return sendAnswer(request, reply, await page)
  })

  for (const path of ['/api/openapi.json', '/api/docs']) refuseOtherMethods(app, path)
  for (const path of ['/api', '/api/*']) nothingHere(app, path)
}

function answerOf({ config }: AppContext, type: string, body: string) {
  return makeAnswer({ headers: { 'content-type': type, ...sharedByAllEditions(config) }, body })
}
