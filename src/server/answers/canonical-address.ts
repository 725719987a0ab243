import { formPageAddress, isFormPath } from '../../domain/account/account-pages.ts'
import { sharedSettingsPath } from '../../domain/account/settings-address.ts'
import { formatChosen, mineIn, withMine } from '../../domain/chosen-places.ts'
import { complianceAddress, complianceSort } from '../../domain/compliance/compliance-query.ts'
import { faqAddress, faqSearch } from '../../domain/faq/faq-query.ts'
import { informingPath, quarterAsked } from '../../domain/informing/informing-address.ts'
import { addressAsked, ipRangesAddress, ipRangesPath } from '../../domain/ip-ranges/ip-ranges-query.ts'
import {
  firstPastTheEnd,
  kindOfList,
  knownListQuery,
  type ListFilters,
  type ListQuery,
  listAddress,
  listQuery,
  notificationQuery,
} from '../../domain/list-query.ts'
import { mapAddress, mapQuery } from '../../domain/map/map-query.ts'
import { menuPath, pagesOfMenu } from '../../domain/menu.ts'
import { notificationTypeOf } from '../../domain/notification-type.ts'
import { searchAddress, searchAsked, searchPath } from '../../domain/search-words.ts'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { threatMapAddress, threatMapQuery } from '../../domain/threat-replay/threat-map-query.ts'
import { threatAddress, threatQuery } from '../../domain/threats/threat-query.ts'
import {
  type TimelineQuery,
  timelineAddress,
  timelineOn,
  timelineQuery,
} from '../../domain/timeline-query.ts'
import { LAST_ID } from '../../domain/whole-number.ts'
import { filtersOfList } from '../../edition/answers/calendar-answer.ts'
import {
  notificationsAbout,
  notificationsOnPage,
  pagesInView,
  recordsInList,
} from '../../edition/answers/list-answers.ts'
import { type Edition, isRegion, type Site, type SiteCloud } from '../../edition/edition.ts'
import type { EditionRecord } from '../../edition/edition-record.ts'
import { incidentsByQuarter } from '../../edition/informing.ts'
import { recordsOfCloud, withdrawalNote } from '../../edition/record-shelf.ts'

/**
 * Only search terms, links from emails, selections of readers (`mine`) and combinations of filters are
 * unlimited. Those pages are not cached.
 */
export function canonicalAddress(
  edition: Edition,
  { path, query, now }: { path: string; query: URLSearchParams; now: Date },
): string {
  const { site } = edition
  if (isFormPath(path)) return formPageAddress(path, query)
  const settings = sharedSettingsPath(path)
  if (settings !== undefined) return settings
  const cloud = cloudOfPath(site.clouds, path)
  // On the server, a page without a cloud shows the first one.
  const shown = cloud ?? site.clouds[0]
  if (cloud !== undefined && path === ipRangesPath(cloud.domain)) {
    return ipRangesAddress(path, addressAsked(query))
  }
  if (cloud !== undefined && path === informingPath(cloud.domain)) {
    const quarter = quarterAsked(query)
    const isKnown = quarter !== undefined && incidentsByQuarter(edition, cloud).has(quarter)
    return informingPath(cloud.domain, isKnown ? quarter : undefined)
  }
  if (cloud !== undefined && path === searchPath(cloud.domain)) return searchAddress(path, searchAsked(query))
  switch (componentOf(site, path, cloud)) {
    case 'home':
      return withMine(path, mineIn(query))
    case 'cloud_status': {
      const asked = timelineQuery(query)
      return timelineAddress(path, shown === undefined ? asked : knownTimeline(edition, shown, asked))
    }
    case 'datacenter':
      return mapAddress(path, mapQuery(query))
    case 'maintenance': {
      const kind = kindOfList(path)
      if (kind === undefined || shown === undefined) return path
      const records = recordsOfCloud(edition.records, kind, shown.id)
      const filters = filtersOfList(edition, { records, cloud: shown, now })
      const asked = listQuery(query)
      const mine = formatChosen(asked.mine)
      const listed = mine === '' ? records : recordsInList(edition, shown, kind, mine)
      return listAddress(path, knownView(asked, { records: listed, filters, now }))
    }
    case 'notification': {
      if (shown === undefined) return path
      const records = notificationsOnPage(edition, notificationTypeOf(path), shown)
      const statuses = new Set(site.statuses.map(({ id }) => id))
      const filters = { statuses, dataCenters: new Set<number>(), calendar: undefined }
      const asked = notificationQuery(query)
      const mine = formatChosen(asked.mine)
      const listed = mine === '' ? records : notificationsAbout(records, mine)
      return listAddress(path, knownView(asked, { records: listed, filters, now }))
    }
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

export function hasManyFilters(address: string): boolean {
  const { searchParams } = new URL(address, 'https://site.invalid')
  return LIST_FILTERS.flatMap((name) => searchParams.getAll(name)).length > 1
}

const LIST_FILTERS = ['category', 'date', 'month', 'datacenter']

/** All posts that are not on this cloud share one page, which doesn't name the post. */
function knownTimeline({ records }: Edition, cloud: SiteCloud, asked: TimelineQuery): TimelineQuery {
  const query = timelineOn(cloud, asked)
  if (query.post === undefined) return query
  const record = records.byId.get(query.post)
  const isHere =
    record !== undefined &&
    record.kind !== 'notification' &&
    (record.clouds.length === 0 || record.clouds.includes(cloud.id))
  const isKnown = isHere || withdrawalNote(records, query.post, { isNotification: false }) !== undefined
  return isKnown ? query : { ...query, post: LAST_ID }
}

function knownView(
  asked: ListQuery,
  { records, filters, now }: { records: readonly EditionRecord[]; filters: ListFilters; now: Date },
): ListQuery {
  const query = knownListQuery(asked, filters)
  if (query.page === 0) return query
  return { ...query, page: Math.min(query.page, firstPastTheEnd(pagesInView(records, query, now))) }
}

function componentOf({ menu }: Site, path: string, cloud: SiteCloud | undefined): string | undefined {
  const item = pagesOfMenu(menu.main_menu).find(
    (page) => (cloud === undefined ? page.route : menuPath(page, cloud)) === path,
  )
  return item?.component
}
