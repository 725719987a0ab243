import {
  type ChosenPlaces,
  chosenAmong,
  countChosen,
  isChosen,
  parseChosen,
} from '../domain/chosen-places.ts'
import { PLACE_KINDS, type PlaceKind } from '../domain/place-address.ts'
import type { RecordKind } from '../domain/record.ts'
import { type StateThen, stateBefore } from '../domain/record-changes.ts'
import type { SiteCloud } from './edition.ts'
import type { EditionRecord } from './edition-record.ts'
import { dataCentersOf, isAboutWholeCloud, isOverThere, servicesOf, stateNow } from './record-reach.ts'
import { mergedLists, newestFirst, type RecordShelf, recordsOfCloud } from './record-shelf.ts'

const KINDS_AT_PLACES = ['incident', 'maintenance', 'advisory'] as const
type KindAtPlaces = (typeof KINDS_AT_PLACES)[number]

/**
 * Includes what was about a place only for a time, such as an incident whose update removed it, and incidents
 * and maintenance of the whole cloud. A record may be in several lists.
 */
export function recordsAt(
  shelf: RecordShelf,
  cloud: SiteCloud,
  { places, kinds = KINDS_AT_PLACES }: { places: ChosenPlaces; kinds?: readonly KindAtPlaces[] },
): (readonly EditionRecord[])[] {
  return kinds.flatMap((kind) => {
    const index = indexOf(shelf, cloud, kind)
    const keys = [
      WHOLE_CLOUD,
      ...places.services.map((tid) => placeKey('service', tid)),
      ...places.dataCenters.map((tid) => placeKey('data-center', tid)),
    ]
    return keys.map((key) => index.get(key) ?? NO_RECORDS)
  })
}

/** Unlike news, a plan that was changed before it began concerns only the places that are still in it. */
export function worksAt(shelf: RecordShelf, cloud: SiteCloud, places: ChosenPlaces): Set<EditionRecord> {
  const works = recordsAt(shelf, cloud, { places, kinds: ['maintenance'] }).flat()
  return new Set(works.filter((work) => concernsSinceItBegan(work, cloud, places)))
}

function concernsSinceItBegan(work: EditionRecord, cloud: SiteCloud, places: ChosenPlaces): boolean {
  const begin = work.actual_from_time ?? work.from_time
  let state = stateNow(work)
  for (const change of work.changes.toReversed()) {
    if (isAffectedAt(state, cloud, places)) return true
    if (begin === null || change.made_on <= begin) return false
    state = stateBefore(state, change)
  }
  return isAffectedAt(state, cloud, places)
}

function isAffectedAt(
  { isWhole, services, dataCenters, severityTid: severity_tid, placeStates }: StateThen,
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

export function placesInWords(cloud: SiteCloud, places: ChosenPlaces): string {
  const names = [
    ...servicesOf(cloud).filter(({ tid }) => places.services.includes(tid)),
    ...dataCentersOf(cloud).filter(({ tid }) => places.dataCenters.includes(tid)),
  ].map(({ name }) => name)
  return names.length > NAMED_AT_MOST ? `${names.length} services and data centers` : names.join(', ')
}

export function recordsAtPlace(
  shelf: RecordShelf,
  cloud: SiteCloud,
  { kind, place }: { kind: KindAtPlaces; place: { kind: PlaceKind; tid: number } },
): [readonly EditionRecord[], readonly EditionRecord[]] {
  const index = indexOf(shelf, cloud, kind)
  return [index.get(WHOLE_CLOUD) ?? NO_RECORDS, index.get(placeKey(place.kind, place.tid)) ?? NO_RECORDS]
}

const NO_RECORDS: readonly EditionRecord[] = []
const WHOLE_CLOUD = 'whole'

function placeKey(kind: PlaceKind, tid: number): string {
  return `${kind} ${tid}`
}

/** Newest first, by placeKey or WHOLE_CLOUD. */
type RecordIndex = ReadonlyMap<string, readonly EditionRecord[]>

interface Indexed {
  list: readonly EditionRecord[]
  index: RecordIndex
}

/**
 * The last index of each list of a cloud. The next is made from it, so a publication costs as much as what it changed,
 * however long the history is. Lists of places that it didn't touch stay the same objects.
 */
const lastIndexed = new WeakMap<SiteCloud, Map<RecordKind, Indexed>>()

function indexOf(shelf: RecordShelf, cloud: SiteCloud, kind: KindAtPlaces): RecordIndex {
  const list = recordsOfCloud(shelf, kind, cloud.id)
  const ofCloud = lastIndexed.get(cloud) ?? new Map<RecordKind, Indexed>()
  lastIndexed.set(cloud, ofCloud)
  const last = ofCloud.get(kind) ?? { list: NO_RECORDS, index: new Map() }
  if (last.list === list) return last.index
  const index = nextIndex(last, list)
  ofCloud.set(kind, { list, index })
  return index
}

function nextIndex({ list: before, index }: Indexed, list: readonly EditionRecord[]): RecordIndex {
  const { removed, added } = differenceOf(before, list)
  const addedAt = new Map<string, EditionRecord[]>()
  for (const record of added) {
    for (const key of keysOf(record)) {
      const here = addedAt.get(key)
      if (here === undefined) addedAt.set(key, [record])
      else here.push(record)
    }
  }
  const touched = new Set([...addedAt.keys(), ...removed.flatMap(keysOf)])
  const gone = new Set(removed)
  const next = new Map(index)
  for (const key of touched) {
    const left = (index.get(key) ?? NO_RECORDS).filter((record) => !gone.has(record))
    next.set(key, mergedLists(addedAt.get(key) ?? [], left))
  }
  return next
}

/** Both are in the same order, so one pass finds the differences. */
function differenceOf(before: readonly EditionRecord[], after: readonly EditionRecord[]) {
  const removed: EditionRecord[] = []
  const added: EditionRecord[] = []
  let old = 0
  let now = 0
  while (old < before.length || now < after.length) {
    const was = before[old]
    const is = after[now]
    if (was !== undefined && was === is) {
      old++
      now++
    } else if (is === undefined || (was !== undefined && newestFirst(was, is) <= 0)) {
      if (was !== undefined) removed.push(was)
      old++
    } else {
      added.push(is)
      now++
    }
  }
  return { removed, added }
}

function keysOf(record: EditionRecord): string[] {
  const keys = PLACE_KINDS.flatMap((kind) => [...everNamed(record, kind)].map((tid) => placeKey(kind, tid)))
  // An advisory without places may be about nothing that runs here.
  return record.kind !== 'advisory' && wasWhole(record) ? [WHOLE_CLOUD, ...keys] : keys
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
