import { listAddress, listQuery, notificationQuery } from '../domain/list-query.ts'
import { menuPath, pagesOfMenu } from '../domain/menu.ts'
import { cloudOfPath } from '../domain/select-cloud.ts'
import { signInAddress, signInNotice } from '../domain/sign-in-notice.ts'
import { timelineAddress, timelineQuery } from '../domain/timeline-query.ts'
import type { Site } from '../edition/edition.ts'

/**
 * The one way to write the address of a page: what the page knows of the query, in its own order. Whatever
 * else an address carries changes nothing on the page and must make no new answer.
 */
export function canonicalAddress(site: Site, path: string, query: URLSearchParams): string {
  if (path === '/sign-in') return signInAddress(signInNotice(query))
  switch (componentOf(site, path)) {
    case 'cloud_status':
      return timelineAddress(path, timelineQuery(query))
    case 'maintenance':
      return listAddress(path, listQuery(query))
    case 'notification':
      return listAddress(path, notificationQuery(query))
    default:
      return path
  }
}

/** What the menu shows under this path, if anything. */
function componentOf({ clouds, menu }: Site, path: string): string | undefined {
  const cloud = cloudOfPath(clouds, path)
  const item = pagesOfMenu(menu.main_menu).find(
    (page) => (cloud === undefined ? page.route : menuPath(page, cloud)) === path,
  )
  return item?.component
}
