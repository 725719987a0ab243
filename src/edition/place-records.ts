import {
  type ChosenPlaces,
  chosenAmong,
  countChosen,
  isChosen,
  parseChosen,
} from '../domain/chosen-places.ts'
import { PLACE_KINDS, type PlaceKind } from '../domain/place-address.ts'
import type { RecordKind } from '../domain/record.ts'
import { type StandingThen, standingBefore } from '../domain/record-changes.ts'
import type { SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { standingNow } from './place-history.ts'
import { dataCentersOf, isAboutWholeCloud, isOverThere, servicesOf } from './record-reach.ts'
import { type RecordShelf, recordsOfCloud } from './record-shelf.ts'

/** Kinds of record that name services and data centers. */
const KINDS_AT_PLACES = ['incident', 'maintenance', 'advisory'] as const
type KindAtPlaces = (typeof KINDS_AT_PLACES)[number]

/**
 * The records about any of these places, as lists. They include what was about a place only for a time, such as an
 * incident whose update took it off, and incidents and maintenance of the whole cloud. A record may be in several lists.
 */
export function recordsAt(
  shelf: RecordShelf,
  cloud: SiteCloud,
  { places, kinds = KINDS_AT_PLACES }: { places: ChosenPlaces; kinds?: readonly KindAtPlaces[] },
): (readonly EditionRecord[])[] {
  return kinds.flatMap((kind) => {
    const { whole, named } = recordsByPlace(shelf, cloud, kind)
    return [
      whole,
      ...places.services.map((tid) => named.service.get(tid) ?? []),
      ...places.dataCenters.map((tid) => named['data-center'].get(tid) ?? []),
    ]
  })
}

/**
 * Maintenance at any of these places. Unlike news, a plan that was changed before it began concerns only the places it
 * is left with.
 */
export function worksAt(shelf: RecordShelf, cloud: SiteCloud, places: ChosenPlaces): Set<EditionRecord> {
  const works = recordsAt(shelf, cloud, { places, kinds: ['maintenance'] }).flat()
  return new Set(works.filter((work) => concernsSinceItBegan(work, cloud, places)))
}

function concernsSinceItBegan(work: EditionRecord, cloud: SiteCloud, places: ChosenPlaces): boolean {
  const begin = work.actual_from_time ?? work.from_time
  let standing = standingNow(work)
  for (const change of work.changes.toReversed()) {
    if (isStandingAt(standing, cloud, places)) return true
    if (begin === null || change.made_on <= begin) return false
    standing = standingBefore(standing, change)
  }
  return isStandingAt(standing, cloud, places)
}

function isStandingAt(
  { isWhole, services, dataCenters, severityTid: severity_tid, placeStates }: StandingThen,
  cloud: SiteCloud,
  places: ChosenPlaces,
): boolean {
  const isAffected = (kind: PlaceKind) => (tid: number) =>
    isChosen(places, kind, tid) &&
    !isOverThere({ services, dataCenters, severity_tid, placeStates }, cloud, kind, tid)
  return isWhole || services.some(isAffected('service')) || dataCenters.some(isAffected('data-center'))
}

/** `s12,d7` on this cloud. Undefined if none of these exist here. */
export function placesAsked(cloud: SiteCloud, mine: string | undefined): ChosenPlaces | undefined {
  const places = chosenAmong(parseChosen(mine ?? null), {
    services: servicesOf(cloud),
    dataCenters: dataCentersOf(cloud),
  })
  return countChosen(places) === 0 ? undefined : places
}

const NAMED_AT_MOST = 3

/** `DNS Control`, `DNS Control, Zurich I`, or `7 services and data centers`. */
export function placesInWords(cloud: SiteCloud, places: ChosenPlaces): string {
  const names = [
    ...servicesOf(cloud).filter(({ tid }) => places.services.includes(tid)),
    ...dataCentersOf(cloud).filter(({ tid }) => places.dataCenters.includes(tid)),
  ].map(({ name }) => name)
  return names.length > NAMED_AT_MOST ? `${names.length} services and data centers` : names.join(', ')
}

interface RecordsByPlace {
  list: readonly EditionRecord[]
  whole: readonly EditionRecord[]
  named: Record<PlaceKind, ReadonlyMap<number, readonly EditionRecord[]>>
}

/** One pass over the records of a cloud serves all of its places, until the records change. */
const kept = new WeakMap<SiteCloud, Map<RecordKind, RecordsByPlace>>()

function recordsByPlace(shelf: RecordShelf, cloud: SiteCloud, kind: KindAtPlaces): RecordsByPlace {
  const list = recordsOfCloud(shelf, kind, cloud.id)
  const ofCloud = kept.get(cloud) ?? new Map<RecordKind, RecordsByPlace>()
  kept.set(cloud, ofCloud)
  const known = ofCloud.get(kind)
  if (known?.list === list) return known
  const whole: EditionRecord[] = []
  const named = {
    service: new Map<number, EditionRecord[]>(),
    'data-center': new Map<number, EditionRecord[]>(),
  }
  for (const record of list) {
    // An advisory without places may be about nothing that runs here.
    if (kind !== 'advisory' && wasWhole(record)) whole.push(record)
    for (const place of PLACE_KINDS) {
      for (const tid of everNamed(record, place)) {
        const here = named[place].get(tid)
        if (here === undefined) named[place].set(tid, [record])
        else here.push(record)
      }
    }
  }
  const made = { list, whole, named }
  ofCloud.set(kind, made)
  return made
}

function wasWhole(record: EditionRecord): boolean {
  return (
    isAboutWholeCloud(record) ||
    record.changes.some(({ was_whole_cloud, is_whole_cloud }) => was_whole_cloud || is_whole_cloud)
  )
}

function everNamed(record: EditionRecord, kind: PlaceKind): ReadonlySet<number> {
  return kind === 'service'
    ? new Set([...record.services, ...record.changes.flatMap((change) => change.services_removed)])
    : new Set([...record.dataCenters, ...record.changes.flatMap((change) => change.data_centers_removed)])
}
