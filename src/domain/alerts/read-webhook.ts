import { SEVERITY } from '../record.ts'

/** What Alertmanager sends, as far as it is read. */
export interface Webhook {
  status: 'firing' | 'resolved'
  receiver: string
  groupLabels: Labels
  commonAnnotations: Labels
  externalURL: string
  truncatedAlerts?: number
  alerts: readonly {
    status: 'firing' | 'resolved'
    labels: Labels
    annotations: Labels
    startsAt: string
    endsAt: string
    fingerprint: string
  }[]
}
type Labels = Readonly<Record<string, string>>

/** One alert in plain words; what it names is not looked up yet. */
export interface ReadAlert {
  fingerprint: string
  isFiring: boolean
  startsAt: string
  endsAt: string | null
  /** A name or a number, or what Prometheus calls it, as a number of ours. */
  severity: string | number | undefined
  title: string
  words: string
  note: string
  clouds: string[]
  services: string[]
  dataCenters: string[]
}

/** What comes after these is a number in a note. */
export const ALERTS_AT_MOST = 1000
const WORDS_AT_MOST = 2000
const NOTE_AT_MOST = 300

/** The alerts of a message. Labels are internal; readers are told nothing but annotations. */
export function readWebhook(webhook: Webhook): ReadAlert[] {
  return webhook.alerts.slice(0, ALERTS_AT_MOST).flatMap((alert) => {
    const startsAt = isoTime(alert.startsAt)
    if (startsAt === undefined) return []
    const isFiring = alert.status === 'firing'
    const said = (name: string) => alert.annotations[`candor_${name}`] ?? alert.labels[`candor_${name}`]
    const { summary = '', description = '' } = alert.annotations
    return [
      {
        fingerprint: alert.fingerprint,
        isFiring,
        startsAt,
        // While it fires this is when Prometheus would give it up.
        endsAt: isFiring ? null : (isoTime(alert.endsAt) ?? startsAt),
        severity: said('severity') ?? severityOf(alert.labels.severity),
        title: (alert.annotations.candor_title ?? summary).trim().slice(0, NOTE_AT_MOST),
        words: (description.trim() || summary.trim()).slice(0, WORDS_AT_MOST),
        note: noteOf(alert.labels),
        clouds: listOf(said('cloud')),
        services: listOf(said('service')),
        dataCenters: listOf(said('data_center')),
      },
    ]
  })
}

/** Times as Date writes them, to the millisecond: Alertmanager has more digits, and zones of its own. */
function isoTime(written: string): string | undefined {
  const time = new Date(written)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

function severityOf(prometheus: string | undefined): number | undefined {
  return prometheus === undefined
    ? undefined
    : (SEVERITY_OF_PROMETHEUS[prometheus.toLowerCase()] ?? SEVERITY.underInvestigation)
}

const SEVERITY_OF_PROMETHEUS: Readonly<Record<string, number>> = {
  critical: SEVERITY.serviceDisruption,
  warning: SEVERITY.serviceDegradation,
}

function noteOf({ alertname = 'Alert', ...labels }: Labels): string {
  const rest = Object.entries(labels)
    .filter(([name]) => !name.startsWith('candor_'))
    .map(([name, value]) => `${name}=${value}`)
  return [alertname, ...rest].join(' ').replace(/\s+/g, ' ').slice(0, NOTE_AT_MOST)
}

export function listOf(written: string | undefined): string[] {
  return (written ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
