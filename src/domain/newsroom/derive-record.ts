import type { EventKind } from '../calendar/event-kind.ts'
import { SEVERITY } from '../record.ts'
import type { RecordContent } from './record-content.ts'

export type RecordType =
  | 'core_cloud_services'
  | 'core_cloud_services_maintenance'
  | 'datacenter_issue'
  | 'other_maintenance'
  | 'datacenter_maintenance'

export interface StatusTraits {
  class: string
  is_closed: boolean
}

export function deriveRecord(
  content: Pick<RecordContent, 'kind' | 'severity_tid' | 'services' | 'data_centers' | 'actual_from_time'>,
  status: StatusTraits,
): { event_type: EventKind; type: RecordType | null } {
  return { event_type: eventTypeOf(content, status), type: typeOf(content) }
}

function eventTypeOf(
  { kind, severity_tid, actual_from_time }: Pick<RecordContent, 'kind' | 'severity_tid' | 'actual_from_time'>,
  status: StatusTraits,
): EventKind {
  switch (kind) {
    case 'incident':
      return EVENT_OF_SEVERITY[severity_tid] ?? 'informational'
    case 'maintenance':
      return eventOfMaintenance(status, actual_from_time !== null)
    case 'advisory':
      return 'security_advisory'
    case 'notification':
      return 'informational'
  }
}

const EVENT_OF_SEVERITY: Readonly<Record<number, EventKind>> = {
  [SEVERITY.serviceDisruption]: 'service_disruption',
  [SEVERITY.serviceDegradation]: 'service_degradation',
  [SEVERITY.underInvestigation]: 'under_investigation',
  [SEVERITY.securityAdvisory]: 'security_advisory',
}

function eventOfMaintenance(status: StatusTraits, hasBegun: boolean): EventKind {
  if (status.class === 'postponed' || status.class === 'cancelled') return 'postponed'
  if (!status.is_closed) return 'scheduled'
  return status.class === 'archived' && !hasBegun ? 'postponed' : 'completed'
}

/** Services are more specific than the places where they run. */
function typeOf({
  kind,
  services,
  data_centers,
}: Pick<RecordContent, 'kind' | 'services' | 'data_centers'>): RecordType | null {
  const isOfPlaces = services.length === 0 && data_centers.length > 0
  switch (kind) {
    case 'incident':
      return isOfPlaces ? 'datacenter_issue' : 'core_cloud_services'
    case 'maintenance':
      if (isOfPlaces) return 'datacenter_maintenance'
      return services.length > 0 ? 'core_cloud_services_maintenance' : 'other_maintenance'
    case 'advisory':
    case 'notification':
      return null
  }
}
