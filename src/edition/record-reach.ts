import { lifeWindow, overlapOf, type TimeWindow } from '../domain/availability.ts'
import { centerStateWord } from '../domain/map/center-state.ts'
import type { PlaceKind } from '../domain/place-address.ts'
import {
  gravityThere,
  isOverAt,
  OVER_HERE,
  type PlaceState,
  placeStateWords,
  severityAt,
  severityBeside,
} from '../domain/place-states.ts'
import { reachParts } from '../domain/reach-parts.ts'
import { SEVERITY, stateOfSeverity } from '../domain/record.ts'
import type { StateThen } from '../domain/record-changes.ts'
import { type CloudPlaces, type Reach, type ReachPart, reachInWords } from '../domain/verdict.ts'
import { workPhase } from '../domain/work-phase.ts'
import type { SiteCloud, SiteDataCenter, SiteService } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { type RecordShelf, unfinishedWorks, whenOf } from './record-shelf.ts'

type Named = Pick<EditionRecord, 'services' | 'dataCenters'>
type WithStates = Named & Pick<EditionRecord, 'severity_tid' | 'placeStates' | 'closed_on'>

export interface PlacesWithStates extends Named, Pick<EditionRecord, 'severity_tid'> {
  placeStates: readonly PlaceState[]
}

/** S-03: a record that names neither a service nor a data center is about everything on its clouds. */
export function isAboutWholeCloud({ services, dataCenters }: Named): boolean {
  return services.length === 0 && dataCenters.length === 0
}

export function stateNow(record: EditionRecord): StateThen {
  const { services, dataCenters, severity_tid: severityTid, placeStates } = record
  return { isWhole: isAboutWholeCloud(record), services, dataCenters, severityTid, placeStates }
}

/** The severity of an incident at an earlier time, or else the present one, which may be that of a cloud. */
export function severityThen(
  { changes }: Pick<EditionRecord, 'changes'>,
  then: Date,
  present: number,
): number {
  return (
    changes.find(({ made_on, severity_before }) => made_on > then && severity_before !== null)
      ?.severity_before ?? present
  )
}

export function servicesAffected(record: Named & Lasting, cloud: SiteCloud): readonly number[] {
  return isAboutWholeCloud(record) ? placesDuring(record, cloud, 'services') : record.services
}

export function centersAffected(record: Named & Lasting, cloud: SiteCloud): readonly number[] {
  return isAboutWholeCloud(record) ? placesDuring(record, cloud, 'dataCenters') : record.dataCenters
}

type Lasting = Pick<
  EditionRecord,
  'kind' | 'from_time' | 'posted_on' | 'created_at' | 'to_time' | 'closed_on'
>

export function placesDuring(
  record: Lasting,
  cloud: SiteCloud,
  list: 'services' | 'dataCenters',
): readonly number[] {
  const from = whenOf(record)
  // The end of an open incident is at most a guess.
  const end = record.closed_on ?? (record.kind === 'maintenance' ? record.to_time : null)
  const during = { from, to: Math.max(end?.getTime() ?? Number.POSITIVE_INFINITY, from + 1) }
  return livesOn(cloud)
    [list].filter(({ life }) => overlapOf(life, during) !== undefined)
    .map(({ tid }) => tid)
}

function livesOn(cloud: SiteCloud) {
  const known = lives.get(cloud)
  if (known !== undefined) return known
  // An announced end doesn't count yet.
  const lifeOf = (startsOn: string, endsOn: string | null, isActive: boolean) =>
    lifeWindow({ startsOn, endsOn: isActive ? null : endsOn, isActive }, Number.POSITIVE_INFINITY)
  const made = {
    services: servicesOf(cloud).map(({ tid, startedOn, endedOn, isActive }) => ({
      tid,
      life: lifeOf(startedOn, endedOn, isActive),
    })),
    dataCenters: dataCentersOf(cloud).map(({ tid, openedOn, closedOn, isActive }) => ({
      tid,
      life: lifeOf(openedOn, closedOn, isActive),
    })),
  }
  lives.set(cloud, made)
  return made
}

const lives = new WeakMap<
  SiteCloud,
  Record<'services' | 'dataCenters', { tid: number; life: TimeWindow }[]>
>()

/**
 * Leaves out what the record affects on other clouds. Of an open record, it also leaves out what has
 * recovered, unless everything has.
 */
export function reachOf(record: WithStates, cloud: SiteCloud): Reach {
  const named = {
    isWholeCloud: isAboutWholeCloud(record),
    services: servicesOf(cloud).filter(({ tid }) => record.services.includes(tid)),
    dataCenters: dataCentersOf(cloud).filter(({ tid }) => record.dataCenters.includes(tid)),
  }
  if (record.placeStates.length === 0 || record.closed_on !== null) return named
  const left = placesWith(named, (place, tid) => !isOverAt(record.placeStates, place, tid))
  // Services in data centers run again as soon as either of the two has recovered.
  const isOver = (list: 'services' | 'dataCenters') => named[list].length > 0 && left[list].length === 0
  return isOver('services') || isOver('dataCenters') ? named : left
}

export function partsOnCloud(record: WithStates, cloud: SiteCloud): ReachPart[] {
  const reach = reachOf({ ...record, closed_on: null }, cloud)
  if (record.placeStates.length === 0) return [{ severityTid: record.severity_tid, reach }]
  const parts = reachParts(reach, (place, tid) => severityAt(record, place, tid), gravityThere)
  if (parts.length === 0) return [{ severityTid: record.severity_tid, reach }]
  return parts.map(({ grade, reach: part }) => ({ severityTid: grade, reach: part }))
}

/** The severity of its worst part there: it may have recovered on one cloud and not on another. */
export function severityOn(record: WithStates, cloud: SiteCloud): number {
  if (record.placeStates.length === 0) return record.severity_tid
  return partsOnCloud(record, cloud)[0]?.severityTid ?? record.severity_tid
}

/** Of a data center that clouds share, only its services count here. */
export function severityThere(
  record: PlacesWithStates,
  cloud: SiteCloud,
  place: PlaceKind,
  tid: number,
): number {
  if (record.placeStates.length === 0) return record.severity_tid
  const others =
    place === 'service'
      ? dataCentersOf(cloud).filter((center) => record.dataCenters.includes(center.tid))
      : servicesOf(cloud).filter((service) => record.services.includes(service.tid))
  return severityBeside(
    record,
    place,
    tid,
    others.map((other) => other.tid),
  )
}

export function isOverThere(
  record: PlacesWithStates,
  cloud: SiteCloud,
  place: PlaceKind,
  tid: number,
): boolean {
  return record.placeStates.length > 0 && severityThere(record, cloud, place, tid) === OVER_HERE
}

function placesWith(reach: Reach, isWanted: (place: PlaceKind, tid: number) => boolean): Reach {
  return {
    ...reach,
    services: reach.services.filter(({ tid }) => isWanted('service', tid)),
    dataCenters: reach.dataCenters.filter(({ tid }) => isWanted('data-center', tid)),
  }
}

export function placesOf(cloud: SiteCloud): CloudPlaces {
  const isRunning = ({ isActive }: { isActive: boolean }) => isActive
  return {
    title: cloud.title,
    services: servicesOf(cloud).filter(isRunning),
    dataCenters: dataCentersOf(cloud).filter(isRunning),
  }
}

/** Empty for other kinds: an advisory or notification without places may affect nothing. */
export function affectedInWords(
  record: WithStates & Pick<EditionRecord, 'kind' | 'clouds'>,
  clouds: readonly SiteCloud[],
): string {
  if (record.kind !== 'incident' && record.kind !== 'maintenance') return ''
  const named = clouds.filter(({ id }) => record.clouds.includes(id))
  const affected = named.filter((cloud) => !isOverOn(record, cloud))
  const words = (affected.length > 0 ? affected : named).map((cloud) => reachWithStates(record, cloud))
  return [...new Set(words)].join('; ')
}

/**
 * `DNS Control (disrupted), Web Console (degraded)` while its places differ, `DNS Control (recovered)` where only other
 * clouds are still affected, and otherwise `DNS Control in Zurich I`.
 */
export function reachWithStates(record: WithStates & Pick<EditionRecord, 'kind'>, cloud: SiteCloud): string {
  const places = placesOf(cloud)
  const parts = record.closed_on === null ? partsOnCloud(record, cloud) : []
  if (record.closed_on === null && isOverOn(record, cloud)) {
    const word = placeStateWords(record.kind, OVER_HERE, '').toLowerCase()
    return `${reachInWords(places, reachOf(record, cloud))} (${word})`
  }
  if (parts.length < 2) return reachInWords(places, reachOf(record, cloud))
  return parts
    .map(({ severityTid, reach }) => {
      const word = centerStateWord(stateOfSeverity(severityTid))
      return `${reachInWords(places, reach)} (${word})`
    })
    .join(', ')
}

export function runningWorks(shelf: RecordShelf, cloud: Pick<SiteCloud, 'id'>, now: Date): EditionRecord[] {
  return unfinishedWorks(shelf, cloud.id).filter((work) => workPhase(work, now) === 'under-way')
}

export function takesOutOfService(work: Pick<EditionRecord, 'severity_tid'>): boolean {
  return work.severity_tid !== SEVERITY.noServiceImpact
}

export function takesOutOfServiceOn(work: WithStates, cloud: SiteCloud): boolean {
  return takesOutOfService(work) && !isOverOn(work, cloud)
}

function isOverOn(record: WithStates, cloud: SiteCloud): boolean {
  return record.severity_tid !== OVER_HERE && severityOn(record, cloud) === OVER_HERE
}

export function servicesOf({ serviceCategories }: Pick<SiteCloud, 'serviceCategories'>) {
  const known = services.get(serviceCategories)
  if (known !== undefined) return known
  const made = serviceCategories.flatMap((category) => category.services)
  services.set(serviceCategories, made)
  return made
}

export function dataCentersOf({ regions }: Pick<SiteCloud, 'regions'>) {
  const known = dataCenters.get(regions)
  if (known !== undefined) return known
  const made = regions.flatMap((region) => region.dataCenters)
  dataCenters.set(regions, made)
  return made
}

const services = new WeakMap<SiteCloud['serviceCategories'], readonly SiteService[]>()
const dataCenters = new WeakMap<SiteCloud['regions'], readonly SiteDataCenter[]>()
