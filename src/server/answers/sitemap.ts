import { ipRangesPath } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { forMachinesPath } from '../../domain/machine-paths.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { Edition } from '../../edition/edition.ts'
import type { EditionRecord } from '../../edition/edition-record.ts'
import { attribute } from '../render/document.ts'

/** The protocol allows 50,000 addresses in one file. */
const MAX_SITEMAP_POSTS = 45_000

export function sitemap(edition: Edition, publicUrl: string) {
  const { clouds, menu } = edition.site
  const paths = clouds.flatMap((cloud) => [
    ...pagesOfMenu(visibleMenu(menu.main_menu, cloud)).map((item) => menuPath(item, cloud)),
    ipRangesPath(cloud.domain),
    forMachinesPath(cloud.domain),
  ])
  // A menu may lead to other sites, and to pages that all clouds share.
  const pages = [...new Set(paths)]
    .filter((path) => path.startsWith('/'))
    .map((path) => ({ path, changed: undefined }))
  const domains = new Map(clouds.map((cloud) => [cloud.id, cloud.domain]))
  const posts = [...edition.records.byId.values()]
    .sort((a, b) => b.id - a.id)
    .filter((record) => record.redirect === null)
    .flatMap((record) => {
      const path = recordPath(record, domains)
      return path === undefined ? [] : [{ path, changed: record.updated_on }]
    })
    .slice(0, MAX_SITEMAP_POSTS)
  const entries = [...pages, ...posts].map(({ path, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${changed.toISOString()}</lastmod>`
    return `<url><loc>${attribute(publicUrl + path)}</loc>${lastmod}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

/** A notification without a cloud concerns everyone; any other record without one is shown nowhere. */
function recordPath({ id, kind, clouds }: EditionRecord, domains: ReadonlyMap<number, string>) {
  const domain = clouds.map((cloudId) => domains.get(cloudId)).find((found) => found !== undefined)
  if (kind !== 'notification') return domain === undefined ? undefined : `/${domain}/posts/${id}`
  return domain === undefined ? `/notification/${id}` : `/${domain}/notification/${id}`
}
