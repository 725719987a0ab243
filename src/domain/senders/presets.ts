import { SEVERITY } from '../record.ts'
import type { MappedSeverity, SenderMapping } from './mapping.ts'

export const SENDER_PRESETS = ['alertmanager', 'grafana', 'datadog', 'pagerduty', 'other'] as const
export type SenderPreset = (typeof SENDER_PRESETS)[number]

export const PRESET_NAMES: Readonly<Record<SenderPreset, string>> = {
  alertmanager: 'Prometheus Alertmanager',
  grafana: 'Grafana',
  datadog: 'Datadog',
  pagerduty: 'PagerDuty',
  other: 'Other',
}

/** How a product signs the body of its requests: hexadecimal HMAC-SHA256. */
export interface SignatureForm {
  header: string
  prefix: string
  /** If this header is present, the signature is of `<its value>:<body>`. */
  timestampHeader: string | undefined
}

export const SIGNATURES: Readonly<Record<SenderPreset, SignatureForm | undefined>> = {
  alertmanager: undefined,
  grafana: {
    header: 'X-Grafana-Alerting-Signature',
    prefix: '',
    timestampHeader: 'X-Grafana-Alerting-Timestamp',
  },
  datadog: undefined,
  pagerduty: { header: 'X-PagerDuty-Signature', prefix: 'v1=', timestampHeader: undefined },
  other: { header: 'X-Hub-Signature-256', prefix: 'sha256=', timestampHeader: undefined },
}

const NOTHING: SenderMapping = {
  alerts: '',
  incident: '',
  alert: '',
  state: '',
  firing: [],
  resolved: [],
  incident_state: '',
  title: '',
  text: '',
  note: '',
  severity: '',
  severities: [],
  clouds: '',
  services: '',
  data_centers: '',
  places: [],
  starts: '',
  ends: '',
}

const { serviceDisruption, serviceDegradation, underInvestigation } = SEVERITY

function severities(values: Readonly<Record<string, number>>): MappedSeverity[] {
  return Object.entries(values).map(([value, severity_tid]) => ({ value, severity_tid }))
}

/** Grafana sends Alertmanager's form, with more fields. Summary and description are usually internal. */
const OF_ALERTMANAGER: SenderMapping = {
  ...NOTHING,
  alerts: 'alerts',
  incident: '{{$.groupKey}}',
  alert: '{{fingerprint}}',
  state: 'status',
  firing: ['firing'],
  resolved: ['resolved'],
  incident_state: '$.status',
  title: '{{annotations.candor_title}}',
  text: '{{annotations.candor_message}}',
  note: '{{labels.alertname}}: {{annotations.summary}} {{annotations.description}} {{generatorURL}}',
  severity: 'annotations.candor_severity | labels.candor_severity | labels.severity',
  severities: severities({
    critical: serviceDisruption,
    warning: serviceDegradation,
    '*': underInvestigation,
  }),
  clouds: 'annotations.candor_cloud | labels.candor_cloud',
  services: 'annotations.candor_service | labels.candor_service',
  data_centers: 'annotations.candor_data_center | labels.candor_data_center',
  starts: 'startsAt',
  ends: 'endsAt',
}

/** What each product sends in its documented form; see docs/automation.md. */
export const MAPPING_OF_PRESET: Readonly<Record<SenderPreset, SenderMapping>> = {
  alertmanager: OF_ALERTMANAGER,
  grafana: OF_ALERTMANAGER,
  // The payload of a Datadog webhook is written by its owner, with variables: DATADOG_PAYLOAD.
  datadog: {
    ...NOTHING,
    incident: '{{alert_cycle_key | aggreg_key}}',
    state: 'alert_transition',
    firing: ['Triggered', 'Re-Triggered', 'Warn', 'Re-Warn', 'Renotify'],
    resolved: ['Recovered'],
    title: '{{public_title}}',
    text: '{{public_text}}',
    note: '{{alert_title}} {{alert_scope}} {{link}}',
    severity: 'alert_priority | alert_type',
    severities: severities({
      P1: serviceDisruption,
      P2: serviceDegradation,
      error: serviceDegradation,
      '*': underInvestigation,
    }),
    services: 'service',
    data_centers: 'data_center',
    starts: 'date',
    ends: 'date',
  },
  pagerduty: {
    ...NOTHING,
    incident: '{{event.data.id}}',
    state: 'event.event_type',
    firing: [
      'incident.triggered',
      'incident.acknowledged',
      'incident.unacknowledged',
      'incident.escalated',
      'incident.delegated',
      'incident.reassigned',
      'incident.priority_updated',
      'incident.reopened',
    ],
    resolved: ['incident.resolved'],
    note: '{{event.data.title}} {{event.data.html_url}}',
    severity: 'event.data.priority.summary | event.data.urgency',
    severities: severities({
      P1: serviceDisruption,
      P2: serviceDegradation,
      high: serviceDegradation,
      '*': underInvestigation,
    }),
    services: 'event.data.service.summary',
    starts: 'event.occurred_at',
    ends: 'event.occurred_at',
  },
  other: {
    ...NOTHING,
    incident: '{{id}}',
    state: 'status',
    firing: ['firing'],
    resolved: ['resolved'],
    title: '{{title}}',
    text: '{{text}}',
    note: '{{title}}',
    severity: 'severity',
    services: 'service',
    data_centers: 'data_center',
    clouds: 'cloud',
    starts: 'starts_at',
    ends: 'ends_at',
  },
}

export const DATADOG_PAYLOAD = `{
  "alert_cycle_key": "$ALERT_CYCLE_KEY",
  "aggreg_key": "$AGGREG_KEY",
  "alert_transition": "$ALERT_TRANSITION",
  "alert_priority": "$ALERT_PRIORITY",
  "alert_type": "$ALERT_TYPE",
  "alert_title": "$ALERT_TITLE",
  "alert_scope": "$ALERT_SCOPE",
  "service": "$TAGS[service]",
  "data_center": "$TAGS[datacenter]",
  "date": "$DATE",
  "link": "$LINK"
}`
