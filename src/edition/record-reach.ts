import { centerStateWord } from '../domain/map/center-state.ts'
import type { PlaceKind } from '../domain/place-address.ts'
import { gravityOf, isOverAt, OVER_HERE, severityAt } from '../domain/place-states.ts'
import { SEVERITY, stateOfSeverity } from '../domain/record.ts'
import { type CloudPlaces, type Reach, type ReachPart, reachInWords } from '../domain/verdict.ts'
import { workStanding } from '../domain/work-standing.ts'
import type { SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { type RecordShelf, recordsOfCloud } from './record-shelf.ts'

type Named = Pick<EditionRecord, 'services' | 'dataCenters'>
type WithStates = Named & Pick<EditionRecord, 'severity_tid' | 'placeStates' | 'closed_on'>

/** S-03: a record that names neither a service nor a data center is about everything on its clouds. */
export function isAboutWholeCloud({ services, dataCenters }: Named): boolean {
  return services.length === 0 && dataCenters.length === 0
}

export function servicesAffected(record: Named, cloud: SiteCloud): readonly number[] {
  return isAboutWholeCloud(record) ? servicesOf(cloud).map(({ tid }) => tid) : record.services
}

export function centersAffected(record: Named, cloud: SiteCloud): readonly number[] {
  return isAboutWholeCloud(record) ? dataCentersOf(cloud).map(({ tid }) => tid) : record.dataCenters
}

/** Leaves out what the record affects on other clouds, and of an open one what has recovered, unless everything has. */
export function reachOf(record: WithStates, cloud: SiteCloud): Reach {
  const named = {
    isWholeCloud: isAboutWholeCloud(record),
    services: servicesOf(cloud).filter(({ tid }) => record.services.includes(tid)),
    dataCenters: dataCentersOf(cloud).filter(({ tid }) => record.dataCenters.includes(tid)),
  }
  if (record.placeStates.length === 0 || record.closed_on !== null) return named
  const left = placesWith(named, (place, tid) => !isOverAt(record.placeStates, place, tid))
  return left.services.length + left.dataCenters.length === 0 ? named : left
}

/** What an open record affects on a cloud, one part for each severity that a place has there. */
export function partsOnCloud(record: WithStates, cloud: SiteCloud): ReachPart[] {
  const reach = reachOf({ ...record, closed_on: null }, cloud)
  const severities = severitiesIn(record, reach)
  if (severities.length < 2) return [{ severityTid: severities[0] ?? record.severity_tid, reach }]
  return severities.map((severityTid) => ({
    severityTid,
    reach: placesWith(reach, (place, tid) => severityAt(record, place, tid) === severityTid),
  }))
}

/** As grave as its gravest place there: it may have recovered on one cloud and not on another. */
export function severityOn(record: WithStates, cloud: SiteCloud): number {
  if (record.placeStates.length === 0) return record.severity_tid
  const here = severitiesIn(record, reachOf({ ...record, closed_on: null }, cloud))
  return here.reduce((a, b) => (gravityOf(b) > gravityOf(a) ? b : a), here[0] ?? record.severity_tid)
}

function severitiesIn(record: WithStates, { services, dataCenters }: Reach): number[] {
  if (record.placeStates.length === 0) return [record.severity_tid]
  const at = (place: PlaceKind) => (each: { tid: number }) => severityAt(record, place, each.tid)
  return [...new Set([...services.map(at('service')), ...dataCenters.map(at('data-center'))])]
}

function placesWith(reach: Reach, isWanted: (place: PlaceKind, tid: number) => boolean): Reach {
  return {
    ...reach,
    services: reach.services.filter(({ tid }) => isWanted('service', tid)),
    dataCenters: reach.dataCenters.filter(({ tid }) => isWanted('data-center', tid)),
  }
}

/** The active services and data centers of a cloud. */
export function placesOf(cloud: SiteCloud): CloudPlaces {
  const isRunning = ({ isActive }: { isActive: boolean }) => isActive
  return {
    title: cloud.title,
    services: servicesOf(cloud).filter(isRunning),
    dataCenters: dataCentersOf(cloud).filter(isRunning),
  }
}

/**
 * The places that an incident or maintenance affects on these clouds, in the words of the verdict: "All of Northwall".
 * Empty for other kinds: an advisory or notification without places may affect nothing.
 */
export function affectedInWords(
  record: WithStates & Pick<EditionRecord, 'kind' | 'clouds'>,
  clouds: readonly SiteCloud[],
): string {
  if (record.kind !== 'incident' && record.kind !== 'maintenance') return ''
  const words = clouds
    .filter(({ id }) => record.clouds.includes(id))
    .map((cloud) => reachWithStates(record, cloud))
  // A data center may belong to several clouds.
  return [...new Set(words)].join('; ')
}

/** `DNS Control (disrupted), Web Console (degraded)` while its places differ, and otherwise `DNS Control in Zurich I`. */
export function reachWithStates(record: WithStates, cloud: SiteCloud): string {
  const places = placesOf(cloud)
  const parts = record.closed_on === null ? partsOnCloud(record, cloud) : []
  if (parts.length < 2) return reachInWords(places, reachOf(record, cloud))
  return parts
    .toSorted((a, b) => gravityOf(b.severityTid) - gravityOf(a.severityTid))
    .map(({ severityTid, reach }) => {
      const word = centerStateWord(stateOfSeverity(severityTid))
      return `${reachInWords(places, reach)} (${word})`
    })
    .join(', ')
}

/** Newest first. */
export function runningWorks(shelf: RecordShelf, cloud: Pick<SiteCloud, 'id'>, now: Date): EditionRecord[] {
  return recordsOfCloud(shelf, 'maintenance', cloud.id).filter(
    (work) => workStanding(work, now) === 'under-way',
  )
}

/** Maintenance takes its places out of service, unless staff mark it as having no impact. */
export function takesOutOfService(work: Pick<EditionRecord, 'severity_tid'>): boolean {
  return work.severity_tid !== SEVERITY.noServiceImpact
}

/** Work may be finished on one cloud and not on another. */
export function takesOutOfServiceOn(work: WithStates, cloud: SiteCloud): boolean {
  return takesOutOfService(work) && severityOn(work, cloud) !== OVER_HERE
}

export function servicesOf({ serviceCategories }: Pick<SiteCloud, 'serviceCategories'>) {
  return serviceCategories.flatMap(({ services }) => services)
}

export function dataCentersOf({ regions }: Pick<SiteCloud, 'regions'>) {
  return regions.flatMap(({ dataCenters }) => dataCenters)
}
