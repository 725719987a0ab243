import { centerState, gravity, type OpenAt } from '../../domain/map/center-state.ts'
import { nextBeginning, workStanding } from '../../domain/work-standing.ts'
import type { EditionRecord } from '../edition-record.ts'
import { openIncidents, type RecordShelf, recordsOfCloud } from '../record-shelf.ts'

export interface OpenRecord extends OpenAt {
  id: number
  title: string
}

/** What is open at each data center of a cloud, the gravest first, then the newest. */
export function openAtCenters(shelf: RecordShelf, cloudId: number, now: Date): Map<number, OpenRecord[]> {
  return openAt(shelf, cloudId, now, ({ dataCenters }) => dataCenters)
}

/** The same for its services. */
export function openAtServices(shelf: RecordShelf, cloudId: number, now: Date): Map<number, OpenRecord[]> {
  return openAt(shelf, cloudId, now, ({ services }) => services)
}

/** When time alone will open something at one of the places that are asked about: work that was announced begins. */
export function nextOpening(
  shelf: RecordShelf,
  cloudId: number,
  now: Date,
  isThere: (work: EditionRecord) => boolean,
): Date | undefined {
  return nextBeginning(recordsOfCloud(shelf, 'maintenance', cloudId).filter(isThere), now)
}

function openAt(
  shelf: RecordShelf,
  cloudId: number,
  now: Date,
  placesOf: (record: EditionRecord) => readonly number[],
): Map<number, OpenRecord[]> {
  const incidents = openIncidents(shelf, cloudId).map((record) => toOpen(record, 'incident'))
  const underWay = recordsOfCloud(shelf, 'maintenance', cloudId)
    .filter((work) => workStanding(work, now) === 'under-way')
    .map((record) => toOpen(record, 'maintenance'))
  const found = new Map<number, OpenRecord[]>()
  for (const { record, open } of [...incidents, ...underWay].sort(gravestFirst)) {
    for (const tid of placesOf(record)) {
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

/** Both lists are newest first, and stay so among equals. */
function gravestFirst(a: OpenSomewhere, b: OpenSomewhere) {
  return gravity(centerState([b.open])) - gravity(centerState([a.open]))
}
