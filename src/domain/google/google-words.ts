import type { CloudState } from '../cloud.ts'

export const STATUS_IMPACTS = ['SERVICE_INFORMATION', 'SERVICE_DISRUPTION', 'SERVICE_OUTAGE'] as const
export type StatusImpact = (typeof STATUS_IMPACTS)[number]

export const GOOGLE_SEVERITIES = ['low', 'medium', 'high'] as const
export type GoogleSeverity = (typeof GOOGLE_SEVERITIES)[number]

const IMPACT_OF_STATE: Record<CloudState, { impact: StatusImpact; severity: GoogleSeverity }> = {
  operational: { impact: 'SERVICE_INFORMATION', severity: 'low' },
  under_investigation: { impact: 'SERVICE_INFORMATION', severity: 'low' },
  service_degradation: { impact: 'SERVICE_DISRUPTION', severity: 'medium' },
  service_disruption: { impact: 'SERVICE_OUTAGE', severity: 'high' },
}

export function googleImpact(state: CloudState): { impact: StatusImpact; severity: GoogleSeverity } {
  return IMPACT_OF_STATE[state]
}

export function googleUpdateStatus(
  impact: StatusImpact,
  status: { isClosed: boolean } | undefined,
): StatusImpact | 'AVAILABLE' {
  return status?.isClosed === true ? 'AVAILABLE' : impact
}
