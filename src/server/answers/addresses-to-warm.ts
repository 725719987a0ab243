import { FEEDS, feedPath } from '../../domain/feed-name.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { gravityOf } from '../../domain/place-states.ts'
import type { Edition, Site, SiteCloud } from '../../edition/edition.ts'
import { severityOn } from '../../edition/record-reach.ts'
import { openIncidents } from '../../edition/record-shelf.ts'
import { differingKeys } from '../../edition/shared-map.ts'
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

export interface NewsToWarm {
  /** Newest first. When an incident begins, everyone asks for its page. */
  ofRecords: string[]
  ofClouds: string[]
}

export function newsToWarm(before: Edition, { site, records }: Edition): NewsToWarm {
  const newest = differingKeys(before.records.byId, records.byId)
    .flatMap((id) => records.byId.get(id) ?? [])
    .sort((a, b) => b.updated_on.getTime() - a.updated_on.getTime() || b.id - a.id)
    .slice(0, MOST_RECORDS_AHEAD)
  const ofRecords = newest.flatMap(({ id, kind, clouds }) => {
    const section = kind === 'notification' ? 'notification' : 'posts'
    const shownOn = site.clouds.filter((cloud) => clouds.includes(cloud.id))
    return shownOn.map(({ domain }) => `/${domain}/${section}/${id}`)
  })
  const affected = site.clouds.filter(({ id }) => newest.some(({ clouds }) => clouds.includes(id)))
  const gravityOn = (cloud: SiteCloud) =>
    Math.max(0, ...openIncidents(records, cloud.id).map((record) => gravityOf(severityOn(record, cloud))))
  const mostSevereFirst = affected.toSorted((a, b) => gravityOn(b) - gravityOn(a))
  return { ofRecords, ofClouds: pagesToWarm({ ...site, clouds: mostSevereFirst }) }
}

export function missingPagesToWarm(site: Site): string[] {
  return site.clouds.flatMap(({ domain }) => [`404 ${domain}`, `404 ${domain} posts`])
}

/** It lists every post, so every publication changes it, and few programs ask for it. */
const ON_REQUEST = '/sitemap.xml'

export function filesToWarm(site: Site): string[] {
  const clouds = [undefined, ...site.clouds.map(({ machine_name }) => machine_name)]
  const feeds = clouds.flatMap((cloud) => Object.values(FEEDS).map((feed) => feedPath(feed, cloud)))
  return [...feeds, ...[...DISCOVERY_FILES.keys()].filter((path) => path !== ON_REQUEST)]
}
