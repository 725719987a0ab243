import { parsePath, wrongPlaceholders } from './json-path.ts'

/** Paths and texts: see json-path.ts. */
export interface SenderMapping {
  /** Path to the list of alerts. Empty: the payload is one alert. */
  alerts: string
  /** Text. Alerts with the same value belong to the same incident. */
  incident: string
  /** Text that identifies an alert within its incident. Empty: the incident has a single alert. */
  alert: string
  /** Path. Empty: every alert fires. */
  state: string
  firing: readonly string[]
  resolved: readonly string[]
  /** Path to the state of the incident as a whole: if resolved, alerts that the payload doesn't list have ended, too. */
  incident_state: string
  /** Texts for readers. Empty: made from the affected places, or a standard sentence. */
  title: string
  text: string
  /** Text for staff: one line per alert. */
  note: string
  severity: string
  severities: readonly MappedSeverity[]
  /** Paths to names, separated by commas if one value holds several. */
  clouds: string
  services: string
  data_centers: string
  places: readonly MappedPlace[]
  /** Paths to times. Empty: the time of arrival. */
  starts: string
  ends: string
}

/** `*` matches every other value. */
export interface MappedSeverity {
  value: string
  severity_tid: number
}

export const PLACE_KINDS = ['cloud', 'service', 'data_center'] as const
export type MappedPlaceKind = (typeof PLACE_KINDS)[number]

/** What the sender calls a place that has another name here. */
export interface MappedPlace {
  value: string
  kind: MappedPlaceKind
  id: number
}

export const MAPPED_PATHS = [
  'alerts',
  'state',
  'incident_state',
  'severity',
  'clouds',
  'services',
  'data_centers',
  'starts',
  'ends',
] as const satisfies readonly (keyof SenderMapping)[]

const MAPPED_TEXTS = [
  'incident',
  'alert',
  'title',
  'text',
  'note',
] as const satisfies readonly (keyof SenderMapping)[]

export function checkMapping(mapping: SenderMapping): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of MAPPED_PATHS)
    if (parsePath(mapping[field]) === undefined) errors[field] = `This is not a valid path. ${PATH_HINT}`
  for (const field of MAPPED_TEXTS) {
    const [wrong] = wrongPlaceholders(mapping[field])
    if (wrong !== undefined) errors[field] = `{{${wrong}}} is not a valid path. ${PATH_HINT}`
  }
  if (mapping.incident.trim() === '') errors.incident = 'Say what belongs to one incident, such as {{id}}.'
  if (mapping.state !== '' && mapping.firing.length === 0)
    errors.firing = 'Enter at least one value that means that an alert is firing.'
  const both = mapping.firing.find((value) => mapping.resolved.some((other) => isSameValue(value, other)))
  if (both !== undefined) errors.resolved = `"${both}" can’t mean both firing and resolved.`
  return errors
}

const PATH_HINT = 'Write it like event.data.title, alerts[0].id or $.groupKey.'

export function isSameValue(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}
