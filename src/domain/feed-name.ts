import { type ChosenPlaces, withMine } from './chosen-places.ts'
import { NOTIFICATION_ROUTES, type NotificationType } from './notification-type.ts'
import type { RecordKind } from './record.ts'

export interface FeedName {
  name: string
  title: string
  kind: RecordKind
  notificationType?: NotificationType
  route: string
  /** Both kinds of advisories used to share one feed, under either URL. Readers of one get a link to the other. */
  seeAlso?: { title: string; name: string }
}

export const FEEDS = {
  incidents: { name: 'incidents', title: 'Incidents', kind: 'incident', route: '/incidents' },
  maintenance: {
    name: 'maintenance',
    title: 'Maintenance',
    kind: 'maintenance',
    route: '/maintenance',
  },
  securityAdvisories: {
    name: 'security-advisories',
    title: 'Security Advisories',
    kind: 'advisory',
    route: '/security-advisories',
    seeAlso: { title: 'Advisories', name: 'advisories' },
  },
  advisories: {
    name: 'advisories',
    title: 'Advisories',
    kind: 'notification',
    notificationType: 'advisories',
    route: NOTIFICATION_ROUTES.advisories,
    seeAlso: { title: 'Security Advisories', name: 'security-advisories' },
  },
  urlCategories: {
    name: 'url-category-notification',
    title: 'URL Category Changes',
    kind: 'notification',
    notificationType: 'url_change_notification',
    route: NOTIFICATION_ROUTES.url_change_notification,
  },
  cloudApps: {
    name: 'cloud-app',
    title: 'Cloud App Notifications',
    kind: 'notification',
    notificationType: 'cloud_app',
    route: NOTIFICATION_ROUTES.cloud_app,
  },
  subProcessors: {
    name: 'sub-processor',
    title: 'Sub-processors',
    kind: 'notification',
    notificationType: 'sub_processor',
    route: NOTIFICATION_ROUTES.sub_processor,
  },
} as const satisfies Record<string, FeedName>

export const DEFAULT_FEED = FEEDS.incidents.name

export const FEED_FORMATS = [
  { name: 'RSS', format: undefined },
  { name: 'Atom', format: 'atom' },
  { name: 'JSON Feed', format: 'json' },
] as const

/** L-03: a feed by its name, or by the notification type it carries. */
export function feedName(asked: string): FeedName | undefined {
  const feeds: FeedName[] = Object.values(FEEDS)
  return feeds.find((feed) => feed.name === asked || feed.notificationType === asked)
}

export const PLACES_FEED = { name: 'places', title: 'Services and data centers' } as const

export function placesFeedPath(cloud: string, places: ChosenPlaces, format?: 'json' | 'atom'): string {
  const query = new URLSearchParams({ cloud, ...(format !== undefined && { format }) })
  return withMine(`/rss-feed/${PLACES_FEED.name}?${query}`, places)
}

export const POST_FEED = { name: 'post' } as const

export function postFeedPath(cloud: string, post: number, format?: 'json' | 'atom'): string {
  const rest = format === undefined ? '' : `&format=${format}`
  return `/rss-feed/${POST_FEED.name}?cloud=${cloud}&post=${post}${rest}`
}

export function feedPath(feed: Pick<FeedName, 'name'>, cloud?: string, format?: 'json' | 'atom'): string {
  const query = new URLSearchParams({
    ...(cloud !== undefined && { cloud }),
    ...(format !== undefined && { format }),
  })
  return `/rss-feed/${feed.name}${query.size === 0 ? '' : `?${query}`}`
}
