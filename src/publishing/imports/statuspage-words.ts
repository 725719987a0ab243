import { SEVERITY } from '../../domain/record.ts'

/** How Statuspage's words translate to ours. Classes of statuses, because their numbers may differ from site to site. */

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

export type StatusClass = 'scheduled' | 'in-progress' | 'monitoring' | 'completed' | 'resolved'

/** Undefined: a word that Statuspage did not have when this was written. */
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
