import { incidentEnd } from '../domain/incident-end.ts'
import type { SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { dataCentersOf, isAboutWholeCloud, servicesOf } from './record-reach.ts'
import { whenOf } from './record-shelf.ts'

/** How long an incident affected a place. */
export interface PlaceSpan {
  record: EditionRecord
  from: Date
  /** Null: it still does. */
  to: Date | null
}

const LISTS = {
  services: { added: 'services_added', removed: 'services_removed', of: servicesOf },
  dataCenters: { added: 'data_centers_added', removed: 'data_centers_removed', of: dataCentersOf },
} as const

/**
 * The spans of an incident at the services or data centers of a cloud, by tid. A place that updates added or took off
 * again is affected for that part only; one that was affected several times gets the whole time between.
 */
export function placeSpans(
  record: EditionRecord,
  cloud: SiteCloud,
  list: keyof typeof LISTS,
): Map<number, PlaceSpan> {
  const { added, removed, of } = LISTS[list]
  const all = of(cloud).map(({ tid }) => tid)
  const start = new Date(whenOf(record))
  const end = incidentEnd({ to: record.to_time, closed: record.closed_on })
  const moves = record.changes.filter(
    (change) =>
      change.services_added.length + change.services_removed.length > 0 ||
      change.data_centers_added.length + change.data_centers_removed.length > 0,
  )
  // From the newest state back to the first.
  let named: readonly number[] = record[list]
  const states = [isAboutWholeCloud(record) ? all : named]
  for (const move of moves.toReversed()) {
    named = [...named.filter((tid) => !move[added].includes(tid)), ...move[removed]]
    states.unshift(move.was_whole_cloud ? all : named)
  }

  const spans = new Map<number, PlaceSpan>()
  for (const [at, tids] of states.entries()) {
    const from = moves[at - 1]?.made_on ?? start
    const to = earlier(moves[at]?.made_on ?? null, end)
    for (const tid of tids) spans.set(tid, { record, from: spans.get(tid)?.from ?? from, to })
  }
  return spans
}

function earlier(time: Date | null, end: Date | null): Date | null {
  if (time === null || end === null) return time ?? end
  return time < end ? time : end
}
