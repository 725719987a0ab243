import type { SiteRows } from '../../src/db/site.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import type { LoadedEdition } from '../../src/edition/load-edition.ts'
import { EMPTY_SHELF, nextShelf } from '../../src/edition/record-shelf.ts'
import { toSite } from '../../src/edition/to-site.ts'
import { sized } from '../size.ts'

/**
 * Incidents and one notification type have two pages; the others some records. The short run has those of
 * the first cloud only.
 */
const OF_LONG_LIST = 21
const ARE_ALL_LONG = sized({ short: false, long: true })
const OF_OTHER_LIST = sized({ short: 2, long: 4 })
/** Threats have a page, a list and a table for each, in every category and period. */
const REGIONS = sized({ short: 1, long: 2 })
const CENTERS_OF_A_REGION = sized({ short: 1, long: Number.POSITIVE_INFINITY })

/** The same edition with some of its clouds and their newest records: every kind of page, in seconds. */
export function smallEdition(edition: LoadedEdition, domains: readonly string[]): LoadedEdition {
  const clouds = edition.siteRows.clouds.filter(({ domain }) => domains.includes(domain))
  const ids = clouds.map(({ id }) => id)
  const first = clouds.find(({ domain }) => domain === domains[0])?.id
  const counts = new Map<string, number>()
  const newestFirst = [...edition.records.byId.values()].sort((a, b) => b.id - a.id)
  const records = newestFirst
    .map((record): EditionRecord => ({ ...record, clouds: record.clouds.filter((id) => ids.includes(id)) }))
    .filter((record) => {
      if (record.clouds.length === 0 && record.kind !== 'notification') return false
      const list = `${record.kind} ${record.notification_type ?? record.clouds[0]}`
      const count = (counts.get(list) ?? 0) + 1
      counts.set(list, count)
      const isLong =
        (record.kind === 'incident' && (ARE_ALL_LONG || record.clouds[0] === first)) ||
        (record.notification_type === 'advisories' && ARE_ALL_LONG)
      const isOpen = record.kind === 'incident' && record.closed_on === null
      return count <= (isLong ? OF_LONG_LIST : OF_OTHER_LIST) || isOpen || record.redirect !== null
    })
  return {
    ...withSiteRows(edition, { clouds, regions: edition.siteRows.regions.slice(0, REGIONS) }),
    records: nextShelf(EMPTY_SHELF, {
      changed: records,
      withdrawn: [],
      notes: [...edition.records.notes.values()],
    }),
  }
}

/** Each data center has its own lists, half of all pages; one per region and those with open incidents are enough. */
export function withFewCenters(edition: LoadedEdition): LoadedEdition {
  const open = [...edition.records.byId.values()].filter(
    ({ kind, closed_on }) => kind === 'incident' && closed_on === null,
  )
  const named = new Set(open.flatMap(({ dataCenters }) => dataCenters))
  const kept = edition.site.clouds.flatMap((cloud) =>
    cloud.regions.flatMap(({ dataCenters }) =>
      dataCenters
        .filter(({ tid }, at) => at < CENTERS_OF_A_REGION || named.has(tid))
        .map(({ tid }) => ({ cloud_id: cloud.id, data_center_tid: tid })),
    ),
  )
  return withSiteRows(edition, { cloudDataCenters: kept })
}

export function withSiteRows(edition: LoadedEdition, change: Partial<SiteRows>): LoadedEdition {
  const siteRows = { ...edition.siteRows, ...change }
  return { ...edition, siteRows, site: toSite(siteRows) }
}
