import type { CalendarType } from '../../contract/calendar.ts'
import type { ReadInput, ReadPath } from '../../contract/public-reads.ts'
import { NOTIFICATION_TYPES } from '../../contract/records.ts'
import { FORM_PATHS } from '../../domain/account/account-pages.ts'
import { OWN_SETTINGS_PATH, settingsPath } from '../../domain/account/settings-address.ts'
import { flipChosen, NOTHING_CHOSEN } from '../../domain/chosen-places.ts'
import { OLDEST_TIMELINE_PAGE } from '../../domain/constants.ts'
import { FEEDS, feedPath, placesFeedPath } from '../../domain/feed-name.ts'
import { storedFile } from '../../domain/images/attachment-name.ts'
import { LOG_PATH } from '../../domain/machine-paths.ts'
import type { RecordKind } from '../../domain/record.ts'
import { THREAT_CATEGORIES } from '../../domain/threats/threat-category.ts'
import { THREAT_PERIODS } from '../../domain/threats/threat-period.ts'
import { threatAddress } from '../../domain/threats/threat-query.ts'
import { DOCUMENT_ROUTES } from '../../edition/documents/families.ts'
import { type Edition, imagesShown, type Site, type SiteCloud } from '../../edition/edition.ts'
import { placesWithPages } from '../../edition/place-history.ts'
import { pagesToWarm } from '../answers/addresses-to-warm.ts'
import { brandFilesOf } from '../answers/make-brand-file.ts'
import { DISCOVERY_FILES } from '../answers/make-discovery.ts'
import { THREAT_CSV_PATH } from '../answers/make-document.ts'
import { readAsked } from '../answers/make-read.ts'

export function seedsOf(edition: Edition): string[] {
  const { site } = edition
  return [
    ...DISCOVERY_FILES.keys(),
    ...pagesToWarm(site),
    ...site.clouds.map(({ domain }) => `/${domain}`),
    ...PAGES_OF_NO_MENU,
    ...feeds(site),
    ...site.clouds.flatMap(feedsOfPlaces),
    ...threatViews(site).map((view) => threatAddress(THREAT_CSV_PATH, view)),
    ...imagesShown(edition).flatMap((name) => storedFile(name)?.path ?? []),
    ...brandFilesOf(edition),
    ...DOCUMENT_ROUTES.flatMap((route) => route.addresses(edition)),
    ...reads(edition),
  ]
}

const PAGES_OF_NO_MENU: readonly string[] = [
  ...FORM_PATHS,
  '/subscribe',
  '/thank-you',
  OWN_SETTINGS_PATH,
  settingsPath(1),
  '/privacy-compliance/cookie-policy',
  LOG_PATH,
]

function feeds({ clouds }: Site) {
  const names = [undefined, ...clouds.map(({ machine_name }) => machine_name)]
  return Object.values(FEEDS).flatMap((feed) =>
    names.flatMap((cloud) =>
      ([undefined, 'atom', 'json'] as const).flatMap((format) => {
        const path = feedPath(feed, cloud, format)
        return [path, `${path}${path.includes('?') ? '&' : '?'}items=updates`]
      }),
    ),
  )
}

function feedsOfPlaces(cloud: SiteCloud) {
  return Object.values(placesWithPages(cloud))
    .flat()
    .flatMap(({ kind, tid }) =>
      ([undefined, 'atom', 'json'] as const).map((format) =>
        placesFeedPath(cloud.machine_name, flipChosen(NOTHING_CHOSEN, kind, tid), format),
      ),
    )
}

function threatViews({ regions }: Site) {
  return [undefined, ...THREAT_CATEGORIES].flatMap((category) =>
    THREAT_PERIODS.flatMap((period) =>
      [undefined, ...regions.map(({ tid }) => tid)].map((region) => ({ category, period, region })),
    ),
  )
}

function reads({ site, records }: Edition): string[] {
  return [
    read('/api/global', {}),
    read('/api/edition', {}),
    read('/api/threat-flows', {}),
    read('/api/log', {}),
    ...(['faq', 'cookie-policy'] as const).map((page) => read('/api/basic-page/:page', { page })),
    ...NOTIFICATION_TYPES.map((type) => read('/api/notifications', { notification_type: type })),
    read('/api/notifications', {}),
    ...threatViews(site).map((view) => read('/api/threats', view)),
    ...[...records.byId.keys()].map((id) => read('/api/posts/:id', { id })),
    ...[...records.notes.values()].flatMap((note) => readsOfNote(site, note)),
    ...site.clouds.flatMap(({ machine_name }) => readsOfCloud(machine_name)),
    ...site.clouds.flatMap(readsOfPlaces),
  ]
}

/** No page links to a withdrawn record, but readers may have saved its address. */
function readsOfNote({ clouds }: Site, { id, kind }: { id: number; kind: RecordKind }): string[] {
  const names = clouds.map(({ machine_name }) => machine_name)
  return kind === 'notification'
    ? names.map((cloud) => read('/api/notification/:id/:cloud', { id, cloud }))
    : [undefined, ...names].map((cloud) => read('/api/posts/:id', { id, cloud }))
}

function readsOfCloud(cloud: string): string[] {
  const weeks = Array.from({ length: OLDEST_TIMELINE_PAGE + 1 }, (_, week) => week)
  return [
    read('/api/cloud-banner', { cloud }),
    read('/api/verdict', { cloud }),
    read('/api/dc_map/:cloud', { cloud }),
    read('/api/compliance', { cloud }),
    read('/api/availability', { cloud }),
    read('/api/how-we-inform', { cloud }),
    read('/api/ip-ranges', { cloud }),
    ...(['faq', 'cookie-policy'] as const).map((page) => read('/api/basic-page/:page', { page, cloud })),
    ...NOTIFICATION_TYPES.map((type) => read('/api/notifications', { notification_type: type, cloud })),
    ...(['core_cloud_services', 'public', 'premium'] as const).flatMap((requestType) =>
      weeks.map((dateOffset) => read('/api/cloud-status', { cloud, requestType, dateOffset })),
    ),
    ...CALENDAR_OF_LIST.flatMap(([list, type]) => [
      read(list, { cloud }),
      read('/api/calendar', { cloud, type }),
    ]),
  ]
}

function readsOfPlaces(cloud: SiteCloud): string[] {
  return Object.values(placesWithPages(cloud))
    .flat()
    .map(({ kind, slug }) => read('/api/place', { cloud: cloud.machine_name, kind, name: slug }))
}

export const CALENDAR_OF_LIST: readonly (readonly [
  '/api/incident' | '/api/maintenance' | '/api/advisory',
  CalendarType,
])[] = [
  ['/api/incident', 'recent_incident'],
  ['/api/maintenance', 'scheduled_maintenance'],
  ['/api/advisory', 'advisory'],
]

function read<P extends ReadPath>(
  path: P,
  input: { [K in keyof ReadInput<P>]: ReadInput<P>[K] | undefined },
): string {
  return readAsked(path, input).key
}
