import type { SenderDetails, SenderSettings } from '../../contract/admin/senders.ts'
import type { SenderMapping } from '../../domain/senders/mapping.ts'

type Lines = 'firing' | 'resolved'

/** The mapping as the form has it: a list of values has one per line. */
type MappingValues = {
  [Field in keyof SenderMapping as `mapping.${Field}`]: Field extends Lines ? string : SenderMapping[Field]
}

export interface SenderValues extends Omit<SenderSettings, 'mapping'>, MappingValues {
  name: string
  /** Empty: the secret stays. */
  signing_secret: string
  removes_secret: boolean
}

export function senderValues({ mapping, ...sender }: SenderDetails): SenderValues {
  const { name, is_on, publishes, notifies, clouds, services, data_centers, severity_tid } = sender
  return {
    name,
    is_on,
    publishes,
    notifies,
    clouds,
    services,
    data_centers,
    severity_tid,
    signing_secret: '',
    removes_secret: false,
    ...mappingValues(mapping),
  }
}

export function mappingValues(mapping: SenderMapping): MappingValues {
  const values = Object.entries(mapping).map(([field, value]) => [
    `mapping.${field}`,
    field === 'firing' || field === 'resolved' ? (value as string[]).join('\n') : value,
  ])
  return Object.fromEntries(values)
}

export function settingsOf(values: SenderValues): SenderSettings {
  const mapping = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const field = name.startsWith('mapping.') ? name.slice('mapping.'.length) : undefined
      if (field === undefined) return []
      return [[field, field === 'firing' || field === 'resolved' ? linesOf(value) : value]]
    }),
  ) as unknown as SenderSettings['mapping']
  const { is_on, publishes, notifies, clouds, services, data_centers, severity_tid } = values
  return {
    is_on,
    publishes,
    notifies,
    clouds,
    services,
    data_centers,
    severity_tid,
    mapping: complete(mapping),
  }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function complete(mapping: SenderSettings['mapping']): SenderSettings['mapping'] {
  return {
    ...mapping,
    severities: mapping.severities.filter(({ value }) => value.trim() !== ''),
    places: mapping.places.filter(({ value }) => value.trim() !== ''),
  }
}

export const MAPPING_LABELS: Readonly<Record<keyof SenderMapping, string>> = {
  alerts: 'List of alerts',
  incident: 'One incident for each',
  alert: 'One alert for each',
  state: 'State',
  firing: 'Values that mean firing',
  resolved: 'Values that mean resolved',
  incident_state: 'State of the whole incident',
  title: 'Title',
  text: 'Text',
  note: 'Line in the internal note',
  severity: 'Severity',
  severities: 'What its severities mean',
  clouds: 'Clouds',
  services: 'Services',
  data_centers: 'Data centers',
  places: 'What it calls things',
  starts: 'Start',
  ends: 'End',
}
