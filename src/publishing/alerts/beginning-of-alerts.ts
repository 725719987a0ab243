import type { KeptAlerts } from '../../domain/alerts/alert-group.ts'
import { timeOf } from '../../domain/newsroom/tidy-content.ts'

/** The earliest that can be true: a time that was never set is year 1, and clocks elsewhere may be fast. */
export function beginningOfAlerts(alerts: KeptAlerts, now: Date): string {
  const times = Object.values(alerts).flatMap(({ startsAt }) => timeOf(startsAt) ?? [])
  const [earliest] = times.toSorted()
  const latest = now.toISOString()
  return earliest === undefined || earliest > latest ? latest : earliest
}
