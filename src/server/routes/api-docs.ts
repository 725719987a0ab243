import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { publicReads } from '../../contract/public-reads.ts'
import { API_DOCS_PATH, OPEN_API_PATH } from '../../domain/machine-paths.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import { shownProvider } from '../../edition/answers/global-answer.ts'
import { DOCUMENT_FAMILIES } from '../../edition/documents/families.ts'
import type { Config } from '../config.ts'
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

export const MCP_TAG = 'Model Context Protocol'

/** In reading order: most requested first, then the formats, then calls that need a session or token. */
const TAGS = new Set([
  ...Object.values(publicReads).map(({ tag }) => tag),
  'Feeds',
  ...DOCUMENT_FAMILIES.map(({ tag }) => tag),
  MCP_TAG,
])

export function openApiOptions(config: Pick<Config, 'publicUrl'>): FastifyDynamicSwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Candor public API',
        version: '1',
        description:
          'Everything on the site, as JSON. Reading needs no key. Answers have a strong ETag: send it back in If-None-Match, and an unchanged answer is a 304. Times are ISO 8601 in UTC, `cloud` is the machine_name of a cloud, errors have a `message`. CORS is open for public data; cookies are not needed. Programs that publish need a token: see Automation.',
      },
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A token created by an administrator, with the scopes it needs. Cookies are ignored.',
          },
        },
      },
      servers: [{ url: config.publicUrl }],
      tags: [...TAGS].map((name) => ({ name })),
    },
  }
}
