import type { CenterState } from '../map/center-state.ts'
import { SEVERITY, stateOfSeverity } from '../record.ts'

/**
 * Our words in those of Statuspage. Strict programs refuse every word that is not in these lists. What comes back in by an
 * import (`publishing/imports/statuspage-words.ts`) means the same again.
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

/** Of a cloud, by the state that its verdict has. What is being looked into may be little, and is not nothing. */
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

/** Severities that staff add break nothing, here as in the verdict. */
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

/** As bad as the worst in it; out altogether only where all of it is. */
export function groupStatus(members: readonly ComponentStatus[]): ComponentStatus {
  const worst = Math.max(0, ...members.map((status) => COMPONENT_STATUSES.indexOf(status)))
  const status = COMPONENT_STATUSES[worst] ?? 'operational'
  const isPartial = status === 'major_outage' && members.some((member) => member !== 'major_outage')
  return isPartial ? 'partial_outage' : status
}

/** What we know of a status: staff may add more of them, and name them as they like. */
interface StatusTraits {
  class: string
  isClosed: boolean
}

/** An incident is open until it is closed, whatever its status says. */
export function incidentStatus(
  { isOpen, severityTid }: { isOpen: boolean; severityTid: number },
  status: StatusTraits | undefined,
): IncidentStatus {
  if (!isOpen) return 'resolved'
  if (status?.class === 'monitoring' || status?.isClosed === true) return 'monitoring'
  return wordOfWork(severityTid)
}

/** What an update said at its time. */
export function incidentUpdateStatus(severityTid: number, status: StatusTraits | undefined): IncidentStatus {
  if (status?.isClosed === true) return 'resolved'
  return status?.class === 'monitoring' ? 'monitoring' : wordOfWork(severityTid)
}

/** Once staff say what it is, it is no longer only being looked into. */
function wordOfWork(severityTid: number): IncidentStatus {
  return severityTid === SEVERITY.underInvestigation ? 'investigating' : 'identified'
}

/** Where a maintenance stands: what was put off or cancelled will not take place, and there is no word for that but the last. */
export function maintenanceStatus(
  { isOver, hasBegun }: { isOver: boolean; hasBegun: boolean },
  status: StatusTraits | undefined,
): MaintenanceStatus {
  if (isOver) return 'completed'
  if (!hasBegun) return 'scheduled'
  return status?.class === 'monitoring' ? 'verifying' : 'in_progress'
}

/** What an update of a maintenance said at its time. */
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
