import type { KeptAlerts } from '../../domain/alerts/alert-group.ts'

const BEGIN = '— Alerts, kept up to date by Candor —'
const END = '— end of alerts —'
const LISTED_AT_MOST = 20
const NOTE_AT_MOST = 20_000

/** The note of an incident with its alerts. Text that people wrote before and after it stays. */
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
  const more = all.length - LISTED_AT_MOST
  return [
    `${firing} of ${all.length} firing at ${minuteOf(now.toISOString())}`,
    ...source,
    ...trouble,
    ...all.slice(0, LISTED_AT_MOST).map((alert) => `${standOf(alert)} ${alert.note}`),
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n')
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
