import { type ChosenPlaces, chosenAmong } from '../domain/chosen-places.ts'
import { SEVERITY } from '../domain/record.ts'
import { type CloudPlaces, type Reach, reachInWords } from '../domain/verdict.ts'
import { workStanding } from '../domain/work-standing.ts'
import type { SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { type RecordShelf, recordsOfCloud } from './record-shelf.ts'

type Named = Pick<EditionRecord, 'services' | 'dataCenters'>

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

/** Leaves out what the record affects on other clouds. */
export function reachOf(record: Named, cloud: SiteCloud): Reach {
  return {
    isWholeCloud: isAboutWholeCloud(record),
    services: servicesOf(cloud).filter(({ tid }) => record.services.includes(tid)),
    dataCenters: dataCentersOf(cloud).filter(({ tid }) => record.dataCenters.includes(tid)),
  }
}

/** Records that concern one of these places on this cloud; see `concernsChosen`. */
export function aboutChosen(cloud: SiteCloud, chosen: ChosenPlaces): (record: Named) => boolean {
  const places = { services: servicesOf(cloud), dataCenters: dataCentersOf(cloud) }
  const own = chosenAmong(chosen, places)
  const ids = { services: idsOf(places.services), dataCenters: idsOf(places.dataCenters) }
  const isHere = ({ services, dataCenters }: Named) =>
    services.some((tid) => ids.services.has(tid)) || dataCenters.some((tid) => ids.dataCenters.has(tid))
  return (record) =>
    record.services.some((tid) => own.services.includes(tid)) ||
    record.dataCenters.some((tid) => own.dataCenters.includes(tid)) ||
    !isHere(record)
}

function idsOf(places: readonly { tid: number }[]) {
  return new Set(places.map(({ tid }) => tid))
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
  record: Named & Pick<EditionRecord, 'kind' | 'clouds'>,
  clouds: readonly SiteCloud[],
): string {
  if (record.kind !== 'incident' && record.kind !== 'maintenance') return ''
  const words = clouds
    .filter(({ id }) => record.clouds.includes(id))
    .map((cloud) => reachInWords(placesOf(cloud), reachOf(record, cloud)))
  // A data center may belong to several clouds.
  return [...new Set(words)].join('; ')
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

export function servicesOf({ serviceCategories }: Pick<SiteCloud, 'serviceCategories'>) {
  return serviceCategories.flatMap(({ services }) => services)
}

export function dataCentersOf({ regions }: Pick<SiteCloud, 'regions'>) {
  return regions.flatMap(({ dataCenters }) => dataCenters)
}
