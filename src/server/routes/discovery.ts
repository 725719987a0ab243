import type { FastifyInstance } from 'fastify'
import { makeAnswer } from '../../edition/answer.ts'
import type { Edition } from '../../edition/edition.ts'
import { PUBLIC_CACHE } from '../cache-control.ts'
import { type AppContext, heldEdition } from '../context.ts'
import { ANYONE } from '../guard.ts'
import { sendAnswer } from '../send-answer.ts'
import { sitemap } from '../sitemap.ts'
import { refuseOtherMethods } from './refuse-other-methods.ts'

/** What search engines and browsers look for at fixed addresses. */
export function discoveryRoutes(app: FastifyInstance, context: AppContext) {
  const files: Record<string, { type: string; write: (edition: Edition, publicUrl: string) => string }> = {
    '/robots.txt': { type: 'text/plain; charset=utf-8', write: (_edition, publicUrl) => robots(publicUrl) },
    '/sitemap.xml': { type: 'application/xml; charset=utf-8', write: sitemap },
    '/site.webmanifest': { type: 'application/manifest+json', write: webManifest },
  }
  for (const [path, { type, write }] of Object.entries(files)) {
    app.get(path, { config: ANYONE, schema: { hide: true } }, async (request, reply) => {
      const { answers, edition } = heldEdition(context)
      const compute = async () => {
        const headers = { 'content-type': type, 'cache-control': PUBLIC_CACHE }
        const body = write(edition, context.config.publicUrl)
        return { key: path, answer: await makeAnswer({ headers, body }) }
      }
      const kept = answers.find(path, context.clock().getTime())
      return sendAnswer(request, reply, kept ?? (await answers.compute(path, compute)))
    })
    refuseOtherMethods(app, path)
  }
}

function robots(publicUrl: string) {
  return `User-agent: *\nAllow: /\nDisallow: /admin/\n\nSitemap: ${publicUrl}/sitemap.xml\n`
}

function webManifest({ site: { provider } }: Edition) {
  const png = (size: number, purpose?: string) => ({
    src: `icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    ...(purpose !== undefined && { purpose }),
  })
  return JSON.stringify({
    name: `${provider.name} Trust`,
    short_name: provider.name,
    description: `Status, incidents, maintenance and security advisories of every ${provider.name} cloud.`,
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fcfbf9',
    theme_color: '#ffffff',
    icons: [
      { src: 'favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      png(192),
      png(512),
      png(512, 'maskable'),
    ],
  })
}
