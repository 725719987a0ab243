import type { KeptAlerts } from '../../domain/alerts/alert-group.ts'
import { cutTo } from '../../domain/alerts/cut-to.ts'

const BEGIN = '— Alerts, kept up to date by Candor —'
const END = '— end of alerts —'
const LISTED_AT_MOST = 20
/** Sentences quote names from the message, and those can be of any length. */
const SENTENCE_AT_MOST = 300
const NOTE_AT_MOST = 20_000

export function withAlertNote(note: string | null, block: string): string {
  const written = note ?? ''
  const begin = written.indexOf(BEGIN)
  const end = written.indexOf(END, begin)
  const ours = `${BEGIN}\n${block}\n${END}`
  const whole =
    begin === -1 || end === -1
      ? [written.trimEnd(), ours].filter((part) => part !== '').join('\n\n')
      : written.slice(0, begin) + ours + written.slice(end + END.length)
  return whole.length <= NOTE_AT_MOST ? whole : written
}

export function withRemark(note: string | null, remark: string): string {
  const written = note ?? ''
  if (written.includes(remark)) return written
  const whole = [written.trimEnd(), remark].filter((part) => part !== '').join('\n\n')
  return whole.length <= NOTE_AT_MOST ? whole : written
}

export function alertNote(
  alerts: KeptAlerts,
  { source, trouble, now }: { source: readonly string[]; trouble: readonly string[]; now: Date },
): string {
  const all = Object.values(alerts).toSorted(
    (a, b) => Number(b.isFiring) - Number(a.isFiring) || b.rank - a.rank || (a.note < b.note ? -1 : 1),
  )
  const firing = all.filter(({ isFiring }) => isFiring).length
  return [
    `${firing} of ${all.length} firing at ${minuteOf(now.toISOString())}`,
    ...source,
    ...firstOf(trouble.map((sentence) => cutTo(sentence, SENTENCE_AT_MOST))),
    ...firstOf(all.map((alert) => `${standOf(alert)} ${alert.note}`)),
  ].join('\n')
}

function firstOf(lines: readonly string[]): string[] {
  const more = lines.length - LISTED_AT_MOST
  return more > 0 ? [...lines.slice(0, LISTED_AT_MOST), `and ${more} more`] : [...lines]
}

function standOf({
  isFiring,
  startsAt,
  endsAt,
}: {
  isFiring: boolean
  startsAt: string
  endsAt: string | null
}) {
  return isFiring ? `FIRING since ${minuteOf(startsAt)}:` : `over since ${minuteOf(endsAt ?? startsAt)}:`
}

function minuteOf(iso: string) {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
