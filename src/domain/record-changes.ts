import type { PlaceKind } from './place-address.ts'
import { OVER_HERE, ownSeverity, type PlaceState, type StateChange } from './place-states.ts'
import type { RecordKind } from './record.ts'

export interface PublicState {
  severityTid: number | null
  services: readonly number[]
  dataCenters: readonly number[]
  placeStates: readonly PlaceState[]
}

/** What a publication changed about it: the columns of `record_changes`. */
export interface RecordChange {
  severity_before: number | null
  /** Null: the severity stayed the same. */
  severity_after: number | null
  services_added: number[]
  services_removed: number[]
  data_centers_added: number[]
  data_centers_removed: number[]
  was_whole_cloud: boolean
  is_whole_cloud: boolean
  place_states: StateChange[]
}

/**
 * Undefined if nothing changed that history shows: the severity of incidents and advisories, and the places of
 * incidents and maintenance with their states.
 */
export function changeBetween(
  kind: RecordKind,
  before: PublicState,
  after: PublicState,
): RecordChange | undefined {
  const hasPlaces = kind === 'incident' || kind === 'maintenance'
  const hasSeverity = kind === 'incident' || kind === 'advisory'
  const isSeverityChanged =
    hasSeverity && before.severityTid !== null && before.severityTid !== after.severityTid
  const change: RecordChange = {
    severity_before: isSeverityChanged ? before.severityTid : null,
    severity_after: isSeverityChanged ? after.severityTid : null,
    services_added: without(after.services, before.services),
    services_removed: without(before.services, after.services),
    data_centers_added: without(after.dataCenters, before.dataCenters),
    data_centers_removed: without(before.dataCenters, after.dataCenters),
    was_whole_cloud: isWholeCloud(before),
    is_whole_cloud: isWholeCloud(after),
    place_states: hasPlaces ? stateChanges(before, after) : [],
  }
  const haveMoved = hasPlaces && PLACE_LISTS.some((name) => change[name].length > 0)
  if (!haveMoved && !isSeverityChanged && change.place_states.length === 0) return undefined
  return haveMoved ? change : { ...change, ...NO_PLACES }
}

const PLACE_LISTS = [
  'services_added',
  'services_removed',
  'data_centers_added',
  'data_centers_removed',
] as const

const NO_PLACES = {
  services_added: [],
  services_removed: [],
  data_centers_added: [],
  data_centers_removed: [],
  was_whole_cloud: false,
  is_whole_cloud: false,
}

function stateChanges(before: PublicState, after: PublicState): StateChange[] {
  const places = new Map(
    [...before.placeStates, ...after.placeStates].map(({ place, tid }) => [
      `${place} ${tid}`,
      { place, tid },
    ]),
  )
  return [...places.values()].flatMap(({ place, tid }) => {
    const [was, is] = [before, after].map(({ placeStates }) => ownSeverity(placeStates, place, tid) ?? null)
    if (was === is) return []
    const isThere = (state: PublicState) => placesIn(state, place).includes(tid)
    return {
      place,
      tid,
      own_before: was ?? null,
      from: isThere(before) ? (was ?? before.severityTid) : null,
      to: isThere(after) ? (is ?? after.severityTid) : null,
    }
  })
}

function placesIn(
  { services, dataCenters }: Pick<PublicState, 'services' | 'dataCenters'>,
  place: PlaceKind,
) {
  return place === 'service' ? services : dataCenters
}

export interface StateThen extends PublicState {
  severityTid: number
  isWhole: boolean
}

export function stateBefore(after: StateThen, change: RecordChange): StateThen {
  const haveMoved = PLACE_LISTS.some((name) => change[name].length > 0)
  const isChanged = (state: PlaceState) =>
    change.place_states.some(({ place, tid }) => place === state.place && tid === state.tid)
  return {
    severityTid: change.severity_before ?? after.severityTid,
    isWhole: haveMoved ? change.was_whole_cloud : after.isWhole,
    services: listBefore(after.services, change.services_added, change.services_removed),
    dataCenters: listBefore(after.dataCenters, change.data_centers_added, change.data_centers_removed),
    placeStates:
      change.place_states.length === 0
        ? after.placeStates
        : [
            ...after.placeStates.filter((state) => !isChanged(state)),
            ...change.place_states.flatMap(({ place, tid, own_before }) =>
              own_before === null ? [] : [{ place, tid, severity_tid: own_before }],
            ),
          ],
  }
}

function listBefore(tids: readonly number[], added: readonly number[], removed: readonly number[]) {
  return [...tids.filter((tid) => !added.includes(tid)), ...removed]
}

function without(tids: readonly number[], others: readonly number[]): number[] {
  return tids.filter((tid) => !others.includes(tid)).sort((a, b) => a - b)
}

function isWholeCloud({ services, dataCenters }: Pick<PublicState, 'services' | 'dataCenters'>) {
  return services.length === 0 && dataCenters.length === 0
}

export const CHANGE_KINDS = [
  'severity',
  'added',
  'no_longer_affected',
  'narrowed',
  'whole_cloud',
  'place_severity',
  'recovered',
  'finished',
  'resumed',
  'update_removed',
  'post_mortem',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

interface NamedPlace {
  tid: number
  name: string
}

export interface ChangeLine {
  kind: ChangeKind
  services?: NamedPlace[]
  datacenters?: NamedPlace[]
  severity?: { from: NamedPlace | null; to: NamedPlace }
}

export interface PlaceNames {
  service(tid: number): string | undefined
  dataCenter(tid: number): string | undefined
  severity(tid: number): string | undefined
}

/** Places without a name, such as those of another cloud, are left out. */
export function linesOfChange(kind: RecordKind, change: RecordChange, names: PlaceNames): ChangeLine[] {
  const { severity_before: from, severity_after: to } = change
  const toName = to === null ? undefined : names.severity(to)
  const places = (kind: ChangeKind, services: readonly number[], centers: readonly number[]) => {
    const named = {
      kind,
      services: namedBy(services, names.service),
      datacenters: namedBy(centers, names.dataCenter),
    }
    return named.services.length + named.datacenters.length === 0 ? [] : [named]
  }
  return [
    ...(to === null || toName === undefined
      ? []
      : [
          {
            kind: 'severity' as const,
            severity: { from: severityNamed(from, names), to: { tid: to, name: toName } },
          },
        ]),
    ...places(
      change.was_whole_cloud ? 'narrowed' : 'added',
      change.services_added,
      change.data_centers_added,
    ),
    ...(change.is_whole_cloud
      ? [{ kind: 'whole_cloud' as const }]
      : places('no_longer_affected', change.services_removed, change.data_centers_removed)),
    ...stateLines(kind, change.place_states, names),
  ]
}

function stateLines(kind: RecordKind, changes: readonly StateChange[], names: PlaceNames): ChangeLine[] {
  const alike = new Map<string, StateChange[]>()
  for (const change of changes) {
    // A place that is no longer affected has its line already, and one that now follows the record may be the same.
    if (change.to === null || change.from === change.to) continue
    const key =
      kind === 'incident' && change.to !== OVER_HERE ? `${change.from} ${change.to}` : `${change.to}`
    alike.set(key, [...(alike.get(key) ?? []), change])
  }
  return [...alike.values()].flatMap((group) => {
    const tids = (place: PlaceKind) => group.flatMap((each) => (each.place === place ? each.tid : []))
    const named = {
      services: namedBy(tids('service'), names.service),
      datacenters: namedBy(tids('data-center'), names.dataCenter),
    }
    const [first] = group
    if (first === undefined || first.to === null || named.services.length + named.datacenters.length === 0)
      return []
    if (first.to === OVER_HERE)
      return { kind: kind === 'maintenance' ? ('finished' as const) : ('recovered' as const), ...named }
    if (kind === 'maintenance') return { kind: 'resumed' as const, ...named }
    const [from = null, to] = [first.from, first.to].map((tid) => severityNamed(tid, names))
    return to ? { kind: 'place_severity' as const, ...named, severity: { from, to } } : []
  })
}

function severityNamed(tid: number | null, names: PlaceNames): NamedPlace | null {
  const name = tid === null ? undefined : names.severity(tid)
  return tid === null || name === undefined ? null : { tid, name }
}

function namedBy(tids: readonly number[], nameOf: (tid: number) => string | undefined): NamedPlace[] {
  return tids.flatMap((tid) => {
    const name = nameOf(tid)
    return name === undefined ? [] : [{ tid, name }]
  })
}

export function changeWords({ kind, services = [], datacenters = [], severity }: ChangeLine): string {
  const places = listWords([...services, ...datacenters].map(({ name }) => name))
  switch (kind) {
    case 'severity':
      return severity?.from
        ? `Severity changed from ${severity.from.name} to ${severity.to.name}`
        : `Severity changed to ${severity?.to.name ?? ''}`
    case 'added':
      return `${places} added`
    case 'no_longer_affected':
      return `${places} no longer affected`
    case 'narrowed':
      return `Now limited to ${places}`
    case 'whole_cloud':
      return 'Now affects the whole cloud'
    case 'place_severity':
      if (severity?.from?.tid === OVER_HERE) return `${places} affected again: ${severity.to.name}`
      return severity?.from
        ? `${places} changed from ${severity.from.name} to ${severity.to.name}`
        : `${places}: ${severity?.to.name ?? ''}`
    case 'recovered':
      return `${places} recovered`
    case 'finished':
      return `${places} finished`
    case 'resumed':
      return `${places} under maintenance again`
    case 'update_removed':
      return 'An update was removed'
    case 'post_mortem':
      return 'Post-mortem published'
  }
}

const NAMED_AT_MOST = 12

function listWords(names: readonly string[]): string {
  // A service exists once per cloud, under the same name.
  const distinct = [...new Set(names)]
  const more = distinct.length - NAMED_AT_MOST
  const shown = more > 0 ? [...distinct.slice(0, NAMED_AT_MOST), `${more} more`] : distinct
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

interface PastOfRecord {
  kind: RecordKind
  changes: readonly (RecordChange & { made_on: Date; update_id: number | null })[]
  removedUpdates: readonly { id: number; posted_on: Date; removed_on: Date }[]
  postMortem: { published_on: Date } | null
}

export function historyOf({ kind, changes, removedUpdates, postMortem }: PastOfRecord, names: PlaceNames) {
  const lines = changes.flatMap((change) =>
    linesOfChange(kind, change, names).map((line) => ({
      at: change.made_on.toISOString(),
      update_id: change.update_id,
      text: changeWords(line),
      ...line,
    })),
  )
  const removed = removedUpdates.map(({ id, posted_on, removed_on }) => ({
    at: posted_on.toISOString(),
    kind: 'update_removed' as const,
    update_id: id,
    text: changeWords({ kind: 'update_removed' }),
    removed_on: removed_on.toISOString(),
  }))
  const published = (postMortem === null ? [] : [postMortem]).map(({ published_on }) => ({
    at: published_on.toISOString(),
    kind: 'post_mortem' as const,
    update_id: null,
    text: changeWords({ kind: 'post_mortem' }),
  }))
  return [...lines, ...removed, ...published].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
