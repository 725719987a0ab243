import { menuPath, pagesOfMenu, visibleMenu } from '../domain/menu.ts'
import type { Edition } from '../edition/edition.ts'
import { attribute } from './render/document.ts'

/** The protocol allows 50,000 addresses in one file. */
const MAX_SITEMAP_POSTS = 45_000

export function sitemap(edition: Edition, publicUrl: string) {
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
