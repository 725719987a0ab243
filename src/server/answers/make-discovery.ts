import { setImmediate as nextTurn } from 'node:timers/promises'
import { iconOf } from '../../domain/brand/brand.ts'
import { escapeAttribute } from '../../domain/escape-html.ts'
import { informingPath } from '../../domain/informing/informing-address.ts'
import { ipRangesPath } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { forMachinesPath } from '../../domain/machine-paths.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { availabilityPath, placePath } from '../../domain/place-address.ts'
import { makeAnswer } from '../../edition/answer.ts'
import type { Computed } from '../../edition/answer-cache.ts'
import type { Edition, SiteProvider } from '../../edition/edition.ts'
import type { EditionRecord } from '../../edition/edition-record.ts'
import { type ObservedHeld, wholeOf } from '../../edition/observe.ts'
import { placesWithPages } from '../../edition/place-history.ts'
import type { AppContext } from '../context.ts'
import { sharedIn } from '../http/cache-control.ts'

/** The protocol allows 50,000 URLs per file. */
const MAX_SITEMAP_POSTS = 45_000
/** Written in a few milliseconds. */
const POSTS_PER_PART = 1_000

function* sitemap(edition: Edition, publicUrl: string): Generator<string> {
  const { clouds, menu } = edition.site
  const paths = clouds.flatMap((cloud) => [
    ...pagesOfMenu(visibleMenu(menu.main_menu, cloud)).map((item) => menuPath(item, cloud)),
    availabilityPath(cloud.domain),
    informingPath(cloud.domain),
    ...Object.values(placesWithPages(cloud))
      .flat()
      .map(({ kind, slug }) => placePath(cloud.domain, kind, slug)),
    ipRangesPath(cloud.domain),
    forMachinesPath(cloud.domain),
  ])
  const entry = (path: string, changed?: Date) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${changed.toISOString()}</lastmod>`
    return `<url><loc>${escapeAttribute(publicUrl + path)}</loc>${lastmod}</url>\n`
  }
  const pages = [...new Set(paths)].filter((path) => path.startsWith('/')).map((path) => entry(path))
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages.join('')}`
  const domains = new Map(clouds.map((cloud) => [cloud.id, cloud.domain]))
  const records = wholeOf(edition.records.byId)
  // Plain numbers are sorted without a call for each comparison.
  const ids = Float64Array.from(records.keys()).sort().reverse()
  let count = 0
  for (let at = 0; at < ids.length && count < MAX_SITEMAP_POSTS; at += POSTS_PER_PART) {
    const entries = [...ids.subarray(at, at + POSTS_PER_PART)].flatMap((id) => {
      const record = records.get(id)
      const path = record?.redirect === null ? recordPath(record, domains) : undefined
      return record === undefined || path === undefined ? [] : entry(path, record.updated_on)
    })
    yield entries.slice(0, MAX_SITEMAP_POSTS - count).join('')
    count += entries.length
  }
  yield '</urlset>\n'
}

/** A notification without a cloud is for all clouds. Other records without a cloud are not shown. */
function recordPath({ id, kind, clouds }: EditionRecord, domains: ReadonlyMap<number, string>) {
  const domain = clouds.map((cloudId) => domains.get(cloudId)).find((found) => found !== undefined)
  if (kind !== 'notification') return domain === undefined ? undefined : `/${domain}/posts/${id}`
  return domain === undefined ? `/notification/${id}` : `/${domain}/notification/${id}`
}

interface DiscoveryFile {
  type: string
  /** Yields parts, so that readers are answered in between. */
  write(edition: Edition, publicUrl: string): Iterable<string>
}

export const DISCOVERY_FILES: ReadonlyMap<string, DiscoveryFile> = new Map([
  ['/robots.txt', { type: 'text/plain; charset=utf-8', write: (_edition, publicUrl) => [robots(publicUrl)] }],
  ['/sitemap.xml', { type: 'application/xml; charset=utf-8', write: sitemap }],
  ['/site.webmanifest', { type: 'application/manifest+json', write: (edition) => [webManifest(edition)] }],
])

export async function makeDiscovery(
  { config }: Pick<AppContext, 'config'>,
  { edition, answers }: ObservedHeld,
  { path, file }: { path: string; file: DiscoveryFile },
): Promise<Computed> {
  const parts: Buffer[] = []
  for (const part of file.write(edition, config.publicUrl)) {
    parts.push(Buffer.from(part))
    await nextTurn()
  }
  const answer = await makeAnswer({
    headers: { 'content-type': file.type },
    body: Buffer.concat(parts),
    before: answers.lastMade(path)?.answer,
  })
  return { key: path, answer, headersIn: sharedIn(config, { isTurning: false }) }
}

/** Undefined if the brand has no icon. The icon may fill its square, so it isn't offered as maskable. */
function ownIcons({ brand }: SiteProvider) {
  const sizes = [192, 512] as const
  const icons = sizes.flatMap((size) => {
    const src = iconOf(brand, size)
    return src === undefined ? [] : [{ src, sizes: `${size}x${size}`, type: 'image/png' }]
  })
  return icons.length === 0 ? undefined : icons
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
    theme_color: provider.brand.accent_light || '#ffffff',
    icons: ownIcons(provider) ?? [
      { src: 'favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      png(192),
      png(512),
      png(512, 'maskable'),
    ],
  })
}
