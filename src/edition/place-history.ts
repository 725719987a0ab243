import {
  lifeWindow,
  monthWindow,
  overlapOf,
  type Period,
  type StateSpan,
  type TimeWindow,
} from '../domain/availability.ts'
import { checkGoal, type GoalCheck } from '../domain/availability-goals.ts'
import type { Month } from '../domain/calendar/month.ts'
import { flipChosen, NOTHING_CHOSEN } from '../domain/chosen-places.ts'
import { type GoalFrom, goalIn } from '../domain/dated-goals.ts'
import { incidentEnd } from '../domain/incident-end.ts'
import type { CenterState } from '../domain/map/center-state.ts'
import { type PlaceKind, placeSlugs } from '../domain/place-address.ts'
import { OVER_HERE } from '../domain/place-states.ts'
import { stateOfSeverity } from '../domain/record.ts'
import { stateBefore } from '../domain/record-changes.ts'
import type { Edition, SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { recordsAtPlace, worksAt } from './place-records.ts'
import { isAboutWholeCloud, severityThere, stateNow, takesOutOfService } from './record-reach.ts'
import { whenOf } from './record-shelf.ts'

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
  goals: readonly GoalFrom[]
}

export function placesWithPages(cloud: SiteCloud): Record<PlaceKind, PlaceWithPage[]> {
  const cached = placesOfClouds.get(cloud)
  if (cached !== undefined) return cached
  const made = { service: servicePlaces(cloud), 'data-center': centerPlaces(cloud) }
  placesOfClouds.set(cloud, made)
  return made
}

const placesOfClouds = new WeakMap<SiteCloud, Record<PlaceKind, PlaceWithPage[]>>()

export function slugsOf(cloud: SiteCloud, kind: PlaceKind): Map<number, string> {
  return new Map(placesWithPages(cloud)[kind].map(({ tid, slug }) => [tid, slug]))
}

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
    goals: service.goals,
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
    goals: center.goals,
  }))
}

export function lifeOf(place: PlaceWithPage, now: Date): TimeWindow {
  return lifeWindow(place, now.getTime())
}

/** Null without a goal, or without anything to measure. */
export function goalOf(place: PlaceWithPage, { name, times }: Period<Month>, now: Date): GoalCheck | null {
  const percent = goalIn(place.goals, name)
  // Including the rest of the current month.
  const month = overlapOf(lifeWindow(place, Number.POSITIVE_INFINITY), monthWindow(name))
  if (percent === null || times === null || month === undefined) return null
  return checkGoal(percent, { times, month, now: now.getTime() })
}

export interface CausedSpan extends StateSpan {
  record: EditionRecord
}

export function spansAt({ records }: Edition, cloud: SiteCloud, place: PlaceWithPage): readonly CausedSpan[] {
  const found = [
    ...recordsAtPlace(records, cloud, { kind: 'incident', place }),
    ...recordsAtPlace(records, cloud, { kind: 'maintenance', place }),
  ]
  const cached = cachedSpans.get(cloud) ?? new Map<string, CachedSpans>()
  cachedSpans.set(cloud, cached)
  const key = `${place.kind} ${place.tid}`
  const known = cached.get(key)
  if (known?.found.every((list, at) => list === found[at])) return known.spans
  const life = lifeSoFar(place)
  const spans = [...new Set(found.flat())]
    .flatMap((record) => spansOfRecord(record, cloud, place, life))
    .sort((a, b) => b.from - a.from || b.record.id - a.record.id)
  cached.set(key, { found, spans })
  return spans
}

export function harmlessWorksAt({ records }: Edition, cloud: SiteCloud, place: PlaceWithPage): CausedSpan[] {
  const here = flipChosen(NOTHING_CHOSEN, place.kind, place.tid)
  const life = lifeSoFar(place)
  return [...worksAt(records, cloud, here)]
    .filter((work) => !takesOutOfService(work) && work.event_type !== 'postponed')
    .flatMap((record): CausedSpan[] => {
      const from = record.actual_from_time?.getTime() ?? whenOf(record)
      const part = { from, to: workEnd(record)?.getTime() ?? null }
      const lived = isAboutWholeCloud(record) ? partIn(life, part, record) : part
      return lived === undefined ? [] : [{ record, state: 'operational', ...lived }]
    })
}

interface CachedSpans {
  found: readonly (readonly EditionRecord[])[]
  spans: readonly CausedSpan[]
}

const cachedSpans = new WeakMap<SiteCloud, Map<string, CachedSpans>>()

/** A time during which a record had the same places and the same severities. */
interface RecordPart {
  from: number
  to: number | null
  isWhole: boolean
  named: Record<PlaceKind, readonly number[]>
  /** A shared data center may have recovered on one cloud and not on another. */
  stateAt: (cloud: SiteCloud, place: PlaceKind, tid: number) => CenterState
}

const cachedParts = new WeakMap<EditionRecord, readonly RecordPart[]>()

function partsOfRecord(record: EditionRecord): readonly RecordPart[] {
  const cached = cachedParts.get(record)
  if (cached !== undefined) return cached
  const parts = record.kind === 'incident' ? incidentParts(record) : workParts(record)
  cachedParts.set(record, parts)
  return parts
}

const ALWAYS: TimeWindow = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * Newest first. A change elsewhere doesn't divide the time here. What affects the whole cloud affects a
 * place only while the place is in service.
 */
export function spansOfRecord(
  record: EditionRecord,
  cloud: SiteCloud,
  { kind, tid }: Pick<PlaceWithPage, 'kind' | 'tid'>,
  life = ALWAYS,
): CausedSpan[] {
  const spans: CausedSpan[] = []
  for (const { isWhole, named, stateAt, ...part } of partsOfRecord(record)) {
    if (!isWhole && !named[kind].includes(tid)) continue
    const lived = isWhole ? partIn(life, part, record) : part
    if (lived === undefined) continue
    const { from, to } = lived
    const state = stateAt(cloud, kind, tid)
    if (state === 'operational') continue
    const later = spans.at(-1)
    if (later?.state === state && later.from === to) later.from = from
    else spans.push({ record, state, from, to })
  }
  return spans
}

/**
 * An announced end doesn't count yet: until it is decommissioned, a place is affected by what affects its
 * cloud.
 */
function lifeSoFar({ startsOn, endsOn, isActive }: PlaceWithPage): TimeWindow {
  return lifeWindow({ startsOn, endsOn: isActive ? null : endsOn, isActive }, Number.POSITIVE_INFINITY)
}

function partIn(
  life: TimeWindow,
  { from, to }: Pick<RecordPart, 'from' | 'to'>,
  { kind, to_time }: EditionRecord,
): Pick<RecordPart, 'from' | 'to'> | undefined {
  // Unfinished work counts until its planned end, so that it doesn't reach a place that comes into service
  // much later.
  const end = to ?? (kind === 'maintenance' ? to_time?.getTime() : undefined) ?? Number.POSITIVE_INFINITY
  if (overlapOf(life, { from, to: Math.max(end, from + 1) }) === undefined) return undefined
  const last = Math.min(to ?? Number.POSITIVE_INFINITY, life.to)
  return { from: Math.max(from, life.from), to: last === Number.POSITIVE_INFINITY ? null : last }
}

function incidentParts(record: EditionRecord): RecordPart[] {
  const end = incidentEnd({ to: record.to_time, closed: record.closed_on })?.getTime() ?? null
  return partsOf(record, { from: whenOf(record), end, stateOf: stateOfSeverity })
}

function workParts(record: EditionRecord): RecordPart[] {
  if (record.event_type === 'postponed' || !takesOutOfService(record)) return []
  const from = record.actual_from_time?.getTime() ?? whenOf(record)
  return partsOf(record, {
    from,
    end: workEnd(record)?.getTime() ?? null,
    // The severity of work only says whether it has an impact; the same goes for each of its places.
    stateOf: (severity) => (severity === OVER_HERE ? 'operational' : 'under_maintenance'),
  })
}

/**
 * One part for each time between changes of severity or places in the public history: a place that an
 * update added later was running until then. Goes back from what is true now to the beginning.
 */
function partsOf(
  record: EditionRecord,
  { from, end, stateOf }: { from: number; end: number | null; stateOf: (severity: number) => CenterState },
): RecordPart[] {
  const parts: RecordPart[] = []
  let state = stateNow(record)
  let to = end
  const add = (since: number) => {
    if (to !== null && to <= since) return
    const { isWhole, services, dataCenters, severityTid: severity_tid, placeStates } = state
    const named = { service: services, 'data-center': dataCenters }
    const stateAt = (cloud: SiteCloud, place: PlaceKind, tid: number) =>
      stateOf(severityThere({ services, dataCenters, severity_tid, placeStates }, cloud, place, tid))
    parts.push({ stateAt, isWhole, named, from: since, to })
  }
  for (const change of record.changes.toReversed()) {
    const since = Math.max(change.made_on.getTime(), from)
    add(since)
    to = end === null ? since : Math.min(since, end)
    state = stateBefore(state, change)
  }
  add(from)
  return parts
}

/** Like an incident, work lasts until it is closed, whatever end was planned. */
function workEnd({ event_type, actual_to_time, closed_on, to_time }: EditionRecord): Date | null {
  const isOver = event_type === 'completed' || closed_on !== null
  return isOver ? (actual_to_time ?? closed_on ?? to_time) : null
}
