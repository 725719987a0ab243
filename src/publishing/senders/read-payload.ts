import { cutTo } from '../../domain/alerts/cut-to.ts'
import {
  ALERTS_AT_MOST,
  listOf,
  NOTE_AT_MOST,
  type ReadAlert,
  TITLE_AT_MOST,
  WORDS_AT_MOST,
} from '../../domain/alerts/read-webhook.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import {
  DEPTH_AT_MOST,
  fillTemplate,
  isNestedTooDeeply,
  type JsonScope,
  parsePath,
  textsAt,
  valuesAt,
} from '../../domain/senders/json-path.ts'
import { isSameValue, type MappedPlaceKind, type SenderMapping } from '../../domain/senders/mapping.ts'

/** Without times, they follow from its arrival and what was known before. */
export interface MappedAlert extends Omit<ReadAlert, 'startsAt' | 'endsAt' | 'fingerprint'> {
  identity: string
  startsAt: string | undefined
  endsAt: string | undefined
}

export interface MappedGroup {
  key: string
  isAllOver: boolean
  mayFireUnlisted: boolean
  /** Empty if firing alerts have different titles. */
  title: string
  alerts: MappedAlert[]
}

export interface ReadPayload {
  groups: MappedGroup[]
  ignored: string[]
  errors: Record<string, string>
  warnings: string[]
}

export type PayloadOutcome = ({ kind: 'read' } & ReadPayload) | { kind: 'unreadable'; sentence: string }

const INCIDENTS_AT_MOST = 50
const KEY_AT_MOST = 2000

export function readPayload(json: string, mapping: SenderMapping): PayloadOutcome {
  const parsed = parseJson(json)
  if (parsed.kind === 'unreadable') return parsed
  const root = parsed.value
  const read: ReadPayload = { groups: [], ignored: [], errors: {}, warnings: [] }
  const { items, isCut } = itemsOf(root, mapping, read)
  const isCutBySender = hasTruncatedAlerts(root)
  const groups = new Map<string, MappedGroup>()
  for (const item of items) {
    const scope = { root, item }
    const alert = readAlert(scope, mapping, read)
    if (alert === undefined) continue
    const key = cutTo(storable(fillTemplate(mapping.incident, scope)), KEY_AT_MOST)
    if (key === '') {
      read.errors.incident ??=
        'The payload has nothing at these paths, so it can’t be told apart from others.'
      continue
    }
    const group = groups.get(key) ?? {
      key,
      ...endOf(scope, mapping, { isCut, isCutBySender }),
      title: '',
      alerts: [],
    }
    group.alerts.push(alert.identity === '' ? { ...alert, identity: key } : alert)
    groups.set(key, group)
  }
  const all = [...groups.values()]
  if (all.length > INCIDENTS_AT_MOST)
    read.ignored.push(
      `It is about ${all.length} incidents; the last ${all.length - INCIDENTS_AT_MOST} were left out.`,
    )
  read.groups = all.slice(0, INCIDENTS_AT_MOST).map((group) => ({ ...group, title: titleOf(group) }))
  return { kind: 'read', ...read, ignored: counted(read.ignored), warnings: [...new Set(read.warnings)] }
}

function parseJson(
  json: string,
): { kind: 'parsed'; value: unknown } | { kind: 'unreadable'; sentence: string } {
  if (isNestedTooDeeply(json))
    return { kind: 'unreadable', sentence: `It is nested more than ${DEPTH_AT_MOST} levels deep.` }
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null
      ? { kind: 'parsed', value }
      : { kind: 'unreadable', sentence: 'It is neither a JSON object nor a list.' }
  } catch {
    return { kind: 'unreadable', sentence: 'It is not valid JSON.' }
  }
}

function itemsOf(
  root: unknown,
  { alerts }: SenderMapping,
  read: ReadPayload,
): { items: unknown[]; isCut: boolean } {
  if (alerts === '') return { items: [root], isCut: false }
  const [list] = valuesAt(parsePath(alerts) ?? [], { root, item: root })
  if (list === undefined) {
    read.errors.alerts = `The payload has nothing at ${alerts}.`
    return { items: [], isCut: false }
  }
  if (!Array.isArray(list)) return { items: [list], isCut: false }
  const isCut = list.length > ALERTS_AT_MOST
  if (isCut) read.warnings.push(`It has ${list.length} alerts; only the first ${ALERTS_AT_MOST} were read.`)
  return { items: list.slice(0, ALERTS_AT_MOST), isCut }
}

/**
 * Alertmanager and Grafana cut the list before they write the state of the whole, which then covers only
 * the rest.
 */
function hasTruncatedAlerts(root: unknown): boolean {
  const { truncatedAlerts } = root as { truncatedAlerts?: unknown }
  return typeof truncatedAlerts === 'number' && truncatedAlerts > 0
}

/** Undefined if it is ignored or wrong; `read` then says why. */
function readAlert(scope: JsonScope, mapping: SenderMapping, read: ReadPayload): MappedAlert | undefined {
  const state = stateOf(scope, mapping)
  if (state.kind === 'missing') {
    read.errors.state ??= `The payload has nothing at ${mapping.state}.`
    return undefined
  }
  if (state.kind === 'other') {
    read.ignored.push(`“${cutTo(state.value, 100)}” means neither firing nor resolved.`)
    return undefined
  }
  const time = (field: 'starts' | 'ends') => {
    const [written] = textsAt(parsePath(mapping[field]) ?? [], scope)
    const at = written === undefined ? undefined : timeOfText(written)
    if (at === 'invalid')
      read.warnings.push(`“${cutTo(written ?? '', 40)}” at ${mapping[field]} is not a time.`)
    else if (written !== undefined && isWithoutZone(written))
      read.warnings.push(`“${written}” at ${mapping[field]} has no time zone and was read as UTC.`)
    return at === 'invalid' ? undefined : at
  }
  const filled = (field: 'title' | 'text' | 'note', most: number) =>
    cutTo(storable(fillTemplate(mapping[field], scope)), most)
  const isFiring = state.kind === 'firing'
  return {
    identity: cutTo(storable(fillTemplate(mapping.alert, scope)), KEY_AT_MOST),
    isFiring,
    startsAt: time('starts'),
    endsAt: isFiring ? undefined : time('ends'),
    severity: severityOf(scope, mapping),
    title: filled('title', TITLE_AT_MOST).replace(/\s+/g, ' '),
    words: filled('text', WORDS_AT_MOST),
    note: filled('note', NOTE_AT_MOST).replace(/\s+/g, ' '),
    ...placesOf(scope, mapping),
  }
}

function stateOf(
  scope: JsonScope,
  { state, firing, resolved }: SenderMapping,
): { kind: 'firing' | 'resolved' | 'missing' } | { kind: 'other'; value: string } {
  if (state === '') return { kind: 'firing' }
  const [value] = textsAt(parsePath(state) ?? [], scope)
  if (value === undefined) return { kind: 'missing' }
  if (firing.some((each) => isSameValue(each, value))) return { kind: 'firing' }
  return resolved.some((each) => isSameValue(each, value)) ? { kind: 'resolved' } : { kind: 'other', value }
}

function endOf(
  scope: JsonScope,
  { incident_state: path, resolved }: SenderMapping,
  { isCut, isCutBySender }: { isCut: boolean; isCutBySender: boolean },
): Pick<MappedGroup, 'isAllOver' | 'mayFireUnlisted'> {
  const [value] = textsAt(parsePath(path) ?? [], scope)
  const isResolved = value !== undefined && resolved.some((each) => isSameValue(each, value))
  const isAllOver = isResolved && !isCutBySender
  return { isAllOver, mayFireUnlisted: !isAllOver && (isCut || isCutBySender) }
}

function severityOf(scope: JsonScope, { severity, severities }: SenderMapping): string | number | undefined {
  const [value] = textsAt(parsePath(severity) ?? [], scope)
  if (value === undefined) return undefined
  const mapped =
    severities.find((each) => isSameValue(each.value, value)) ?? severities.find((each) => each.value === '*')
  return mapped?.severity_tid ?? cutTo(storable(value), 100)
}

function placesOf(
  scope: JsonScope,
  mapping: SenderMapping,
): Pick<MappedAlert, 'clouds' | 'services' | 'dataCenters'> {
  const found: Record<MappedPlaceKind, string[]> = { cloud: [], service: [], data_center: [] }
  const paths: [MappedPlaceKind, string][] = [
    ['cloud', mapping.clouds],
    ['service', mapping.services],
    ['data_center', mapping.data_centers],
  ]
  for (const [kind, path] of paths)
    for (const name of textsAt(parsePath(path) ?? [], scope).flatMap(namesIn(mapping))) {
      const mapped = mapping.places.filter(({ value }) => isSameValue(value, name))
      if (mapped.length === 0) found[kind].push(cutTo(storable(name), 200))
      for (const place of mapped) found[place.kind].push(String(place.id))
    }
  return { clouds: found.cloud, services: found.service, dataCenters: found.data_center }
}

/** A name in the table may contain commas. */
function namesIn({ places }: SenderMapping) {
  return (value: string) =>
    places.some((place) => isSameValue(place.value, value)) ? [value] : listOf(value)
}

/** ISO 8601, or seconds or milliseconds since 1970. Products write the year 1 for a time that isn't known. */
export function timeOfText(written: string): string | undefined | 'invalid' {
  const number = /^\d{9,14}(\.\d+)?$/.test(written) ? Number(written) : undefined
  const text = isWithoutZone(written) ? `${written.replace(' ', 'T')}Z` : written
  const time = new Date(number === undefined ? text : number < MILLISECONDS_FROM ? number * 1000 : number)
  if (Number.isNaN(time.getTime())) return 'invalid'
  return time.getUTCFullYear() < FIRST_YEAR ? undefined : time.toISOString()
}

/** Otherwise it would depend on the time zone of this machine. */
function isWithoutZone(written: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(written)
}

/** As seconds, this is the year 5138. */
const MILLISECONDS_FROM = 1e11
const FIRST_YEAR = 1971

function titleOf({ alerts }: MappedGroup): string {
  const titles = new Set(alerts.filter(({ isFiring }) => isFiring).map(({ title }) => title))
  const [only] = titles
  return titles.size === 1 && only !== undefined ? only : ''
}

function counted(sentences: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  return [...counts]
    .map(([sentence, count]) => (count === 1 ? sentence : `${sentence} (${count} alerts)`))
    .slice(0, 20)
}
