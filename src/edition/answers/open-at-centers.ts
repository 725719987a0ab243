import { centerState, gravity, type OpenAt } from '../../domain/map/center-state.ts'
import { nextBeginning } from '../../domain/work-standing.ts'
import type { SiteCloud } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { centersAffected, runningWorks, servicesAffected } from '../record-reach.ts'
import { openIncidents, type RecordShelf, recordsOfCloud } from '../record-shelf.ts'

export interface OpenRecord extends OpenAt {
  id: number
  title: string
}

/** Open records at each data center of a cloud, gravest first, then newest. */
export function openAtCenters(shelf: RecordShelf, cloud: SiteCloud, now: Date): Map<number, OpenRecord[]> {
  return openAt(shelf, cloud, now, centersAffected)
}

/** Open records at each service of a cloud, gravest first, then newest. */
export function openAtServices(shelf: RecordShelf, cloud: SiteCloud, now: Date): Map<number, OpenRecord[]> {
  return openAt(shelf, cloud, now, servicesAffected)
}

/** Start of the next planned work at these places: the next time at which time alone opens a record. */
export function nextOpening(
  shelf: RecordShelf,
  { id }: Pick<SiteCloud, 'id'>,
  now: Date,
  isThere: (work: EditionRecord) => boolean = () => true,
): Date | undefined {
  return nextBeginning(recordsOfCloud(shelf, 'maintenance', id).filter(isThere), now)
}

function openAt(
  shelf: RecordShelf,
  cloud: SiteCloud,
  now: Date,
  placesOf: typeof centersAffected,
): Map<number, OpenRecord[]> {
  const incidents = openIncidents(shelf, cloud.id).map((record) => toOpen(record, 'incident'))
  const underWay = runningWorks(shelf, cloud, now).map((record) => toOpen(record, 'maintenance'))
  const found = new Map<number, OpenRecord[]>()
  for (const { record, open } of [...incidents, ...underWay].sort(gravestFirst)) {
    for (const tid of placesOf(record, cloud)) {
      const there = found.get(tid)
      if (there === undefined) found.set(tid, [open])
      else there.push(open)
    }
  }
  return found
}

interface OpenSomewhere {
  record: EditionRecord
  open: OpenRecord
}

function toOpen(record: EditionRecord, post_type: OpenRecord['post_type']): OpenSomewhere {
  const { id, title, severity_tid } = record
  return { record, open: { id, title, post_type, severityId: severity_tid } }
}

/** Both lists are sorted newest first, and the sort is stable. */
function gravestFirst(a: OpenSomewhere, b: OpenSomewhere) {
  return gravity(centerState([b.open])) - gravity(centerState([a.open]))
}
