import { centerState, gravity, type OpenAt } from '../../domain/map/center-state.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import { nextBeginning } from '../../domain/work-phase.ts'
import type { SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import {
  centersAffected,
  isOverThere,
  runningWorks,
  servicesAffected,
  severityThere,
} from '../record-reach.ts'
import { openIncidents, type RecordShelf, unfinishedWorks } from '../record-shelf.ts'

export interface OpenRecord extends OpenAt {
  id: number
  title: string
}

/** Most severe first, then newest. */
export function openAtCenters(shelf: RecordShelf, cloud: SiteCloud, now: Date): Map<number, OpenRecord[]> {
  return openAt(shelf, cloud, now, 'data-center')
}

export function openAtServices(shelf: RecordShelf, cloud: SiteCloud, now: Date): Map<number, OpenRecord[]> {
  return openAt(shelf, cloud, now, 'service')
}

export function nextOpening(
  shelf: RecordShelf,
  { id }: Pick<SiteCloud, 'id'>,
  now: Date,
  isThere: (work: EditionRecord) => boolean = () => true,
): Date | undefined {
  return nextBeginning(unfinishedWorks(shelf, id).filter(isThere), now)
}

function openAt(
  shelf: RecordShelf,
  cloud: SiteCloud,
  now: Date,
  place: PlaceKind,
): Map<number, OpenRecord[]> {
  const placesOf = place === 'service' ? servicesAffected : centersAffected
  const found = new Map<number, OpenRecord[]>()
  const note = (record: EditionRecord, post_type: OpenRecord['post_type']) => {
    const { id, title } = record
    for (const tid of placesOf(record, cloud)) {
      if (isOverThere(record, cloud, place, tid)) continue
      const open = { id, title, post_type, severityId: severityThere(record, cloud, place, tid) }
      const there = found.get(tid)
      if (there === undefined) found.set(tid, [open])
      else there.push(open)
    }
  }
  for (const record of openIncidents(shelf, cloud.id)) note(record, 'incident')
  for (const record of runningWorks(shelf, cloud, now)) note(record, 'maintenance')
  for (const there of found.values()) there.sort(gravestFirst)
  return found
}

/** Both lists are sorted newest first, and the sort is stable. */
function gravestFirst(a: OpenRecord, b: OpenRecord) {
  return gravity(centerState([b])) - gravity(centerState([a]))
}
