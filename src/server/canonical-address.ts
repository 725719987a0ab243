import { formPageAddress, isFormPath } from '../domain/account/account-pages.ts'
import { sharedSettingsPath } from '../domain/account/settings-address.ts'
import { complianceAddress, complianceSort } from '../domain/compliance/compliance-query.ts'
import { faqAddress, faqSearch } from '../domain/faq/faq-query.ts'
import { addressAsked, ipRangesAddress, ipRangesPath } from '../domain/ip-ranges/ip-ranges-query.ts'
import { listAddress, listQuery, notificationQuery } from '../domain/list-query.ts'
import { mapAddress, mapQuery } from '../domain/map/map-query.ts'
import { menuPath, pagesOfMenu } from '../domain/menu.ts'
import { cloudOfPath } from '../domain/select-cloud.ts'
import { threatMapAddress, threatMapQuery } from '../domain/threat-replay/threat-map-query.ts'
import { threatAddress, threatQuery } from '../domain/threats/threat-query.ts'
import { timelineAddress, timelineOn, timelineQuery } from '../domain/timeline-query.ts'
import { isRegion, type Site, type SiteCloud } from '../edition/edition.ts'

/**
 * The one way to write the address of a page: what the page knows of the query, in its own order. Whatever
 * else an address carries changes nothing on the page and must make no new answer.
 */
export function canonicalAddress(site: Site, path: string, query: URLSearchParams): string {
  if (isFormPath(path)) return formPageAddress(path, query)
  const settings = sharedSettingsPath(path)
  if (settings !== undefined) return settings
  const cloud = cloudOfPath(site.clouds, path)
  if (cloud !== undefined && path === ipRangesPath(cloud.domain)) {
    return ipRangesAddress(path, addressAsked(query))
  }
  switch (componentOf(site, path, cloud)) {
    case 'cloud_status': {
      const asked = timelineQuery(query)
      return timelineAddress(path, cloud === undefined ? asked : timelineOn(cloud, asked))
    }
    case 'datacenter':
      return mapAddress(path, mapQuery(query))
    case 'maintenance':
      return listAddress(path, listQuery(query))
    case 'notification':
      return listAddress(path, notificationQuery(query))
    case 'threat_map':
      return threatMapAddress(path, threatMapQuery(query))
    case 'compliance':
      return complianceAddress(path, complianceSort(query))
    case 'faq':
      return faqAddress(path, faqSearch(query))
    case 'analytics': {
      const asked = threatQuery(query)
      return threatAddress(path, isRegion(site, asked.region) ? asked : { ...asked, region: undefined })
    }
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
