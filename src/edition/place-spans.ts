import { incidentEnd } from '../domain/incident-end.ts'
import { OVER_HERE } from '../domain/place-states.ts'
import { stateBefore } from '../domain/record-changes.ts'
import type { SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { type PlacesWithStates, placesDuring, severityThere, stateNow } from './record-reach.ts'
import { whenOf } from './record-shelf.ts'

export interface PlaceSpan {
  record: EditionRecord
  /** The severity there, now or at the end. */
  severityTid: number
  from: Date
  to: Date | null
}

const LISTS = { services: 'service', dataCenters: 'data-center' } as const

/**
 * The spans of an incident at the services or data centers of a cloud, by tid. A place that updates added,
 * removed or reported as recovered is affected for that part only; one that was affected several times gets
 * the whole time between.
 */
export function placeSpans(
  record: EditionRecord,
  cloud: SiteCloud,
  list: keyof typeof LISTS,
): Map<number, PlaceSpan> {
  const place = LISTS[list]
  const all = placesDuring(record, cloud, list)
  const start = new Date(whenOf(record))
  const end = incidentEnd({ to: record.to_time, closed: record.closed_on })
  const { changes } = record
  const states = [stateNow(record)]
  for (const change of changes.toReversed()) {
    const [after] = states
    if (after !== undefined) states.unshift(stateBefore(after, change))
  }

  const spans = new Map<number, PlaceSpan>()
  for (const [at, { isWhole, placeStates, severityTid, ...named }] of states.entries()) {
    const from = changes[at - 1]?.made_on ?? start
    const to = earlier(changes[at]?.made_on ?? null, end)
    // Updates after the end correct the post; nothing was affected anymore.
    if (at > 0 && to !== null && to <= from) continue
    for (const tid of isWhole ? all : named[list]) {
      const then: PlacesWithStates = { ...named, severity_tid: severityTid, placeStates }
      const there = severityThere(then, cloud, place, tid)
      if (placeStates.length > 0 && there === OVER_HERE) continue
      spans.set(tid, { record, severityTid: there, from: spans.get(tid)?.from ?? from, to })
    }
  }
  return spans
}

function earlier(time: Date | null, end: Date | null): Date | null {
  if (time === null || end === null) return time ?? end
  return time < end ? time : end
}
