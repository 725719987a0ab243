import type { CenterState } from '../map/center-state.ts'
import { SEVERITY, stateOfSeverity } from '../record.ts'

/**
 * Strict programs reject all words that aren't in these lists. An import
 * (`publishing/imports/statuspage-words.ts`) maps them back to the same meaning.
 */
export const INDICATORS = ['none', 'minor', 'major', 'critical'] as const
export type Indicator = (typeof INDICATORS)[number]

export const IMPACTS = [...INDICATORS, 'maintenance'] as const
export type Impact = (typeof IMPACTS)[number]

export const COMPONENT_STATUSES = [
  'operational',
  'under_maintenance',
  'degraded_performance',
  'partial_outage',
  'major_outage',
] as const
export type ComponentStatus = (typeof COMPONENT_STATUSES)[number]

export const INCIDENT_STATUSES = [
  'investigating',
  'identified',
  'monitoring',
  'resolved',
  'postmortem',
] as const
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number]

export const MAINTENANCE_STATUSES = ['scheduled', 'in_progress', 'verifying', 'completed'] as const
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number]

/** An investigation may be minor, but isn't nothing. */
const INDICATOR_OF_STATE: Record<CenterState, Indicator> = {
  operational: 'none',
  under_maintenance: 'none',
  under_investigation: 'minor',
  service_degradation: 'minor',
  service_disruption: 'critical',
}

export function indicatorOfState(state: CenterState): Indicator {
  return INDICATOR_OF_STATE[state]
}

/** Severities that staff add count as operational, as in the verdict. */
export function impactOfSeverity(severityTid: number): Impact {
  return indicatorOfState(stateOfSeverity(severityTid))
}

const STATUS_OF_COMPONENT: Record<CenterState, ComponentStatus> = {
  operational: 'operational',
  under_maintenance: 'under_maintenance',
  under_investigation: 'degraded_performance',
  service_degradation: 'degraded_performance',
  service_disruption: 'major_outage',
}

export function componentStatus(state: CenterState): ComponentStatus {
  return STATUS_OF_COMPONENT[state]
}

export function groupStatus(members: readonly ComponentStatus[]): ComponentStatus {
  const worst = Math.max(0, ...members.map((status) => COMPONENT_STATUSES.indexOf(status)))
  const status = COMPONENT_STATUSES[worst] ?? 'operational'
  const isPartial = status === 'major_outage' && members.some((member) => member !== 'major_outage')
  return isPartial ? 'partial_outage' : status
}

/** Staff may add more statuses with any name. */
interface StatusTraits {
  class: string
  isClosed: boolean
}

export function incidentStatus(
  { isOpen, severityTid }: { isOpen: boolean; severityTid: number },
  status: StatusTraits | undefined,
): IncidentStatus {
  if (!isOpen) return 'resolved'
  if (status?.class === 'monitoring' || status?.isClosed === true) return 'monitoring'
  return wordOfWork(severityTid)
}

export function incidentUpdateStatus(severityTid: number, status: StatusTraits | undefined): IncidentStatus {
  if (status?.isClosed === true) return 'resolved'
  return status?.class === 'monitoring' ? 'monitoring' : wordOfWork(severityTid)
}

/** Once staff set another severity, the cause counts as identified. */
function wordOfWork(severityTid: number): IncidentStatus {
  return severityTid === SEVERITY.underInvestigation ? 'investigating' : 'identified'
}

/** Postponed and canceled work won't take place, and `completed` is the only word for that. */
export function maintenanceStatus(
  { isOver, hasBegun }: { isOver: boolean; hasBegun: boolean },
  status: StatusTraits | undefined,
): MaintenanceStatus {
  if (isOver) return 'completed'
  if (!hasBegun) return 'scheduled'
  return status?.class === 'monitoring' ? 'verifying' : 'in_progress'
}

export function maintenanceUpdateStatus(status: StatusTraits | undefined): MaintenanceStatus {
  if (status?.isClosed === true) return 'completed'
  switch (status?.class) {
    case 'monitoring':
      return 'verifying'
    case 'scheduled':
    case undefined:
      return 'scheduled'
    default:
      return 'in_progress'
  }
}
