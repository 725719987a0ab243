/**
 * Kinds of events, most severe first: harm, then risk, then planned work. Work that will happen ranks above work that
 * won't, and completed work comes last.
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
