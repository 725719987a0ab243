import type { NotificationType } from '../notification-type.ts'
import { type RecordKind, SEVERITY } from '../record.ts'
import type { RecordContent } from './record-content.ts'

/** Statuses whose number the first migration fixes. */
export const STATUS = {
  scheduled: 1,
  inProgress: 2,
  monitoring: 3,
  completed: 4,
  resolved: 5,
  remediated: 6,
  postponed: 7,
  archived: 8,
} as const

const BEGINNING: Record<
  RecordKind,
  { status_id: number; severity_tid: number; incident_type: string | null }
> = {
  incident: { status_id: STATUS.inProgress, severity_tid: SEVERITY.underInvestigation, incident_type: null },
  maintenance: { status_id: STATUS.scheduled, severity_tid: SEVERITY.informational, incident_type: null },
  advisory: {
    status_id: STATUS.monitoring,
    severity_tid: SEVERITY.securityAdvisory,
    incident_type: 'advisory',
  },
  notification: { status_id: STATUS.scheduled, severity_tid: SEVERITY.informational, incident_type: null },
}

/** A record of this kind before anybody has typed a word. */
export function emptyContent({
  kind,
  notificationType = null,
}: {
  kind: RecordKind
  notificationType?: NotificationType | null
}): RecordContent {
  return {
    kind,
    notification_type: kind === 'notification' ? notificationType : null,
    ...BEGINNING[kind],
    title: '',
    summary: '',
    body: '',
    clouds: [],
    services: [],
    data_centers: [],
    terms: [],
    tags: [],
    clusters: [],
    from_time: null,
    to_time: null,
    actual_from_time: null,
    actual_to_time: null,
    closed_on: null,
    next_update: null,
    author: null,
    customer_impact: null,
    available_workaround: null,
    how_found: null,
    redirect: null,
    cve_ids: [],
    cvss_score: null,
    cvss_vector: null,
    advisory: null,
    starts_by_itself: true,
    ends_by_itself: true,
    remind_before_minutes: [],
    internal: {
      internal_note: null,
      slack_link: null,
      jira_link: null,
      sfdc_link: null,
      severity_link: null,
    },
  }
}
