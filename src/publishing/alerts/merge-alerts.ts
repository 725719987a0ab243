import type { KeptAlert, KeptAlerts } from '../../domain/alerts/alert-group.ts'

/** What one message says of a group. */
export interface Heard {
  alerts: Readonly<Record<string, Omit<KeptAlert, 'isTold'>>>
  /** Nothing of the group is firing any more, whether it is listed or not. */
  isAllOver: boolean
}

/**
 * The newest of each alert, whatever order messages come in and however often: an alert that fires again begins anew, so
 * of two messages with the same beginning the one that knows its end is the newer.
 */
export function mergeAlerts(
  kept: KeptAlerts,
  heard: Heard,
  /** When all of the group was last over. */
  overUntil: string | null,
): { alerts: KeptAlerts; hasChanged: boolean; overUntil: string | null } {
  const alerts: Record<string, KeptAlert> = { ...kept }
  let hasChanged = false
  for (const [fingerprint, alert] of Object.entries(heard.alerts)) {
    const before = kept[fingerprint]
    const isKnown = before === undefined ? isLate(alert, overUntil) : !isNewer(alert, before)
    if (isKnown) continue
    alerts[fingerprint] = { ...alert, isTold: before?.isTold === true && before.words === alert.words }
    hasChanged = true
  }
  if (!heard.isAllOver) return { alerts: withoutOldEnds(alerts), hasChanged, overUntil }

  // A message that got lost, or was cut off: what began before the last end it tells of has ended as well.
  const ends = Object.values(heard.alerts).flatMap(({ endsAt }) => endsAt ?? [])
  const lastEnd = ends.toSorted().at(-1)
  for (const [fingerprint, alert] of Object.entries(alerts)) {
    if (lastEnd === undefined || !alert.isFiring || alert.startsAt > lastEnd) continue
    alerts[fingerprint] = { ...alert, isFiring: false, endsAt: lastEnd }
    hasChanged = true
  }
  const isLater = lastEnd !== undefined && lastEnd > (overUntil ?? '')
  return { alerts: withoutOldEnds(alerts), hasChanged, overUntil: isLater ? lastEnd : overUntil }
}

/** A group may go on for months while its alerts come and go. Those that ended first are of no use any more. */
function withoutOldEnds(alerts: KeptAlerts): KeptAlerts {
  const ended = Object.entries(alerts).filter(([, { isFiring }]) => !isFiring)
  if (ended.length <= ENDED_AT_MOST) return alerts
  const newestFirst = ended.toSorted(([, a], [, b]) => ((a.endsAt ?? '') < (b.endsAt ?? '') ? 1 : -1))
  const dropped = new Set(newestFirst.slice(ENDED_AT_MOST).map(([fingerprint]) => fingerprint))
  return Object.fromEntries(Object.entries(alerts).filter(([fingerprint]) => !dropped.has(fingerprint)))
}

export const ENDED_AT_MOST = 200

/** What fired well before all was over, and is heard of only afterwards, comes from a message that was late. */
function isLate({ isFiring, startsAt }: Omit<KeptAlert, 'isTold'>, overUntil: string | null): boolean {
  if (!isFiring || overUntil === null) return false
  return Date.parse(overUntil) - Date.parse(startsAt) > LATE_BY_MS
}

/** What fired shortly before may be on its way from Prometheus for the first time, and must not be lost. */
const LATE_BY_MS = 5 * 60_000

/** Times of one form are in the order of their letters. */
function isNewer(alert: Omit<KeptAlert, 'isTold'>, before: KeptAlert): boolean {
  if (alert.startsAt !== before.startsAt) return alert.startsAt > before.startsAt
  if (alert.isFiring !== before.isFiring) return before.isFiring
  const isGraver = alert.isFiring && alert.rank > before.rank
  return isGraver
}
