import { SEVERITY } from '../record.ts'
import { cutTo } from './cut-to.ts'

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
const ALERTS_AT_MOST = 1000
const WORDS_AT_MOST = 2000
const TITLE_AT_MOST = 300
const NOTE_AT_MOST = 300

/**
 * Which annotations readers are told: those that are written for them, or the usual ones as well, where it is known that
 * nothing internal stands in them.
 */
export type PublicWords = 'candor' | 'annotations'

/** The alerts of a message. Labels are internal, and so is what annotations say to staff. */
export function readWebhook(webhook: Webhook, from: PublicWords): ReadAlert[] {
  return webhook.alerts.slice(0, ALERTS_AT_MOST).flatMap((alert) => {
    const startsAt = isoTime(alert.startsAt)
    if (startsAt === undefined) return []
    const isFiring = alert.status === 'firing'
    const said = (name: string) => alert.annotations[`candor_${name}`] ?? alert.labels[`candor_${name}`]
    return [
      {
        fingerprint: alert.fingerprint,
        isFiring,
        startsAt,
        // While it fires this is when Prometheus would give it up.
        endsAt: isFiring ? null : (isoTime(alert.endsAt) ?? startsAt),
        severity: said('severity') ?? severityOf(alert.labels.severity),
        title: publicTitle(alert.annotations, from),
        words: publicWords(alert.annotations, from),
        note: noteOf(alert),
        clouds: listOf(said('cloud')),
        services: listOf(said('service')),
        dataCenters: listOf(said('data_center')),
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

function noteOf({ labels, annotations }: Pick<Webhook['alerts'][number], 'labels' | 'annotations'>): string {
  const { alertname = 'Alert', ...others } = labels
  const rest = Object.entries(others)
    .filter(([name]) => !name.startsWith('candor_'))
    .map(([name, value]) => `${name}=${value}`)
  const { summary = '', description = '' } = annotations
  const said = oneLine([summary, description].filter((each) => each.trim() !== '').join(': '))
  return [oneLine([alertname, ...rest].join(' ')), said].filter((part) => part !== '').join(' — ')
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
