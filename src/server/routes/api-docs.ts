import type { FastifyInstance } from 'fastify'
import { API_DOCS_PATH, OPEN_API_PATH } from '../../domain/machine-paths.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { shownProvider } from '../../edition/answers/global-answer.ts'
import type { AppContext } from '../context.ts'
import { sharedByAllEditions } from '../http/cache-control.ts'
import { ANYONE } from '../http/guard.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'
import { sendAnswer } from '../http/send-answer.ts'
import { apiDocsDocument, type DocsSite, type OpenApiDocument } from '../render/static-documents.tsx'
import { answerPreflight, nothingHere, refuseOtherMethods } from './refuse-other-methods.ts'

export function apiDocsRoutes(app: FastifyInstance, context: AppContext) {
  let json: Promise<Answer> | undefined
  app.get(OPEN_API_PATH, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    json ??= answerOf(context, JSON.stringify(app.swagger(), null, 2), {
      'content-type': 'application/json; charset=utf-8',
      ...OPEN_TO_ALL,
    })
    return sendAnswer(request, reply, await json)
  })

  let page: { key: string; answer: Promise<Answer> } | undefined
  app.get(API_DOCS_PATH, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
    const site = docsSite(context)
    const key = JSON.stringify(site)
    if (page?.key !== key) {
      const body = apiDocsDocument(context, app.swagger() as OpenApiDocument, site)
      page = { key, answer: answerOf(context, body, { 'content-type': 'text/html; charset=utf-8' }) }
    }
    return sendAnswer(request, reply, await page.answer)
  })

  answerPreflight(app, OPEN_API_PATH)
  refuseOtherMethods(app, API_DOCS_PATH)
  for (const path of ['/api', '/api/*']) nothingHere(app, path)
}

function docsSite({ holder }: AppContext): DocsSite {
  const site = holder.current()?.edition.site
  const cloud = site?.clouds[0]
  return {
    provider: site?.provider.name ?? '',
    brand: site && shownProvider(site.provider).brand,
    menu: site?.menu.main_menu ?? [],
    cloud: cloud && { domain: cloud.domain, machine_name: cloud.machine_name },
  }
}

function answerOf({ config }: AppContext, body: string, headers: Record<string, string>) {
  return makeAnswer({ headers: { ...headers, ...sharedByAllEditions(config) }, body })
}
