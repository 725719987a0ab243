import type { FastifyInstance } from 'fastify'
import { API_DOCS_PATH, forMachinesPath, OPEN_API_PATH } from '../../domain/machine-paths.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { sharedByAllEditions } from '../cache-control.ts'
import type { AppContext } from '../context.ts'
import { OPEN_TO_ALL } from '../cross-origin.ts'
import { ANYONE } from '../guard.ts'
import { apiDocsDocument, type OpenApiDocument } from '../render/render-api-docs.tsx'
import { sendAnswer } from '../send-answer.ts'
import { answerPreflight } from './answer-preflight.ts'
import { nothingHere } from './nothing-here.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** The contract for programs and, on one page that needs no script, for people. */
export function apiDocsRoutes(app: FastifyInstance, context: AppContext) {
  let json: Promise<Answer> | undefined
  app.get(OPEN_API_PATH, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    json ??= answerOf(context, JSON.stringify(app.swagger(), null, 2), {
      'content-type': 'application/json; charset=utf-8',
      ...OPEN_TO_ALL,
    })
    return sendAnswer(request, reply, await json)
  })

  let page: { forMachines: string | undefined; answer: Promise<Answer> } | undefined
  app.get(API_DOCS_PATH, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    const [cloud] = context.holder.current()?.edition.site.clouds ?? []
    const forMachines = cloud && forMachinesPath(cloud.domain)
    if (page === undefined || page.forMachines !== forMachines) {
      const body = apiDocsDocument(context, app.swagger() as OpenApiDocument, forMachines)
      page = { forMachines, answer: answerOf(context, body, { 'content-type': 'text/html; charset=utf-8' }) }
    }
    return sendAnswer(request, reply, await page.answer)
  })

  answerPreflight(app, OPEN_API_PATH)
  refuseOtherMethods(app, API_DOCS_PATH)
  for (const path of ['/api', '/api/*']) nothingHere(app, path)
}

function answerOf({ config }: AppContext, body: string, headers: Record<string, string>) {
  return makeAnswer({ headers: { ...headers, ...sharedByAllEditions(config) }, body })
}
