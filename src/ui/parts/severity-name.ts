import { SEVERITY } from '../../domain/record.ts'

const NAMES: Record<number, string> = {
  [SEVERITY.underInvestigation]: 'Under Investigation',
  [SEVERITY.serviceDegradation]: 'Service Degradation',
  [SEVERITY.serviceDisruption]: 'Service Disruption',
  [SEVERITY.securityAdvisory]: 'Security Advisory',
  [SEVERITY.informational]: 'Informational',
  [SEVERITY.noServiceImpact]: 'No Service Impact',
}

/** A single record only has the severity id; the ids have a fixed meaning. */
export function severityName(tid: number): string | undefined {
  return NAMES[tid]
}
