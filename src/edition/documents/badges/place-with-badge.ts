import type { BadgePlace } from '../../../domain/machine-paths.ts'
import { type CenterState, centerState } from '../../../domain/map/center-state.ts'
import { nextOpening, openAtCenters, openAtServices } from '../../answers/open-at-centers.ts'
import type { SiteCloud } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
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
  named(record: EditionRecord): readonly number[]
}

export const PLACES_WITH_BADGES: readonly PlaceWithBadge[] = [
  {
    kind: 'service',
    word: 'service',
    of: ({ serviceCategories }) => serviceCategories.flatMap(({ services }) => services),
    openAt: openAtServices,
    named: ({ services }) => services,
  },
  {
    kind: 'data-center',
    word: 'data center',
    of: ({ regions }) => regions.flatMap(({ dataCenters }) => dataCenters),
    openAt: openAtCenters,
    named: ({ dataCenters }) => dataCenters,
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
        state: centerState(place.openAt(records, cloud.id, now).get(found.tid) ?? []),
        until: nextOpening(records, cloud.id, now, (work) => place.named(work).includes(found.tid)),
      }),
    }
  )
}
