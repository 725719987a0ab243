import type { BadgePlace } from '../../../domain/machine-paths.ts'
import { type CenterState, centerState } from '../../../domain/map/center-state.ts'
import { nextOpening, openAtCenters, openAtServices } from '../../answers/open-at-centers.ts'
import type { SiteCloud } from '../../edition.ts'
import { centersAffected, dataCentersOf, servicesAffected, servicesOf } from '../../record-reach.ts'
import type { DocumentView } from '../document.ts'

/** What a badge is about. */
export interface Subject {
  cloud: string
  name: string
  stateIn(view: DocumentView): { state: CenterState; until?: Date | undefined }
}

export interface PlaceWithBadge {
  kind: BadgePlace
  word: string
  of(cloud: SiteCloud): readonly { tid: number; name: string; isActive: boolean }[]
  openAt: typeof openAtCenters
  affected: typeof servicesAffected
}

export const PLACES_WITH_BADGES: readonly PlaceWithBadge[] = [
  {
    kind: 'service',
    word: 'service',
    of: servicesOf,
    openAt: openAtServices,
    affected: servicesAffected,
  },
  {
    kind: 'data-center',
    word: 'data center',
    of: dataCentersOf,
    openAt: openAtCenters,
    affected: centersAffected,
  },
]

/** What is decommissioned has no state any more. */
export function placesOf(place: PlaceWithBadge, cloud: SiteCloud) {
  return place.of(cloud).filter(({ isActive }) => isActive)
}

export function findPlace(
  place: PlaceWithBadge,
  cloud: SiteCloud,
  asked: string | undefined,
): Subject | undefined {
  const found = placesOf(place, cloud).find(({ tid }) => String(tid) === asked)
  return (
    found && {
      cloud: cloud.machine_name,
      name: found.name,
      stateIn: ({ edition: { records }, now }) => ({
        state: centerState(place.openAt(records, cloud, now).get(found.tid) ?? []),
        until: nextOpening(records, cloud, now, (work) => place.affected(work, cloud).includes(found.tid)),
      }),
    }
  )
}
