import type { KeptAlert, KeptAlerts } from '../../domain/alerts/alert-group.ts'

export interface ReceivedAlerts {
  alerts: Readonly<Record<string, Omit<KeptAlert, 'isTold'>>>
  /** No alert of the group is firing, listed or not. */
  isAllOver: boolean
  mayFireUnlisted?: boolean
}

interface Merged {
  alerts: KeptAlerts
  /** Readers know these alerts, and they have begun to fire again or are more severe now. */
  again: KeptAlert[]
  hasChanged: boolean
  overUntil: string | null
}

/**
 * Keeps the newest version of each alert, in whatever order and however often messages arrive. An alert that fires
 * again has a new start, so of two messages with the same start, the one with an end is newer.
 */
export function mergeAlerts(kept: KeptAlerts, received: ReceivedAlerts, overUntil: string | null): Merged {
  const alerts: Record<string, KeptAlert> = { ...kept }
  const again: KeptAlert[] = []
  let hasChanged = false
  for (const [fingerprint, alert] of Object.entries(received.alerts)) {
    const before = kept[fingerprint]
    const isKnown = before === undefined ? isLate(alert, overUntil) : !isNewer(alert, before)
    if (isKnown) continue
    const newest = { ...alert, isTold: before?.isTold === true && before.words === alert.words }
    alerts[fingerprint] = newest
    if (newest.isFiring && newest.isTold) again.push(newest)
    hasChanged = true
  }
  if (!received.isAllOver) return { alerts: withoutOldEnds(alerts), again, hasChanged, overUntil }

  // A message may have been lost. All alerts that started before the last reported end have ended too.
  const ends = Object.values(received.alerts).flatMap(({ endsAt }) => endsAt ?? [])
  const lastEnd = ends.toSorted().at(-1)
  for (const [fingerprint, alert] of Object.entries(alerts)) {
    if (lastEnd === undefined || !alert.isFiring || alert.startsAt > lastEnd) continue
    alerts[fingerprint] = { ...alert, isFiring: false, endsAt: lastEnd }
    hasChanged = true
  }
  const isLater = lastEnd !== undefined && lastEnd > (overUntil ?? '')
  return { alerts: withoutOldEnds(alerts), again, hasChanged, overUntil: isLater ? lastEnd : overUntil }
}

/** A group may last for months while its alerts come and go. Drop those that ended first. */
function withoutOldEnds(alerts: KeptAlerts): KeptAlerts {
  const ended = Object.entries(alerts).filter(([, { isFiring }]) => !isFiring)
  if (ended.length <= ENDED_AT_MOST) return alerts
  const newestFirst = ended.toSorted(([, a], [, b]) => ((a.endsAt ?? '') < (b.endsAt ?? '') ? 1 : -1))
  const dropped = new Set(newestFirst.slice(ENDED_AT_MOST).map(([fingerprint]) => fingerprint))
  return Object.fromEntries(Object.entries(alerts).filter(([fingerprint]) => !dropped.has(fingerprint)))
}

export const ENDED_AT_MOST = 200

/** An alert that started well before the group's end but arrives after it comes from a late message. */
function isLate({ isFiring, startsAt }: Omit<KeptAlert, 'isTold'>, overUntil: string | null): boolean {
  if (!isFiring || overUntil === null) return false
  return Date.parse(overUntil) - Date.parse(startsAt) > LATE_BY_MS
}

/** Alerts from shortly before may still be on their way from Prometheus and must not be lost. */
const LATE_BY_MS = 5 * 60_000

function isNewer(alert: Omit<KeptAlert, 'isTold'>, before: KeptAlert): boolean {
  if (alert.startsAt !== before.startsAt) return alert.startsAt > before.startsAt
  if (alert.isFiring !== before.isFiring) return before.isFiring
  const isGraver = alert.isFiring && alert.rank > before.rank
  return isGraver
}
