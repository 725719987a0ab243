import { SEVERITY } from '../record.ts'
import { cutTo } from './cut-to.ts'

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

/** One alert in plain words; the names in it aren't looked up yet. */
export interface ReadAlert {
  fingerprint: string
  isFiring: boolean
  startsAt: string
  endsAt: string | null
  /** A name, a number, or our number for the Prometheus severity. */
  severity: string | number | undefined
  title: string
  words: string
  note: string
  clouds: string[]
  services: string[]
  dataCenters: string[]
}

/** Further alerts are only counted in a note. */
export const ALERTS_AT_MOST = 1000
export const WORDS_AT_MOST = 2000
export const TITLE_AT_MOST = 300
export const NOTE_AT_MOST = 300

/**
 * Which annotations readers see: only those written for them, or also the usual ones, if they contain nothing internal.
 */
export type PublicWords = 'candor' | 'annotations'

/** Labels, and annotations for staff, are internal. */
export function readWebhook(webhook: Webhook, from: PublicWords): ReadAlert[] {
  return webhook.alerts.slice(0, ALERTS_AT_MOST).flatMap((alert) => {
    const startsAt = isoTime(alert.startsAt)
    if (startsAt === undefined) return []
    const isFiring = alert.status === 'firing'
    const candorValue = (name: string) =>
      alert.annotations[`candor_${name}`] ?? alert.labels[`candor_${name}`]
    return [
      {
        fingerprint: alert.fingerprint,
        isFiring,
        startsAt,
        // While it fires, this is when Prometheus would give it up.
        endsAt: isFiring ? null : (isoTime(alert.endsAt) ?? startsAt),
        severity: candorValue('severity') ?? severityOf(alert.labels.severity),
        title: publicTitle(alert.annotations, from),
        words: publicWords(alert.annotations, from),
        note: noteOf(alert),
        clouds: listOf(candorValue('cloud')),
        services: listOf(candorValue('service')),
        dataCenters: listOf(candorValue('data_center')),
      },
    ]
  })
}

export function publicTitle({ candor_title: title = '', summary = '' }: Labels, from: PublicWords): string {
  const usual = from === 'annotations' ? summary : ''
  return cutTo(title.trim() || usual.trim(), TITLE_AT_MOST)
}

function publicWords(annotations: Labels, from: PublicWords): string {
  const { candor_message: message = '', description = '', summary = '' } = annotations
  const usual = from === 'annotations' ? description.trim() || summary.trim() : ''
  return cutTo(message.trim() || usual, WORDS_AT_MOST)
}

/** Normalizes times to milliseconds in UTC: Alertmanager has more digits and other zones. */
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

function noteOf({ labels, annotations }: Pick<Webhook['alerts'][number], 'labels' | 'annotations'>): string {
  const { alertname = 'Alert', ...others } = labels
  const rest = Object.entries(others)
    .filter(([name]) => !name.startsWith('candor_'))
    .map(([name, value]) => `${name}=${value}`)
  const { summary = '', description = '' } = annotations
  const texts = oneLine([summary, description].filter((each) => each.trim() !== '').join(': '))
  return [oneLine([alertname, ...rest].join(' ')), texts].filter((part) => part !== '').join(' — ')
}

function oneLine(text: string): string {
  return cutTo(text.replace(/\s+/g, ' ').trim(), NOTE_AT_MOST)
}

export function listOf(written: string | undefined): string[] {
  return (written ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}
