/**
 * What kind of event a record tells of, gravest first. Harm comes before danger, danger before what is planned;
 * what will happen weighs more than what will not, and what is over least.
 */
export const EVENT_KINDS = [
  'service_disruption',
  'service_degradation',
  'under_investigation',
  'security_advisory',
  'scheduled',
  'postponed',
  'informational',
  'completed',
] as const

export type EventKind = (typeof EVENT_KINDS)[number]

const NAMES: Record<EventKind, string> = {
  service_disruption: 'Service Disruption',
  service_degradation: 'Service Degradation',
  under_investigation: 'Under Investigation',
  security_advisory: 'Security Advisory',
  scheduled: 'Scheduled',
  postponed: 'Postponed',
  informational: 'Informational',
  completed: 'Completed',
}

export function eventKindName(kind: EventKind): string {
  return NAMES[kind]
}
