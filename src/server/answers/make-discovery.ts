import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import type { Edition } from '../../edition/edition.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { AppContext } from '../context.ts'
import { sharedHeaders } from '../http/cache-control.ts'
import { sitemap } from './sitemap.ts'

interface DiscoveryFile {
  type: string
  write(edition: Edition, publicUrl: string): string
}

/** What search engines and browsers look for at fixed addresses. */
export const DISCOVERY_FILES: ReadonlyMap<string, DiscoveryFile> = new Map([
  ['/robots.txt', { type: 'text/plain; charset=utf-8', write: (_edition, publicUrl) => robots(publicUrl) }],
  ['/sitemap.xml', { type: 'application/xml; charset=utf-8', write: sitemap }],
  ['/site.webmanifest', { type: 'application/manifest+json', write: webManifest }],
])

export async function makeDiscovery(
  { config }: Pick<AppContext, 'config'>,
  { edition }: Held,
  { path, file }: { path: string; file: DiscoveryFile },
): Promise<Computed> {
  const headers = { 'content-type': file.type, ...sharedHeaders(config, { edition, isTurning: false }) }
  return { key: path, answer: await makeAnswer({ headers, body: file.write(edition, config.publicUrl) }) }
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
