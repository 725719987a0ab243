import type { CloudState } from './cloud.ts'

export const RECORD_KINDS = ['incident', 'maintenance', 'advisory', 'notification'] as const
export type RecordKind = (typeof RECORD_KINDS)[number]

/** Severity ids fixed by the specification. */
export const SEVERITY = {
  underInvestigation: 17,
  serviceDegradation: 19,
  serviceDisruption: 20,
  securityAdvisory: 641,
  informational: 1356,
  noServiceImpact: 1361,
} as const

export function stateOfSeverity(severityTid: number): CloudState {
  switch (severityTid) {
    case SEVERITY.serviceDisruption:
      return 'service_disruption'
    case SEVERITY.serviceDegradation:
      return 'service_degradation'
    case SEVERITY.underInvestigation:
      return 'under_investigation'
    default:
      return 'operational'
  }
}
