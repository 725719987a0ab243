import { SEVERITY } from '../../domain/record.ts'

/** Status classes, because status IDs differ between sites. */

export function severityOfImpact(impact: string | null | undefined): number {
  switch (impact) {
    case 'critical':
    case 'major':
      return SEVERITY.serviceDisruption
    case 'minor':
      return SEVERITY.serviceDegradation
    case 'maintenance':
      return SEVERITY.informational
    default:
      return SEVERITY.noServiceImpact
  }
}

/**
 * The severity of an open incident at a component. Undefined if it is that of the incident itself, or
 * unknown. Also undefined for a component that is operational now: the file doesn't say since when, and the
 * outage there must not vanish from the history.
 */
export function severityOfComponent(status: string | null | undefined): number | undefined {
  switch (status) {
    case 'major_outage':
    case 'partial_outage':
      return SEVERITY.serviceDisruption
    case 'degraded_performance':
      return SEVERITY.serviceDegradation
    default:
      return undefined
  }
}

export type StatusClass = 'scheduled' | 'in-progress' | 'monitoring' | 'completed' | 'resolved'

export function statusClassOf(status: string): StatusClass | undefined {
  switch (status) {
    case 'investigating':
    case 'identified':
    case 'in_progress':
      return 'in-progress'
    case 'monitoring':
    case 'verifying':
      return 'monitoring'
    case 'resolved':
    case 'postmortem':
      return 'resolved'
    case 'scheduled':
      return 'scheduled'
    case 'completed':
      return 'completed'
    default:
      return undefined
  }
}
