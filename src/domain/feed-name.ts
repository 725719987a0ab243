import { NOTIFICATION_ROUTES, type NotificationType } from './notification-type.ts'
import type { RecordKind } from './record.ts'

/** What a feed tells of: posts of some kinds, notifications of one type, or both. */
export interface FeedName {
  /** Last segment of its canonical address. */
  name: string
  title: string
  kind: RecordKind
  notificationType?: NotificationType
  /** Of the lists that people read the same in, the best first. */
  routes: readonly string[]
}

export const FEEDS = {
  incidents: { name: 'incidents', title: 'Incidents', kind: 'incident', routes: ['/incidents'] },
  maintenance: {
    name: 'maintenance',
    title: 'Maintenance',
    kind: 'maintenance',
    routes: ['/maintenance'],
  },
  advisories: {
    name: 'advisories',
    title: 'Advisories',
    kind: 'advisory',
    notificationType: 'advisories',
    routes: ['/security-advisories', NOTIFICATION_ROUTES.advisories],
  },
  urlCategories: {
    name: 'url-category-notification',
    title: 'URL Category Changes',
    kind: 'notification',
    notificationType: 'url_change_notification',
    routes: [NOTIFICATION_ROUTES.url_change_notification],
  },
  cloudApps: {
    name: 'cloud-app',
    title: 'Cloud App Notifications',
    kind: 'notification',
    notificationType: 'cloud_app',
    routes: [NOTIFICATION_ROUTES.cloud_app],
  },
  subProcessors: {
    name: 'sub-processor',
    title: 'Sub-processors',
    kind: 'notification',
    notificationType: 'sub_processor',
    routes: [NOTIFICATION_ROUTES.sub_processor],
  },
} as const satisfies Record<string, FeedName>

/** Names that programs already use for a feed, beside its own and its notification type. */
export const FEED_ALIASES: Record<string, string> = { 'security-advisories': 'advisories' }

/** What the bare address of all feeds means. */
export const DEFAULT_FEED = FEEDS.incidents.name

/** L-03: a feed by its name, an alias, or the notification type it tells of. */
export function feedName(asked: string): FeedName | undefined {
  const name = Object.hasOwn(FEED_ALIASES, asked) ? FEED_ALIASES[asked] : asked
  const feeds: FeedName[] = Object.values(FEEDS)
  return feeds.find((feed) => feed.name === name || feed.notificationType === name)
}

/** Where a feed is; without a cloud it tells of all. */
export function feedPath(feed: Pick<FeedName, 'name'>, cloud?: string, format?: 'json' | 'atom'): string {
  const query = new URLSearchParams({
    ...(cloud !== undefined && { cloud }),
    ...(format !== undefined && { format }),
  })
  return `/rss-feed/${feed.name}${query.size === 0 ? '' : `?${query}`}`
}
