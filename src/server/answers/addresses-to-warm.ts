import { FEEDS, feedPath } from '../../domain/feed-name.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { Edition, Site } from '../../edition/edition.ts'
import { DISCOVERY_FILES } from './make-discovery.ts'

export const ADDRESSES_OF_ALL: readonly string[] = ['/api/edition', '/api/global']

export function pagesToWarm(site: Site): string[] {
  const paths = site.clouds.flatMap((cloud) =>
    pagesOfMenu(visibleMenu(site.menu.main_menu, cloud)).map((item) => menuPath(item, cloud)),
  )
  // A menu may link to other sites, and to pages that all clouds share.
  return [...new Set(paths)].filter((path) => path.startsWith('/'))
}

/** More changed records than this are an import, whose pages are rendered on request. */
const MOST_RECORDS_AHEAD = 20

/**
 * The pages of new or changed records, newest first. When an incident begins, everyone asks for its page, and these
 * readers must not queue behind a flood.
 */
export function recordPagesToWarm(before: Edition, { site, records }: Edition): string[] {
  const changed = [...records.byId.values()].filter((record) => before.records.byId.get(record.id) !== record)
  const newest = changed.sort((a, b) => b.updated_on.getTime() - a.updated_on.getTime() || b.id - a.id)
  return newest.slice(0, MOST_RECORDS_AHEAD).flatMap(({ id, kind, clouds }) => {
    const section = kind === 'notification' ? 'notification' : 'posts'
    const shownOn = site.clouds.filter((cloud) => clouds.includes(cloud.id))
    return shownOn.map(({ domain }) => `/${domain}/${section}/${id}`)
  })
}

export function missingPagesToWarm(site: Site): string[] {
  return site.clouds.flatMap(({ domain }) => [`404 ${domain}`, `404 ${domain} posts`])
}

export function filesToWarm(site: Site): string[] {
  const clouds = [undefined, ...site.clouds.map(({ machine_name }) => machine_name)]
  const feeds = clouds.flatMap((cloud) => Object.values(FEEDS).map((feed) => feedPath(feed, cloud)))
  return [...feeds, ...DISCOVERY_FILES.keys()]
}
