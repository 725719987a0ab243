import { centerState, gravity, type OpenAt } from '../../domain/map/center-state.ts'
import type { EditionRecord } from '../edition-record.ts'
import { openIncidents, type RecordShelf, recordsOfCloud, whenOf } from '../record-shelf.ts'

export interface OpenRecord extends OpenAt {
  id: number
  title: string
}

/** What is open at each data center of a cloud, the gravest first, then the newest. */
export function openAtCenters(shelf: RecordShelf, cloudId: number, now: Date): Map<number, OpenRecord[]> {
  const incidents = openIncidents(shelf, cloudId)
  const underWay = recordsOfCloud(shelf, 'maintenance', cloudId).filter((work) => isUnderWay(work, now))
  const found = new Map<number, OpenRecord[]>()
  for (const record of [...incidents.map(toIncident), ...underWay.map(toMaintenance)].sort(gravestFirst)) {
    const { dataCenters, ...open } = record
    for (const tid of dataCenters) {
      const there = found.get(tid)
      if (there === undefined) found.set(tid, [open])
      else there.push(open)
    }
  }
  return found
}

/** As an incident: open until it is closed, whatever end was planned. What was put off has not begun. */
function isUnderWay(work: EditionRecord, now: Date) {
  const isPutOffOrDone = work.event_type === 'postponed' || work.event_type === 'completed'
  return !isPutOffOrDone && work.closed_on === null && whenOf(work) <= now.getTime()
}

interface OpenSomewhere extends OpenRecord {
  dataCenters: readonly number[]
}

function toIncident(record: EditionRecord): OpenSomewhere {
  return toOpen(record, 'incident')
}

function toMaintenance(record: EditionRecord): OpenSomewhere {
  return toOpen(record, 'maintenance')
}

function toOpen({ id, title, severity_tid, dataCenters }: EditionRecord, post_type: OpenRecord['post_type']) {
  return { id, title, post_type, severityId: severity_tid, dataCenters }
}

/** Both lists are newest first, and stay so among equals. */
function gravestFirst(a: OpenSomewhere, b: OpenSomewhere) {
  return gravity(centerState([b])) - gravity(centerState([a]))
}
