import { listAddress, listQuery, notificationQuery } from '../domain/list-query.ts'
import { menuPath, pagesOfMenu } from '../domain/menu.ts'
import { cloudOfPath } from '../domain/select-cloud.ts'
import { signInAddress, signInNotice } from '../domain/sign-in-notice.ts'
import { timelineAddress, timelineOn, timelineQuery } from '../domain/timeline-query.ts'
import type { Site, SiteCloud } from '../edition/edition.ts'

/**
 * The one way to write the address of a page: what the page knows of the query, in its own order. Whatever
 * else an address carries changes nothing on the page and must make no new answer.
 */
export function canonicalAddress(site: Site, path: string, query: URLSearchParams): string {
  if (path === '/sign-in') return signInAddress(signInNotice(query))
  const cloud = cloudOfPath(site.clouds, path)
  switch (componentOf(site, path, cloud)) {
    case 'cloud_status': {
      const asked = timelineQuery(query)
      return timelineAddress(path, cloud === undefined ? asked : timelineOn(cloud, asked))
    }
    case 'maintenance':
      return listAddress(path, listQuery(query))
    case 'notification':
      return listAddress(path, notificationQuery(query))
    default:
      return path
  }
}

/** What the menu shows under this path, if anything. */
function componentOf({ menu }: Site, path: string, cloud: SiteCloud | undefined): string | undefined {
  const item = pagesOfMenu(menu.main_menu).find(
    (page) => (cloud === undefined ? page.route : menuPath(page, cloud)) === path,
  )
  return item?.component
}
