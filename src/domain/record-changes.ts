import type { RecordKind } from './record.ts'

/** What readers know about a record besides its words. */
export interface ToldStanding {
  severityTid: number | null
  services: readonly number[]
  dataCenters: readonly number[]
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
}

/**
 * Undefined if nothing changed that history shows: the severity of incidents and advisories, and the places of
 * incidents and maintenance.
 */
export function changeBetween(
  kind: RecordKind,
  before: ToldStanding,
  after: ToldStanding,
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
  }
  const haveMoved = hasPlaces && PLACE_LISTS.some((name) => change[name].length > 0)
  if (!haveMoved && !isSeverityChanged) return undefined
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

function without(tids: readonly number[], others: readonly number[]): number[] {
  return tids.filter((tid) => !others.includes(tid)).sort((a, b) => a - b)
}

function isWholeCloud({ services, dataCenters }: ToldStanding) {
  return services.length === 0 && dataCenters.length === 0
}

export const CHANGE_KINDS = [
  'severity',
  'added',
  'no_longer_affected',
  'narrowed',
  'whole_cloud',
  'update_removed',
  'post_mortem',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

interface NamedPlace {
  tid: number
  name: string
}

/** One line of the history, with names instead of numbers. */
export interface ChangeLine {
  kind: ChangeKind
  services?: NamedPlace[]
  datacenters?: NamedPlace[]
  /** `from` is null if it isn't known. */
  severity?: { from: NamedPlace | null; to: NamedPlace }
}

export interface PlaceNames {
  service(tid: number): string | undefined
  dataCenter(tid: number): string | undefined
  severity(tid: number): string | undefined
}

/** The lines of one change. Places without a name, such as those of another cloud, are left out. */
export function linesOfChange(change: RecordChange, names: PlaceNames): ChangeLine[] {
  const { severity_before: from, severity_after: to } = change
  const toName = to === null ? undefined : names.severity(to)
  const fromName = from === null ? undefined : names.severity(from)
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
            severity: {
              from: from === null || fromName === undefined ? null : { tid: from, name: fromName },
              to: { tid: to, name: toName },
            },
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
  ]
}

function namedBy(tids: readonly number[], nameOf: (tid: number) => string | undefined): NamedPlace[] {
  return tids.flatMap((tid) => {
    const name = nameOf(tid)
    return name === undefined ? [] : [{ tid, name }]
  })
}

/** `DNS Control added`, without the time. */
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
    case 'update_removed':
      return 'An update was removed'
    case 'post_mortem':
      return 'Post-mortem published'
  }
}

/** More names don't help readers; the post lists all that are affected. */
const NAMED_AT_MOST = 12

function listWords(names: readonly string[]): string {
  // A service exists once per cloud, under the same name.
  const distinct = [...new Set(names)]
  const more = distinct.length - NAMED_AT_MOST
  const shown = more > 0 ? [...distinct.slice(0, NAMED_AT_MOST), `${more} more`] : distinct
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
