import type { LogHeadRow } from '../db/log/read-log.ts'
import type { PublishedMessageTimes } from '../db/message-times.ts'
import type { PublishedRecords } from '../db/published-records.ts'
import type { PlannedBanner } from '../domain/banners/banner.ts'
import type { BrandLook } from '../domain/brand/brand.ts'
import type { Cloud, Product } from '../domain/cloud.ts'
import type { GoalFrom } from '../domain/dated-goals.ts'
import type { InformingGoals } from '../domain/informing/quarter-figures.ts'
import type { Menu } from '../domain/menu.ts'
import type { SiteMaintenance } from '../domain/site-maintenance.ts'
import type { KeptRange } from './ip-ranges/range-changes.ts'
import { toEditionRecords } from './load-edition.ts'
import { nextShelf, type RecordShelf } from './record-shelf.ts'
import type { Threats } from './threats/threats.ts'

export interface Edition {
  number: number
  isPast?: true
  /** Identifies the database. A restore changes it. */
  history: string
  /** Edition at which anything but records and threats last changed. */
  siteNumber: number
  threatNumber: number
  publishedAt: Date
  site: Site
  records: RecordShelf
  threats: Threats
  /** As known when the edition was published. */
  messageTimes: MessageTimesByRecord
  /** Null in files of earlier releases. */
  log: EditionLog | null
  /** By record, including withdrawn ones: its newest entry in this log. */
  logEntries: ReadonlyMap<number, number>
}

export type MessageTimesByRecord = ReadonlyMap<number, PublishedMessageTimes>

export interface Site {
  provider: SiteProvider
  products: Product[]
  clouds: SiteCloud[]
  menu: Menu
  severities: Severity[]
  statuses: Status[]
  services: Map<number, SiteService>
  regions: { tid: number; title: string }[]
  dataCenters: Map<number, SiteDataCenter>
  pages: SitePage[]
  /** The images in the texts of its pages, and those of the brand. */
  images: ReadonlySet<string>
  complianceRows: { cloudId: number | null; description: string; date: string }[]
  /** In order of arrival. Includes removed ranges, as history. */
  ipRanges: SiteIpRange[]
  /** Includes future banners, which no answer may reveal. */
  banners: PlannedBanner[]
  maintenance: SiteMaintenance | null
}

/** Includes future goals, which no answer may reveal. */
export interface SiteProvider extends InformingGoals {
  name: string
  legal_name: string
  staff_domains: string[]
  help_url: string
  gov_help_url: string
  feedback_email: string
  /** Where to report vulnerabilities: a mailto: or https: URL. Empty: the feedback address. */
  security_contact: string
  /** Longest time between updates, in whole hours. Null: no promise. */
  update_every_hours: number | null
  brand: BrandLook
}

/** Its state depends on the records, so it is not part of the site. */
export interface SiteCloud extends Omit<Cloud, 'state'> {
  banner: { title: string; description: string }
  serviceCategories: { tid: number; title: string; services: SiteService[] }[]
  regions: { tid: number; title: string; dataCenters: SiteDataCenter[] }[]
  schedule: { title: string; cells: { value: string; className: string }[] }[]
}

export interface SiteService {
  tid: number
  name: string
  info: string
  isActive: boolean
  startedOn: string
  endedOn: string | null
  /** Includes future goals, which no answer may reveal. In order of time. */
  goals: readonly GoalFrom[]
}

export interface SiteDataCenter {
  tid: number
  name: string
  city: string
  country: string
  region: string
  latitude: number
  longitude: number
  isPremium: boolean
  isFedrampModerate: boolean
  hasRegionalSurcharge: boolean
  isActive: boolean
  openedOn: string
  closedOn: string | null
  goals: readonly GoalFrom[]
}

export type EditionLog = LogHeadRow

export interface SiteIpRange extends KeptRange {
  id: number
}

export interface Severity {
  tid: number
  name: string
  color_code: string
  status_icon: string
  rank: number
  isInLegend: boolean
}

export interface Status {
  id: number
  name: string
  class: string
  icon: string
  isClosed: boolean
  /** No longer offered; records that have it keep it. */
  isRetired: boolean
}

export interface SitePage {
  slug: string
  cloudId: number | null
  title: string
  pageTop: string
  body: string
  /** Column titles of the table on the page. Empty: the defaults. */
  columnTitles: string[]
}

export function findCloud(edition: Edition, machineName: string): SiteCloud | undefined {
  return edition.site.clouds.find((cloud) => cloud.machine_name === machineName)
}

export function showsImage({ records, site }: Edition, name: string): boolean {
  return records.images.has(name) || site.images.has(name)
}

export function imagesShown({ records, site }: Edition): string[] {
  return [...new Set([...records.images.keys(), ...site.images])]
}

export function statusName({ statuses }: Site, id: number): string {
  return statuses.find((status) => status.id === id)?.name ?? ''
}

export function isRegion({ regions }: Pick<Site, 'regions'>, tid: number | undefined): boolean {
  return tid === undefined || regions.some((region) => region.tid === tid)
}

export function editionWith(edition: Edition, rows: PublishedRecords): Edition {
  return {
    ...edition,
    records: nextShelf(edition.records, { changed: toEditionRecords(rows), withdrawn: [] }),
    // A preview isn't in the log.
    logEntries: new Map(),
  }
}
