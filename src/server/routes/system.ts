import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { makeAnswer } from '../../edition/answer.ts'
import type { Edition } from '../../edition/edition.ts'
import { PRIVATE_CACHE, PUBLIC_CACHE } from '../cache-control.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { attribute } from '../render/document.ts'
import { sendAnswer } from '../send-answer.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

const Readiness = Type.Object({
  status: Type.Enum(['ready', 'stale', 'starting']),
  edition: Type.Optional(Type.Integer()),
  published_at: Type.Optional(Type.String()),
  verified_at: Type.Optional(Type.String({ description: 'when the database last confirmed the edition' })),
  age_seconds: Type.Optional(Type.Integer({ description: 'time since then' })),
})

/** For those who run the site, and for search engines. */
export function systemRoutes(app: FastifyInstance, context: AppContext) {
  const { holder, clock, metrics } = context

  app.get(
    '/healthz',
    { schema: { hide: true, response: { 200: Type.Object({ status: Type.Literal('ok') }) } } },
    async (_request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      return { status: 'ok' } as const
    },
  )

  app.get(
    '/readyz',
    { schema: { hide: true, response: { 200: Readiness, 503: Readiness } } },
    async (_request, reply) => {
      reply.header('cache-control', PRIVATE_CACHE)
      const held = holder.current()
      const verifiedAt = holder.verifiedAt()
      if (held === undefined || verifiedAt === undefined) return reply.code(503).send({ status: 'starting' })
      return {
        status: held.staleSince === null ? ('ready' as const) : ('stale' as const),
        edition: held.edition.number,
        published_at: held.edition.publishedAt.toISOString(),
        verified_at: verifiedAt.toISOString(),
        age_seconds: Math.max(0, Math.floor((clock().getTime() - verifiedAt.getTime()) / 1000)),
      }
    },
  )

  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .header('content-type', metrics.registry.contentType)
      .header('cache-control', PRIVATE_CACHE)
      .send(await metrics.registry.metrics()),
  )

  app.get('/robots.txt', { schema: { hide: true } }, async (request, reply) =>
    sendAnswer(
      request,
      reply,
      await textAnswer('text/plain; charset=utf-8', robots(context.config.publicUrl)),
    ),
  )

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
    const { answers, edition } = heldEdition(context)
    const key = 'sitemap'
    const answer =
      answers.find(key, 0) ??
      (await answers.compute(key, async () => ({
        key,
        answer: await textAnswer(
          'application/xml; charset=utf-8',
          sitemap(edition, context.config.publicUrl),
        ),
      })))
    return sendAnswer(request, reply, answer)
  })

  for (const path of ['/healthz', '/readyz', '/metrics', '/robots.txt', '/sitemap.xml'])
    refuseOtherMethods(app, path)
}

function textAnswer(type: string, body: string) {
  return makeAnswer({ headers: { 'content-type': type, 'cache-control': PUBLIC_CACHE }, body })
}

function robots(publicUrl: string) {
  return `User-agent: *\nAllow: /\nDisallow: /admin/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

/** The protocol allows 50,000 addresses in one file. */
const MAX_SITEMAP_POSTS = 45_000

function sitemap(edition: Edition, publicUrl: string) {
  const { clouds, menu } = edition.site
  const pages = clouds.flatMap((cloud) =>
    pagesOfMenu(visibleMenu(menu.main_menu, cloud)).map((item) => ({
      path: menuPath(item, cloud),
      changed: undefined,
    })),
  )
  const domains = new Map(clouds.map((cloud) => [cloud.id, cloud.domain]))
  const posts = [...edition.records.byId.values()]
    .sort((a, b) => b.id - a.id)
    .flatMap((record) => {
      const domain = domains.get(record.clouds[0] ?? 0)
      const segment = record.kind === 'notification' ? 'notification' : 'posts'
      if (domain === undefined || record.redirect !== null) return []
      return [{ path: `/${domain}/${segment}/${record.id}`, changed: record.updated_on }]
    })
    .slice(0, MAX_SITEMAP_POSTS)
  const entries = [...pages, ...posts].map(({ path, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${changed.toISOString()}</lastmod>`
    return `<url><loc>${attribute(publicUrl + path)}</loc>${lastmod}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}
