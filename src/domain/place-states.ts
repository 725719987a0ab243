import { CLOUD_STATES } from './cloud.ts'
import type { PlaceKind } from './place-address.ts'
import { type RecordKind, SEVERITY, stateOfSeverity } from './record.ts'

/** A service or data center of an incident or maintenance whose severity differs from that of the record. */
export interface PlaceState {
  place: PlaceKind
  tid: number
  severity_tid: number
}

/** The severity of a place that has recovered, or where the work is finished, while the record is open elsewhere. */
export const OVER_HERE: number = SEVERITY.noServiceImpact

export interface StateChange {
  place: PlaceKind
  tid: number
  /** Its own severity before. Null: that of the record. */
  own_before: number | null
  /** The severity that applied there before, its own or the record's. Null: it was not affected. */
  from: number | null
  to: number | null
}

interface WithStates {
  severity_tid: number
  placeStates: readonly PlaceState[]
}

export function severityAt({ severity_tid, placeStates }: WithStates, place: PlaceKind, tid: number): number {
  return ownSeverity(placeStates, place, tid) ?? severity_tid
}

/** Services in data centers run again as soon as either of the two has recovered. */
export function severityBeside(
  record: WithStates,
  place: PlaceKind,
  tid: number,
  others: readonly number[],
): number {
  const own = severityAt(record, place, tid)
  if (record.placeStates.length === 0) return own
  const otherKind = place === 'service' ? 'data-center' : 'service'
  const [gravest = own] = others
    .map((other) => severityAt(record, otherKind, other))
    .sort((a, b) => gravityThere(b) - gravityThere(a))
  return gravityThere(gravest) < gravityThere(own) ? gravest : own
}

/**
 * Maintenance may have the same severity as a place that has recovered, and still take its places out of
 * service.
 */
export function gravityThere(severityTid: number): number {
  return severityTid === OVER_HERE ? -1 : gravityOf(severityTid)
}

export function ownSeverity(
  states: readonly PlaceState[],
  place: PlaceKind,
  tid: number,
): number | undefined {
  return states.find((state) => state.tid === tid && state.place === place)?.severity_tid
}

export function isOverAt(states: readonly PlaceState[], place: PlaceKind, tid: number): boolean {
  return ownSeverity(states, place, tid) === OVER_HERE
}

/** Gravest first. Maintenance can only be finished at a place. */
export function ownSeverities(kind: RecordKind, severityTid: number): number[] {
  if (kind === 'maintenance') return severityTid === OVER_HERE ? [] : [OVER_HERE]
  const most = gravityOf(severityTid)
  if (kind !== 'incident' || most === 0) return []
  return [...TROUBLES.filter((tid) => gravityOf(tid) < most), OVER_HERE]
}

const TROUBLES = [SEVERITY.serviceDisruption, SEVERITY.serviceDegradation, SEVERITY.underInvestigation]

export function gravityOf(severityTid: number): number {
  return CLOUD_STATES.indexOf(stateOfSeverity(severityTid))
}

interface StatedRecord {
  kind: RecordKind
  severity_tid: number
  services: readonly number[]
  data_centers: readonly number[]
}

export function tidyStates(states: readonly PlaceState[], record: StatedRecord): PlaceState[] {
  const isOwn = ({ place, tid, severity_tid }: PlaceState) =>
    severity_tid !== record.severity_tid &&
    (place === 'service' ? record.services : record.data_centers).includes(tid)
  const hasStates = record.kind === 'incident' || record.kind === 'maintenance'
  const once = new Map(
    states
      .filter((state) => hasStates && isOwn(state))
      .map(({ place, tid, severity_tid }) => [`${place} ${tid}`, { place, tid, severity_tid }]),
  )
  return [...once.values()].sort((a, b) => b.place.localeCompare(a.place) || a.tid - b.tid)
}

/** Once a record is less grave, places that would be graver follow it again. */
export function statesThatFit(states: readonly PlaceState[], record: StatedRecord): PlaceState[] {
  const offered = ownSeverities(record.kind, record.severity_tid)
  return tidyStates(states, record).filter(({ severity_tid }) => offered.includes(severity_tid))
}

/** If a record is reopened and no place is as severe as it is, it affects all of them again. */
export function statesAfterStep(
  states: readonly PlaceState[],
  record: StatedRecord & { isClosed: boolean },
): PlaceState[] {
  const fitting = statesThatFit(states, record)
  return wrongStates(fitting, record) === undefined ? fitting : []
}

const GRAVER_THAN_RECORD =
  'A service or data center can’t be in a worse state than the incident itself. Raise the severity of the incident, or choose another state.'
const ONLY_FINISHED = 'For maintenance, the only state of a single service or data center is “finished”.'
const NOTHING_AS_GRAVE =
  'Every service and data center is in a better state than the incident itself. Lower the severity of the incident, or resolve it.'
const NOWHERE_AS_GRAVE =
  'At least one service and one data center must have the severity of the incident itself. Change one of each back, lower the severity of the incident, or resolve it.'
const ALL_FINISHED = 'The maintenance is finished everywhere. Complete it instead.'

export function wrongStates(
  states: readonly PlaceState[],
  record: StatedRecord & { isClosed: boolean },
): string | undefined {
  const { kind, severity_tid, services, data_centers } = record
  const own = tidyStates(states, record)
  if (own.length === 0) return undefined
  const isWork = kind === 'maintenance'
  const offered = ownSeverities(kind, severity_tid)
  if (own.some((state) => !offered.includes(state.severity_tid)))
    return isWork ? ONLY_FINISHED : GRAVER_THAN_RECORD
  if (record.isClosed) return undefined
  // A record that names both is about these services in these data centers: a pair is as grave as the milder of the two.
  const isBetter = (place: PlaceKind, tids: readonly number[]) =>
    tids.length > 0 && tids.every((tid) => ownSeverity(own, place, tid) !== undefined)
  if (!isBetter('service', services) && !isBetter('data-center', data_centers)) return undefined
  if (isWork) return ALL_FINISHED
  return own.length < services.length + data_centers.length ? NOWHERE_AS_GRAVE : NOTHING_AS_GRAVE
}

export function withStates(states: readonly PlaceState[], changed: readonly NewPlaceState[]): PlaceState[] {
  const isSame = (a: { place: PlaceKind; tid: number }) => (b: { place: PlaceKind; tid: number }) =>
    a.place === b.place && a.tid === b.tid
  return [
    ...states.filter((state) => !changed.some(isSame(state))),
    ...changed.flatMap(({ place, tid, severity_tid }) =>
      severity_tid === null ? [] : [{ place, tid, severity_tid }],
    ),
  ]
}

export function stateDifferences(
  before: readonly PlaceState[],
  after: readonly PlaceState[],
): NewPlaceState[] {
  const gone = before.filter(({ place, tid }) => ownSeverity(after, place, tid) === undefined)
  return [
    ...gone.map(({ place, tid }) => ({ place, tid, severity_tid: null })),
    ...after.filter(({ place, tid, severity_tid }) => ownSeverity(before, place, tid) !== severity_tid),
  ]
}

/** Null: as grave as the record. */
export interface NewPlaceState {
  place: PlaceKind
  tid: number
  severity_tid: number | null
}

export function placeStateWords(kind: RecordKind, severityTid: number, name: string): string {
  if (severityTid !== OVER_HERE) return name
  return kind === 'maintenance' ? 'Finished' : 'Recovered'
}
