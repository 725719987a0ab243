import { lifeWindow, type StateSpan, type TimeWindow } from '../domain/availability.ts'
import { incidentEnd } from '../domain/incident-end.ts'
import { type PlaceKind, placeSlugs } from '../domain/place-address.ts'
import { stateOfSeverity } from '../domain/record.ts'
import type { Edition, SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { centersAffected, servicesAffected, takesOutOfService } from './record-reach.ts'
import { type RecordShelf, recordsOfCloud, whenOf } from './record-shelf.ts'

/** A service or data center of a cloud, for its own page. */
export interface PlaceWithPage {
  kind: PlaceKind
  tid: number
  name: string
  slug: string
  info: string
  group: string
  isActive: boolean
  startsOn: string
  endsOn: string | null
}

/** Services and data centers of a cloud, in its order. */
export function placesWithPages(cloud: SiteCloud): Record<PlaceKind, PlaceWithPage[]> {
  const kept = placesOfClouds.get(cloud)
  if (kept !== undefined) return kept
  const made = { service: servicePlaces(cloud), 'data-center': centerPlaces(cloud) }
  placesOfClouds.set(cloud, made)
  return made
}

/** A cloud is immutable within an edition. */
const placesOfClouds = new WeakMap<SiteCloud, Record<PlaceKind, PlaceWithPage[]>>()

/** Names in addresses, by number. */
export function slugsOf(cloud: SiteCloud, kind: PlaceKind): Map<number, string> {
  return new Map(placesWithPages(cloud)[kind].map(({ tid, slug }) => [tid, slug]))
}

/** By slug or number. */
export function findPlace(cloud: SiteCloud, kind: PlaceKind, asked: string): PlaceWithPage | undefined {
  return placesWithPages(cloud)[kind].find(({ slug, tid }) => slug === asked || String(tid) === asked)
}

function servicePlaces({ serviceCategories }: SiteCloud): PlaceWithPage[] {
  const services = serviceCategories.flatMap(({ title, services }) =>
    services.map((service) => ({ service, group: title })),
  )
  const slugs = placeSlugs(services.map(({ service }) => service))
  return services.map(({ service, group }) => ({
    kind: 'service',
    tid: service.tid,
    name: service.name,
    slug: slugs.get(service.tid) ?? String(service.tid),
    info: service.info,
    group,
    isActive: service.isActive,
    startsOn: service.startedOn,
    endsOn: service.endedOn,
  }))
}

function centerPlaces({ regions }: SiteCloud): PlaceWithPage[] {
  const centers = regions.flatMap(({ title, dataCenters }) =>
    dataCenters.map((center) => ({ center, group: title })),
  )
  const slugs = placeSlugs(centers.map(({ center }) => center))
  return centers.map(({ center, group }) => ({
    kind: 'data-center',
    tid: center.tid,
    name: center.name,
    slug: slugs.get(center.tid) ?? String(center.tid),
    info: center.city,
    group,
    isActive: center.isActive,
    startsOn: center.openedOn,
    endsOn: center.closedOn,
  }))
}

export function lifeOf(place: PlaceWithPage, now: Date): TimeWindow {
  return lifeWindow(place, now.getTime())
}

/** What a published record did to a place. */
export interface CausedSpan extends StateSpan {
  record: EditionRecord
}

/** Incidents, and maintenance that takes place, at this place, newest first. */
export function spansAt({ records }: Edition, cloud: SiteCloud, place: PlaceWithPage): readonly CausedSpan[] {
  return spansOfCloud(records, cloud)[place.kind].get(place.tid) ?? []
}

type SpansByPlace = Record<PlaceKind, Map<number, CausedSpan[]>>

interface KeptSpans {
  works: readonly EditionRecord[]
  cloud: SiteCloud
  spans: SpansByPlace
}

/**
 * All pages of a cloud share one pass over its records, which is made again only when they change: a page costs the
 * same with fifty thousand records.
 */
const keptSpans = new WeakMap<readonly EditionRecord[], KeptSpans>()

function spansOfCloud(shelf: RecordShelf, cloud: SiteCloud): SpansByPlace {
  const incidents = recordsOfCloud(shelf, 'incident', cloud.id)
  const works = recordsOfCloud(shelf, 'maintenance', cloud.id)
  const kept = keptSpans.get(incidents)
  if (kept?.works === works && kept.cloud === cloud) return kept.spans
  const spans: SpansByPlace = { service: new Map(), 'data-center': new Map() }
  const all = [...incidents.flatMap(incidentSpans), ...works.flatMap(workSpan)]
  for (const { named, ...span } of all.sort((a, b) => b.from - a.from)) {
    for (const tid of servicesAffected(named, cloud)) append(spans.service, tid, span)
    for (const tid of centersAffected(named, cloud)) append(spans['data-center'], tid, span)
  }
  keptSpans.set(incidents, { works, cloud, spans })
  return spans
}

/** A span and the places that it was about. */
interface NamingSpan extends CausedSpan {
  named: Pick<EditionRecord, 'services' | 'dataCenters'>
}

/**
 * One span for each time between changes of severity or places, as the public history has them: a place that an update
 * added later was running until then. Informational notices don't change a state.
 */
function incidentSpans(record: EditionRecord): NamingSpan[] {
  const end = incidentEnd({ to: record.to_time, closed: record.closed_on })?.getTime() ?? null
  const spans: NamingSpan[] = []
  let named: NamingSpan['named'] = record
  let severity = record.severity_tid
  let to = end
  // From what is true now, back to the beginning.
  for (const change of record.changes.toReversed()) {
    const from = Math.max(change.made_on.getTime(), whenOf(record))
    spans.push({ record, named, state: stateOfSeverity(severity), from, to })
    to = end === null ? from : Math.min(from, end)
    named = {
      services: before(named.services, change.services_added, change.services_removed),
      dataCenters: before(named.dataCenters, change.data_centers_added, change.data_centers_removed),
    }
    severity = change.severity_before ?? severity
  }
  spans.push({ record, named, state: stateOfSeverity(severity), from: whenOf(record), to })
  return spans.filter(({ state, from, to }) => state !== 'operational' && (to === null || to > from))
}

function before(tids: readonly number[], added: readonly number[], removed: readonly number[]): number[] {
  return [...tids.filter((tid) => !added.includes(tid)), ...removed]
}

/** Work that was put off did not happen, and work without impact did not matter. */
function workSpan(record: EditionRecord): NamingSpan[] {
  if (record.event_type === 'postponed' || !takesOutOfService(record)) return []
  const from = record.actual_from_time?.getTime() ?? whenOf(record)
  return [{ record, named: record, state: 'under_maintenance', from, to: workEnd(record)?.getTime() ?? null }]
}

/** Like an incident, work lasts until it is closed, whatever end was planned. */
function workEnd({ event_type, actual_to_time, closed_on, to_time }: EditionRecord): Date | null {
  const isOver = event_type === 'completed' || closed_on !== null
  return isOver ? (actual_to_time ?? closed_on ?? to_time) : null
}

/** Newest first. A change elsewhere doesn't divide the time here. */
function append(spans: Map<number, CausedSpan[]>, tid: number, span: CausedSpan) {
  const here = spans.get(tid)
  if (here === undefined) {
    spans.set(tid, [{ ...span }])
    return
  }
  const next =
    span.record.changes.length === 0
      ? undefined
      : here.find(
          ({ record, state, from }) => record === span.record && state === span.state && from === span.to,
        )
  if (next === undefined) here.push({ ...span })
  else next.from = span.from
}
